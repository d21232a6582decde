import { describe, expect, it } from 'vitest';
import { countWordErrors, differingRuns } from '../../../src/speech/comparing/align-words.js';
import { wordErrors } from '../../support/audio/word-error-rate.js';
import { Random } from '../../support/builders/random.js';

const draw = (random: Random, length: number, vocabulary: number) =>
  Array.from({ length }, () => `w${random.below(vocabulary)}`);

/** Replaces, leaves out and puts in about one word of `every`. */
function misheard(random: Random, words: readonly string[], every: number): string[] {
  return words.flatMap((word) => {
    if (random.below(every) > 0) return [word];
    return [[], [`x${random.below(9)}`], [word, `x${random.below(9)}`]][random.below(3)] ?? [];
  });
}

/** Holds the runs to what an alignment is, and to the number of errors. */
function expectAligned(said: readonly string[], heard: readonly string[], errors: number): void {
  const runs = differingRuns(said, heard);
  let [i, j, sum] = [0, 0, 0];
  const expectKept = (toI: number, toJ: number) => expect(heard.slice(j, toJ)).toEqual(said.slice(i, toI));
  for (const run of runs) {
    expectKept(run.said[0], run.heard[0]);
    [i, j] = [run.said[1], run.heard[1]];
    sum += Math.max(run.said[1] - run.said[0], run.heard[1] - run.heard[0]);
  }
  expectKept(said.length, heard.length);
  expect(sum, 'errors of the runs').toBe(errors);
}

describe('the errors between two hearings', () => {
  it.each([
    ['', '', 0, []],
    ['a b c', 'a b c', 0, []],
    ['a b c', '', 3, [{ said: [0, 3], heard: [0, 0] }]],
    ['', 'a b', 2, [{ said: [0, 0], heard: [0, 2] }]],
    [
      'a b c d',
      'a x c',
      2,
      [
        { said: [1, 2], heard: [1, 2] },
        { said: [3, 4], heard: [3, 3] },
      ],
    ],
    ['the cat sat', 'the big cat sat', 1, [{ said: [1, 1], heard: [1, 2] }]],
  ])('"%s" heard as "%s"', (said, heard, errors, runs) => {
    const [a, b] = [said.split(' ').filter(Boolean), heard.split(' ').filter(Boolean)];
    expect(countWordErrors(a, b)).toBe(errors);
    expect(differingRuns(a, b)).toEqual(runs);
  });

  it('are those of the plain table of distances, for random words of any length', () => {
    const random = new Random(1);
    for (let n = 0; n < 150; n++) {
      const said = draw(random, random.below(260), 2 + random.below(60));
      const heard = n % 2 === 0 ? misheard(random, said, 2 + random.below(9)) : draw(random, random.below(260), 5);
      const errors = wordErrors(said, heard);
      expect(countWordErrors(said, heard)).toBe(errors);
      expectAligned(said, heard, errors);
    }
  });

  it('are found in long calls, and the longer they are the same way', () => {
    const random = new Random(2);
    const said = draw(random, 2_500, 500);
    const heard = misheard(random, said, 10);
    const errors = countWordErrors(said, heard);
    expect(errors).toBe(wordErrors(said, heard));
    expectAligned(said, heard, errors);
  });
});
