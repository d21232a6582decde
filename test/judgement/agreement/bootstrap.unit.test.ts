// What is drawn is a contract: the numbers were counted by a program of another language (Python), from the description alone.
import { expect, it } from 'vitest';
import { inDrawnOrder, mulberry32, RESAMPLES, resampled, seedOf } from '../../../src/judgement/agreement/bootstrap.js';

const CALLS = Array.from({ length: 40 }, (_, n) => ({
  id: `call-${String(n).padStart(2, '0')}`,
  errors: (n * 7) % 23,
  words: 100 + ((n * 13) % 50),
}));

it('draws the numbers of mulberry32', () => {
  const random = mulberry32(42);
  expect([random(), random(), random()]).toEqual([0.6011037519201636, 0.44829055899754167, 0.8524657934904099]);
  expect(seedOf(['a', 'b', 'c'])).toBe(3_934_236_811);
});

it('gives the bounds that others count, in whatever order the calls come', () => {
  for (const given of [CALLS, [...CALLS].reverse()]) {
    const calls = inDrawnOrder(given);
    const rate = resampled(
      calls.map(({ id }) => id),
      (drawn) => {
        const sum = (of: (call: (typeof calls)[number]) => number) =>
          calls.reduce((all, call, at) => all + (drawn[at] ?? 0) * of(call), 0);
        return sum(({ errors }) => errors) / sum(({ words }) => words);
      },
    );
    expect([rate.value, ...(rate.ci ?? [])]).toEqual([0.0902834008097166, 0.0728952772073922, 0.10813024779848454]);
  }
});

it('leaves resamples without a value out, and has no bounds of too few', () => {
  let asked = 0;
  const rare = (every: number) => resampled(['a', 'b'], () => (asked++ % every === 0 ? asked : null));
  const { ci } = rare(2);
  expect(ci?.filter((bound) => !Number.isFinite(bound))).toEqual([]);
  expect(asked).toBe(RESAMPLES + 2);
  expect(rare(RESAMPLES).ci).toBeNull();
  expect(resampled([], () => null)).toEqual({ value: null, ci: null, ci99: null });
});
