import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WordRange, WordsLeft } from '../../../src/speech/words/words-left.js';

/** The same by looking at every word. */
function aroundOneByOne(isLeft: readonly boolean[], { from, to }: WordRange, reach: number) {
  const left = isLeft.flatMap((is, at) => (is ? [at] : []));
  const before = left.filter((at) => at < from);
  const after = left.filter((at) => at > to);
  return { words: [...before.slice(-reach), ...after.slice(0, reach)], hidden: Math.max(0, before.length - reach) };
}

describe('words around a gap', () => {
  it.each<[string, WordRange[], number[]]>([
    ['around one word', [{ from: 4, to: 4 }], [2, 3, 5, 6]],
    ['around several words', [{ from: 3, to: 5 }], [1, 2, 6, 7]],
    ['behind the beginning', [{ from: 0, to: 1 }], [2, 3]],
    ['before the end', [{ from: 6, to: 7 }], [4, 5]],
    [
      'before an earlier gap',
      [
        { from: 3, to: 5 },
        { from: 1, to: 1 },
      ],
      [0, 2, 6],
    ],
    [
      'behind an earlier gap',
      [
        { from: 3, to: 5 },
        { from: 7, to: 7 },
      ],
      [2, 6],
    ],
    [
      'around a gap that has grown',
      [
        { from: 3, to: 3 },
        { from: 2, to: 5 },
      ],
      [0, 1, 6, 7],
    ],
    [
      'behind a gap that has grown',
      [
        { from: 3, to: 3 },
        { from: 2, to: 4 },
        { from: 6, to: 6 },
      ],
      [1, 5, 7],
    ],
    [
      'between gaps at both edges',
      [
        { from: 0, to: 1 },
        { from: 6, to: 7 },
        { from: 3, to: 3 },
      ],
      [2, 4, 5],
    ],
  ])('are two on each side: %s', (where, ranges, expected) => {
    const words = new WordsLeft(8);
    for (const range of ranges) words.remove(range);
    expect(words.around(ranges.at(-1)!, 2).words, `Wrong words ${where}`).toEqual(expected);
  });

  it.each<[string, WordRange[], boolean]>([
    ['reaches back to the first word', [{ from: 2, to: 3 }], false],
    ['has words before it', [{ from: 3, to: 4 }], true],
    ['begins with the text', [{ from: 0, to: 4 }], false],
  ])('are a cut line only where words stand before: the gap %s', (where, ranges, isCut) => {
    const words = new WordsLeft(8);
    for (const range of ranges) words.remove(range);
    expect(words.around(ranges.at(-1)!, 2).isCut, `Whether the line is cut is wrong where the gap ${where}`).toBe(
      isCut,
    );
  });

  it('are the nearest on both sides that were not removed, as a search of every word finds them', () => {
    const removals = fc.array(fc.tuple(fc.nat(11), fc.nat(4)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(removals, fc.integer({ min: 1, max: 4 }), (ranges, reach) => {
        const words = new WordsLeft(12);
        const isLeft = Array<boolean>(12).fill(true);
        for (const [first, length] of ranges) {
          let [from, to] = [first, Math.min(11, first + length)];
          // What touches a removed range grows by it, as the search for prompt injection merges ranges.
          while (from > 0 && !isLeft[from - 1]) from--;
          while (to < 11 && !isLeft[to + 1]) to++;
          isLeft.fill(false, from, to + 1);
          words.remove({ from, to });
          const { words: found, isCut } = words.around({ from, to }, reach);
          const expected = aroundOneByOne(isLeft, { from, to }, reach);
          expect(found, `Wrong words around ${from} to ${to} after ${JSON.stringify(ranges)}`).toEqual(expected.words);
          if (expected.hidden > 0) expect(isCut, 'The line is cut, and says that it is whole').toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});
