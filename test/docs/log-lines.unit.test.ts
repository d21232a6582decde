// docs/operations/logs.md lists the log lines that operators search for. A line that changes in the code and not there would be
// lost.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Calls whose message is a literal: `logger.warn('…')`, `logger.error({ err }, '…')`; up to the first `${` of a template. */
const LOGGED =
  /\b(?:logger|log)\.(?:log|info|warn|error|fatal)\(\s*(?:\{[^{}]*\},\s*)?(?:'((?:[^'\\]|\\.)+)'|`([^`$]+))/g;
/** Lines that the failure policy hands to the pipeline. */
const HANDED_ON = /\b(?:log: |WILL_RETRY = )'([^']+)'/g;

function sources(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.includes('generated')).map((file) => join(folder, file));
}

const lines = sources('src').flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  const found = [...source.matchAll(LOGGED)].map(([, plain, template]) => plain ?? template ?? '');
  const handedOn = file.endsWith('failure-policy.ts') ? source.matchAll(HANDED_ON) : [];
  return [...found, ...[...handedOn].map(([, line = '']) => line)].map((line) => ({ file, line: line.trim() }));
});

describe('the log lines in docs/operations/logs.md', () => {
  const page = readFileSync('docs/operations/logs.md', 'utf8');

  it('are found in the code', () => {
    expect(lines.length).toBeGreaterThan(35);
  });

  it('are complete: every line that the service logs is listed', () => {
    expect(lines.filter(({ line }) => !page.includes(line))).toEqual([]);
  });

  it('are current: every listed line is logged', () => {
    const section = /\n## Log lines\n([\s\S]*?)(?:\n## |$)/.exec(page)?.[1] ?? '';
    const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, line = '']) => line);
    const code = sources('src')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const beginning = (line: string) => line.split(/ ?…|\(…/)[0] ?? '';
    const request = 'GET /api/v1/analysis/:id 200';
    expect(listed.filter((line) => line !== request && !code.includes(beginning(line)))).toEqual([]);
    expect(listed.length).toBeGreaterThan(40);
  });
});
