// Means and rates with their 95 % confidence intervals, and differences of two. Pure.

export type Interval = readonly [low: number, high: number];

/** Count of whole numbers, their sum, and the sum of their squares. */
export interface Sums {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
}

/**
 * Distance from the middle of Student's t distribution within which 95 % lie, by degrees of freedom; also between whole numbers.
 */
export type TQuantile = (degrees: number) => number;

/** Half-width of the normal distribution that contains 95 %. */
const Z = 1.959963984540054;
const CONFIDENCE = 0.95;

/** Loads the inverse of the incomplete beta function: it is WebAssembly, and the first request that needs it waits for it. */
export async function loadTQuantile(): Promise<TQuantile> {
  const { compiled, incbi } = await import('cephes');
  await compiled;
  // Most degrees are small whole numbers.
  const known = new Map<number, number>();
  const quantile = (degrees: number) => {
    const ratio = incbi(0.5, degrees / 2, CONFIDENCE);
    return Math.sqrt((degrees * ratio) / (1 - ratio));
  };
  return (degrees) => {
    const found = known.get(degrees) ?? quantile(degrees);
    if (Number.isInteger(degrees) && degrees <= MAX_KNOWN) known.set(degrees, found);
    return found;
  };
}

const MAX_KNOWN = 10_000;

/** Null without values. */
export const meanOf = ({ n, sum }: Sums): number | null => (n === 0 ? null : sum / n);

/** Interval of the mean, by Student's t; null of less than two. */
export function meanInterval(sums: Sums, t: TQuantile): Interval | null {
  const { n } = sums;
  if (n < 2) return null;
  return around(sums.sum / n, t(n - 1) * Math.sqrt(varianceOf(sums) / n));
}

/** Interval of the share of `hits` among `n`, by Wilson; null of less than two. */
export function rateInterval(hits: number, n: number): Interval | null {
  if (n < 2) return null;
  const square = Z * Z;
  const [low, high] = around(
    (hits + square / 2) / (n + square),
    (Z * Math.sqrt((hits * (n - hits)) / n + square / 4)) / (n + square),
  );
  // Exact bounds in theory: rounding would exceed them by 1e-17.
  return [hits === 0 ? 0 : low, hits === n ? 1 : high];
}

/** Interval of the difference of the means, by Welch; null where either is of less than two. */
export function differenceInterval(now: Sums, before: Sums, t: TQuantile): Interval | null {
  if (now.n < 2 || before.n < 2) return null;
  const [a, b] = [varianceOf(now) / now.n, varianceOf(before) / before.n];
  const value = now.sum / now.n - before.sum / before.n;
  if (a + b === 0) return [value, value];
  // Welch and Satterthwaite, by shares, so that no square can underflow.
  const share = a / (a + b);
  const degrees = 1 / (share ** 2 / (now.n - 1) + (1 - share) ** 2 / (before.n - 1));
  return around(value, t(degrees) * Math.sqrt(a + b));
}

/** Sums of hits as ones among zeros, for {@link differenceInterval}. */
export const sumsOfHits = (hits: number, n: number): Sums => ({ n, sum: hits, squares: hits });

/**
 * Variance of the sample. Exact until the division, and so never below 0: n times the squares, the larger product, may be beyond
 * 2^53.
 */
function varianceOf({ n, sum, squares }: Sums): number {
  if (n * squares <= Number.MAX_SAFE_INTEGER) return (n * squares - sum * sum) / (n * (n - 1));
  return Number(BigInt(n) * BigInt(squares) - BigInt(sum) * BigInt(sum)) / (n * (n - 1));
}

const around = (middle: number, reach: number): Interval => [middle - reach, middle + reach];
