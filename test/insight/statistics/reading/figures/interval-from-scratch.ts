// Means, rates and intervals once more, in another way than the service's: in two passes over the values, and with a quantile of
// Student's t that is found by halving, from a continued fraction.

export type Interval = readonly [number, number] | null;

const CONFIDENCE = 0.95;
const Z = 1.959963984540054;

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return meanOf(middle);
}

export function meanInterval(values: readonly number[]): Interval {
  const mean = meanOf(values);
  if (mean === null || values.length < 2) return null;
  const reach = quantile(values.length - 1) * Math.sqrt(variance(values, mean) / values.length);
  return [mean - reach, mean + reach];
}

export function rateInterval(hits: number, n: number): Interval {
  if (n < 2) return null;
  const p = hits / n;
  const middle = (p + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const reach = (Z / (1 + Z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2));
  return [middle - reach, middle + reach];
}

export function changeOf(now: readonly number[], before: readonly number[]): { value: number | null; ci: Interval } {
  const [a, b] = [meanOf(now), meanOf(before)];
  if (a === null || b === null) return { value: null, ci: null };
  if (now.length < 2 || before.length < 2) return { value: a - b, ci: null };
  const [u, v] = [variance(now, a) / now.length, variance(before, b) / before.length];
  if (u + v === 0) return { value: a - b, ci: [a - b, a - b] };
  const degrees = (u + v) ** 2 / (u ** 2 / (now.length - 1) + v ** 2 / (before.length - 1));
  const reach = quantile(degrees) * Math.sqrt(u + v);
  return { value: a - b, ci: [a - b - reach, a - b + reach] };
}

const variance = (values: readonly number[], mean: number) =>
  values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);

const known = new Map<number, number>();

/** How far from the middle of Student's t distribution 95 % lie. */
function quantile(degrees: number): number {
  let [low, high] = [0, 13];
  const found = known.get(degrees);
  if (found !== undefined) return found;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    // Of both tails.
    if (incompleteBeta(degrees / (degrees + middle ** 2), degrees / 2, 0.5) > 1 - CONFIDENCE) low = middle;
    else high = middle;
  }
  known.set(degrees, (low + high) / 2);
  return (low + high) / 2;
}

/** Regularised, by Lentz's way of the continued fraction. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let [c, d, value] = [1, 0, 1];
  for (let i = 0; i < 500; i++) {
    const m = Math.floor(i / 2);
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    const term = i === 0 ? 1 : i % 2 === 0 ? even : odd;
    d = 1 / (1 + term * d);
    c = 1 + term / c;
    value *= c * d;
    if (i > 0 && Math.abs(1 - c * d) < 1e-16) break;
  }
  return front * (value - 1);
}

/** By Stirling's series, beyond 20. */
function logGamma(x: number): number {
  if (x < 20) return logGamma(x + 1) - Math.log(x);
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5) - 1 / (1680 * x ** 7);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
