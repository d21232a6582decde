// Compiles every mutant of the given sources into them, each behind a switch, with StrykerJS.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Instrumenter } from '../../tools/instrumenter.mjs';
import { changedCode } from './changed-code.mjs';
import { describedCode } from './ignored-code.mjs';

const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };

/**
 * @param {readonly string[]} files paths from the root of the project
 * @returns {Promise<{ sources: Record<string, string>, mutants: { id: string, file: string, line: number, mutator: string, code: string, before: string, after: string }[] }>}
 *   sources by absolute path
 */
export async function instrument(files) {
  const originals = new Map();
  for (const file of files) originals.set(resolve(file), await readFile(file, 'utf8'));
  const { files: instrumented, mutants } = await new Instrumenter(silent).instrument(
    [...originals].map(([name, content]) => ({ name, content, mutate: true })),
    { ignorers: [describedCode], excludedMutations: [], plugins: null },
  );
  return {
    sources: Object.fromEntries(instrumented.map(({ name, content }) => [name, content])),
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => ({
        id,
        file: fileName,
        line: start.line + 1,
        column: start.column,
        mutator: mutatorName,
        code: changedCode(originals.get(fileName).split('\n'), start.line),
        before: textBetween(originals.get(fileName), start, end),
        after: replacement,
      })),
  };
}

function textBetween(text, start, end) {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}
