// Intervals beside values of mpmath with 40 digits, and beside the formulas of textbooks.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  differenceInterval,
  loadTQuantile,
  meanInterval,
  meanOf,
  rateInterval,
  type Sums,
  sumsOfHits,
  type TQuantile,
} from '../../../../../src/insight/statistics/reading/figures/intervals.js';

let t: TQuantile;
beforeAll(async () => {
  t = await loadTQuantile();
});

const sums = (...values: readonly number[]): Sums => ({
  n: values.length,
  sum: values.reduce((a, b) => a + b, 0),
  squares: values.reduce((a, b) => a + b * b, 0),
});

describe('the quantile of Student’s t', () => {
  it.each([
    [1, 12.7062047361747],
    [1.3, 7.50052932556203],
    [2, 4.30265272974946],
    [2.7, 3.39214838317375],
    [9, 2.2621571627982],
    [12.34, 2.17217329680978],
    [29, 2.0452296421327],
    [100, 1.98397151852355],
    [250.5, 1.96947927205167],
    [12_345, 1.96015616760056],
    [1_000_000, 1.9599663568141],
  ])('of %d degrees of freedom', (degrees, expected) => {
    expect(Math.abs(t(degrees) / expected - 1)).toBeLessThan(1e-9);
    // A whole one is remembered.
    expect(t(degrees)).toBe(t(degrees));
  });
});

describe('a mean', () => {
  it('has the interval of scipy’s t.interval', () => {
    // stats.t.interval(.95, 4, mean(x), sem(x))
    const [low, high] = meanInterval(sums(81, 86, 90, 77, 95), t) ?? [];
    expect(low).toBeCloseTo(76.958864051443, 9);
    expect(high).toBeCloseTo(94.641135948557, 9);
  });

  it('has none of less than two, and one of no width where all are the same', () => {
    expect(meanOf(sums())).toBeNull();
    expect(meanInterval(sums(), t)).toBeNull();
    expect(meanInterval(sums(50), t)).toBeNull();
    expect(meanInterval(sums(50, 50), t)).toEqual([50, 50]);
  });

  it('may reach beyond 0 and 100', () => {
    expect(meanInterval(sums(100, 100, 40), t)?.[1]).toBeGreaterThan(100);
  });

  it('stays exact where n times the squares is beyond 2^53', () => {
    const n = 100_000_000;
    // Half of them 99, half of them 100: the variance is a quarter.
    const large = { n, sum: (n / 2) * 199, squares: (n / 2) * (99 ** 2 + 100 ** 2) };
    const [low = 0, high = 0] = meanInterval(large, t) ?? [];
    expect((low + high) / 2).toBe(99.5);
    expect((high - low) / 2).toBeCloseTo((1.959964 * 0.5) / Math.sqrt(n), 10);
    expect(meanInterval({ n, sum: n * 77, squares: n * 77 * 77 }, t)).toEqual([77, 77]);
  });
});

describe('a rate', () => {
  it('has the interval of Wilson', () => {
    // stats.binomtest(109, 120).proportion_ci(method='wilson')
    const [low, high] = rateInterval(109, 120) ?? [];
    expect(low).toBeCloseTo(0.843291530273, 10);
    expect(high).toBeCloseTo(0.948042817151, 10);
  });

  it('ends at 0 and at 1 exactly', () => {
    expect(rateInterval(0, 7)?.[0]).toBe(0);
    expect(rateInterval(7, 7)?.[1]).toBe(1);
    expect(rateInterval(7, 7)?.[0]).toBeGreaterThan(0);
  });

  it('has none of less than two', () => {
    expect(rateInterval(0, 0)).toBeNull();
    expect(rateInterval(1, 1)).toBeNull();
  });
});

describe('a change', () => {
  it('has the interval of scipy’s ttest_ind with unequal variances', () => {
    const [low, high] = differenceInterval(sums(81, 86, 90, 77, 95), sums(70, 88, 79), t) ?? [];
    expect(low).toBeCloseTo(-11.035337324849, 9);
    expect(high).toBeCloseTo(24.635337324849, 9);
  });

  it('takes a rate as a mean of ones and zeros', () => {
    expect(differenceInterval(sumsOfHits(3, 4), sumsOfHits(1, 3), t)).toEqual(
      differenceInterval(sums(1, 1, 1, 0), sums(1, 0, 0), t),
    );
  });

  it('has none where either side has less than two, and no width where nothing varies', () => {
    expect(differenceInterval(sums(50), sums(40, 50), t)).toBeNull();
    expect(differenceInterval(sums(50, 50), sums(40), t)).toBeNull();
    expect(differenceInterval(sums(50, 50), sums(40, 40), t)).toEqual([10, 10]);
    expect(differenceInterval(sums(50, 60), sums(40, 40), t)?.[0]).toBeLessThan(15);
  });
});
