import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAULTS, faultsPage } from './faults.js';

const PAGE = 'docs/faults.md';

/** A call whose first argument is a literal and whose second is a function, as in `it('…', async () => …)`. */
const TITLE = /(\w*)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g;

function titlesOf(file: string): ReadonlySet<string> {
  const path = `test/${file}.test.ts`;
  if (!existsSync(path)) return new Set();
  const found = [...readFileSync(path, 'utf8').matchAll(TITLE)].filter(([, name]) => name !== 'describe');
  return new Set(found.map(([, , , title = '']) => title.replace(/\\(.)/g, '$1')));
}

describe('the list of faults', () => {
  it('has ninety, each once, in order', () => {
    expect(FAULTS.map(({ number }) => number)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
  });

  it('names tests that exist', () => {
    const named = FAULTS.flatMap(({ number, tests }) => tests.map(({ file, title }) => ({ number, file, title })));
    expect(named.filter(({ file, title }) => !titlesOf(file).has(title))).toEqual([]);
  });

  it('has a test for each', () => {
    expect(FAULTS.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it('is the one that is published', () => {
    if (process.env.UPDATE_FAULTS) writeFileSync(PAGE, faultsPage());
    expect(readFileSync(PAGE, 'utf8')).toBe(faultsPage());
  });
});
