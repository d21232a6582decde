import { expect, it } from 'vitest';
import { atLeast, lowerBound } from '../../../src/judgement/agreement/binomial-bounds.js';

const exact = (successes: number, n: number) => [
  lowerBound(successes, n, 0.025),
  1 - lowerBound(n - successes, n, 0.025),
];

/** Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 5. */
it.each([
  [81, 263, 0.2527, 0.3676],
  [15, 148, 0.0578, 0.1617],
  [0, 20, 0, 0.1684],
  [1, 29, 0.0009, 0.1776],
])('bounds %d of %d as published', (successes, n, lower, upper) => {
  const [low = 0, high = 0] = exact(successes, n);
  expect(low).toBeCloseTo(lower, 4);
  expect(high).toBeCloseTo(upper, 4);
});

it('is exact where the bound has a formula of its own, also for many ratings', () => {
  for (const n of [1, 30, 2_000]) expect(lowerBound(n, n, 0.05)).toBeCloseTo(0.05 ** (1 / n), 12);
  for (const n of [1, 30, 2_000]) expect(lowerBound(1, n, 0.05)).toBeCloseTo(1 - 0.95 ** (1 / n), 12);
  expect(lowerBound(0, 10, 0.05)).toBe(0);
});

it('sums the distribution to 1 and stays within it', () => {
  expect(atLeast(0, 2_000, 0.9)).toBe(1);
  expect(atLeast(1_000, 2_000, 0.9)).toBeCloseTo(1, 12);
  expect(atLeast(2, 2, 0.5)).toBeCloseTo(0.25, 15);
  expect(atLeast(3, 2, 0.5)).toBe(0);
  expect([atLeast(1, 2, 0), atLeast(1, 2, 1)]).toEqual([0, 1]);
});
