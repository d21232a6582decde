import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { envExample } from '../../../src/platform/config/env-example.js';
import { VARIABLES } from '../../../src/platform/config/variables.js';

const WRITE = 'run `npm run env:example`';
const namesIn = (text: string) => [...text.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);

describe('.env.example', () => {
  it('is the file that the table of variables gives', async () => {
    expect(await readFile('.env.example', 'utf8'), WRITE).toBe(envExample());
  });

  it('names every variable that the configuration reads, once', () => {
    expect(namesIn(envExample()).sort(), WRITE).toEqual(Object.keys(VARIABLES.shape).sort());
  });

  it("names every variable of the README's table", async () => {
    const [, table = ''] = (await readFile('README.md', 'utf8')).split('\n## Configuration\n');
    const rows = table.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? [];
    const names = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !namesIn(envExample()).includes(name))).toEqual([]);
  });

  it('shows the defaults: with every line that has a value in force, nothing changes', () => {
    const shown = parseEnv(envExample().replace(/^# (?=[A-Z][A-Z0-9_]*=.)/gm, ''));
    const own = { DATA_DIR: '/data', JWT_SECRET: 'x'.repeat(32) };
    expect(Object.keys(shown).length).toBeGreaterThan(20);
    expect(loadConfig({ ...shown, ...own })).toEqual(loadConfig(own));
  });
});
