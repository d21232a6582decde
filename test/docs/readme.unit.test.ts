// The map in README.md names each folder of `src` and no other, and each command in it is a script of the package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const map = /^## How it is built\n\n```\n([\s\S]*?)^```/m.exec(readme)?.[1] ?? '';
const foldersOf = (line: string) => /^ *((?:[\w-]+\/ *)+)/.exec(line)?.[1]?.match(/[\w-]+(?=\/)/g) ?? [];
const lines = map.split('\n').filter((line) => line !== 'src/');

describe('README.md', () => {
  it('names each folder of src in its map, and no other', () => {
    const named = lines.filter((line) => line.startsWith('  ')).flatMap(foldersOf);
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(named.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });

  it('names folders beside src that are there', () => {
    const named = lines.filter((line) => !line.startsWith('  ')).flatMap(foldersOf);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((folder) => !existsSync(folder))).toEqual([]);
  });

  it('names scripts of the package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/\bnpm (?:run\s+)?([a-z:]+)/g)].map(([, script = '']) => script);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((script) => script !== 'ci' && !(script in scripts))).toEqual([]);
  });

  it('is a front page', () => expect(readme.split('\n').length).toBeLessThan(126));
});
