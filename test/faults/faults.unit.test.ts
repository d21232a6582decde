// Checks the list of faults: complete, in order, with tests that exist, and published as `docs/faults.md`.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { titlesOf } from '../support/matchers/test-titles.js';
import { faultsPage } from './faults-page.js';
import { FAULTS } from './list/all-faults.js';

const PAGE = 'docs/faults.md';

describe('the list of faults', () => {
  it('has one hundred and three, each once, in order', () => {
    expect(FAULTS.map(({ number }) => number)).toEqual(Array.from({ length: 103 }, (_, index) => index + 1));
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
