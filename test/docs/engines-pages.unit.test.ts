// The pages on engines: each file of engines that they print is one that the service takes.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { PROVIDERS } from '../../src/platform/config/engines/provider-needs.js';

const INDEX = 'docs/operations/engines.md';
const FOLDER = 'docs/operations/engines';
const SECRETS = '/run/secrets/';

const scratch = mkdtempSync(join(tmpdir(), 'engines-pages-'));
afterAll(() => rmSync(scratch, { recursive: true }));
mkdirSync(join(scratch, 'secrets'));

const pages = [INDEX, ...readdirSync(FOLDER).map((file) => join(FOLDER, file))];
/** Title of the section, and the block. */
const examples = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^## ([^\n]+)\n(?:(?!^## )[^\n]*\n)*?```json\n([\s\S]*?)^```$/gm)]
    .map(([, title = '', block = '']) => ({ page, title, block }))
    .filter(({ block }) => block.includes('"engines"')),
);

function load(block: string) {
  const secrets = [...block.matchAll(/"api_key_file": "([^"]+)"/g)].map(([, path = '']) => path);
  for (const path of secrets) writeFileSync(path.replace(SECRETS, `${scratch}/secrets/`), 'dummy\n');
  const file = join(scratch, 'engines.json');
  writeFileSync(file, block.replaceAll(SECRETS, `${scratch}/secrets/`));
  const keys = [...block.matchAll(/"api_key_env": "([^"]+)"/g)].map(([, name = '']) => [name, 'dummy'] as const);
  return loadConfig({ DATA_DIR: scratch, ENGINES_FILE: file, ...Object.fromEntries(keys) }).engines;
}

describe('the pages on engines', () => {
  it('have a section with an example for each provider', () => {
    const titles = examples.map(({ title }) => title).join(', ');
    const named =
      'OpenAI, Azure, Bedrock, Gemini, Vertex, Anthropic, Mistral, Groq, OpenRouter, LiteLLM, vLLM, Ollama, speaches';
    for (const name of [...named.split(', '), 'Deepgram', 'AssemblyAI']) expect(titles).toContain(name);
    const blocks = pages.flatMap((page) => readFileSync(page, 'utf8').match(/^```json$/gm) ?? []);
    expect(examples, 'examples beside that of a preset').toHaveLength(blocks.length - 1);
  });

  it.each(examples)('print a file that the service takes: $page, $title', ({ block }) => {
    expect([...load(block).all.keys()]).toEqual(expect.arrayContaining(Object.keys(JSON.parse(block).engines)));
  });

  it('name every provider, and no member that the file has not', () => {
    const [, table = ''] = /\| Member \|.*?\n\|---.*?\n((?:\|.*\n)+)/.exec(readFileSync(INDEX, 'utf8')) ?? [];
    for (const provider of PROVIDERS) expect(table).toContain(`\`${provider}\``);
    const members = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
    expect(members.length, 'members').toBeGreaterThan(14);
    const block = JSON.stringify({ engines: { x: Object.fromEntries(members.map(([, name]) => [name, {}])) } });
    expect(() => load(block)).toThrow('x.task: must be transcription or analysis');
    expect(() => load(block)).not.toThrow('is no member');
  });
});
