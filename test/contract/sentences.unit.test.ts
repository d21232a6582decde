import { describe, expect, it } from 'vitest';
import { titlesOf } from '../support/matchers/test-titles.js';
import { COUNTS, SENTENCES } from './sentences/sentences.js';

const parts = Object.entries(SENTENCES);

describe('the sentences of the interface', () => {
  it('are all there', () => {
    expect(Object.fromEntries(parts.map(([part, sentences]) => [part, sentences.length]))).toEqual(COUNTS);
  });

  it('say each something else within a part', () => {
    for (const [part, sentences] of parts)
      expect([part, new Set(sentences.map(({ says }) => says)).size]).toEqual([part, sentences.length]);
  });

  it.each(parts)('have tests that exist: %s', (part, sentences) => {
    const untested = sentences.flatMap(({ says, tests }, index) =>
      tests.length > 0 ? [] : [`${part} ${index + 1}: ${says}`],
    );
    expect(untested).toEqual([]);
    const named = sentences.flatMap(({ tests }) => tests);
    expect(named.filter(([file, title]) => !titlesOf(file).has(title))).toEqual([]);
  });
});
