import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableWords, wordErrorRate, wordErrors } from './word-error-rate.js';

const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });

describe('word error rate', () => {
  it('counts substitutions, deletions and insertions', () => {
    expect(wordErrors(['the', 'cat', 'sat'], ['the', 'cat', 'sat']), 'errors of the same words').toBe(0);
    expect(wordErrors(['the', 'cat', 'sat'], ['the', 'bat', 'sat']), 'errors with another word').toBe(1);
    expect(wordErrors(['the', 'cat', 'sat'], ['cat', 'sat', 'down']), 'errors with a word lost and one added').toBe(2);
    expect(wordErrors(['the', 'cat'], []), 'errors where nothing was heard').toBe(2);
    expect(wordErrorRate(['one', 'two', 'three', 'four'], ['one', 'two', 'tree', 'four']), 'errors for each word').toBe(
      0.25,
    );
  });

  it('compares words without case and punctuation', () => {
    expect(comparableWords("No, that's EVERYTHING.")).toEqual(['no', "that's", 'everything']);
  });

  it('is a distance: symmetric, zero only for equals, and never shorter by a detour', () => {
    fc.assert(
      fc.property(words, words, words, (a, b, c) => {
        expect(wordErrors(a, b)).toBe(wordErrors(b, a));
        expect(wordErrors(a, b) === 0, 'no errors where the words are the same, and only there').toBe(
          a.join(' ') === b.join(' '),
        );
        expect(wordErrors(a, c)).toBeLessThanOrEqual(wordErrors(a, b) + wordErrors(b, c));
      }),
    );
  });
});
