import { describe, expect, it } from 'vitest';
import type { AnswerPair } from '../../../src/judgement/agreement/agreement.js';
import { mulberry32 } from '../../../src/judgement/agreement/bootstrap.js';
import {
  differenceOfAgreement,
  differenceOfErrors,
  disagreementOfAnswers,
  type HeardCall,
  type TrialVerdict,
  wordErrorRate,
} from '../../../src/judging/trials/figures/trial-figures.js';

const call = (n: number, errors: number, words: number): HeardCall => ({ id: `call-${n}`, errors, words });
const range = (n: number) => Array.from({ length: n }, (_, at) => at);

describe('the word error rate', () => {
  it('is that of all words, not the mean of the calls', () => {
    const { value, ci, words, calls } = wordErrorRate([call(1, 10, 100), call(2, 30, 900)]);
    expect([value, words, calls]).toEqual([0.04, 1_000, 2]);
    expect(ci).toEqual([30 / 900, 0.1]);
    expect(wordErrorRate([])).toEqual({ value: null, ci: null, words: 0, calls: 0 });
  });
});

describe('two engines', () => {
  /** Two engines that hear the same calls: each call is as hard for both, and each word fails by itself. */
  function trial(seed: number, calls: number, [first, second]: readonly [number, number]): TrialVerdict {
    const random = mulberry32(seed);
    const heard = range(calls).map((n) => {
      const [words, hard] = [120 + Math.floor(random() * 400), 0.3 + 1.4 * random()];
      const errors = (rate: number) => range(words).filter(() => random() < rate * hard).length;
      return [call(n + 1_000 * seed, errors(first), words), call(n + 1_000 * seed, errors(second), words)] as const;
    });
    return differenceOfErrors(
      heard.map(([one]) => one),
      heard.map(([, other]) => other),
    ).verdict;
  }
  const verdicts = (rates: readonly [number, number]) => range(100).map((seed) => trial(seed + 1, 60, rates));

  it('that differ by 3 points over 60 calls: found in 95 of 100 trials', () => {
    expect(verdicts([0.08, 0.11]).filter((one) => one === 'better').length).toBeGreaterThanOrEqual(95);
    expect(trial(7, 60, [0.11, 0.08])).toBe('worse');
  });

  it('that do not differ: the same in 95 of 100 trials', () => {
    expect(verdicts([0.1, 0.1]).filter((one) => one === 'same').length).toBeGreaterThanOrEqual(95);
  });

  it('are compared over the calls of both, of which there must be enough', () => {
    const first = range(40).map((n) => call(n, 5, 100));
    const second = range(40).map((n) => call(n + 5, 15, 100));
    expect(differenceOfErrors(first, second)).toMatchObject({ value: -0.1, ci: [-0.1, -0.1], verdict: 'better' });
    expect(differenceOfErrors(first, second.slice(0, 29)).verdict).toBe('too_few');
    const short = (calls: readonly HeardCall[]) => calls.map((one) => ({ ...one, words: 50 }));
    expect(differenceOfErrors(short(first), short(second)).verdict, '1,750 words').toBe('too_few');
    expect(differenceOfErrors(first, first)).toEqual({ value: 0, ci: [0, 0], verdict: 'same' });
  });

  it('that answer: more agreement is better', () => {
    const truth = range(60).map((n) => (n % 3 === 0 ? 'no' : 'yes'));
    const engine = (every: number) =>
      truth.map((is, n) => {
        const pair: AnswerPair = [n % every === 1 ? 'yes' : is, is];
        return { id: `call-${n}`, pairs: [pair] };
      });
    const random = truth.map((is, n) => ({ id: `call-${n}`, pairs: [['yes', is] as AnswerPair] }));
    expect(differenceOfAgreement(engine(1_000), random, ['yes', 'no']).verdict).toBe('better');
    expect(differenceOfAgreement(random, engine(1_000), ['yes', 'no']).verdict).toBe('worse');
    expect(differenceOfAgreement(engine(50), engine(50), ['yes', 'no']).verdict).toBe('same');
    expect(differenceOfAgreement(engine(50).slice(0, 20), engine(50), ['yes', 'no']).verdict).toBe('too_few');
    expect(disagreementOfAnswers(random).value).toBeCloseTo(1 / 3, 9);
  });
});
