// A mean or a share with its interval, and its change. Without the browser.
import type { CallFigures, Mean, Rate, Change as StatisticsChange } from '../../../clients/typescript/src/browser.js';

/** Minimum number of values for a comparison. A figure of fewer values is shown without one. */
export const MIN_COMPARED = 10;

type Interval = readonly [low: number, high: number];

/** Score or percentage, 0 to 100. */
export interface Figure {
  /** Null without values. */
  readonly value: number | null;
  /**
   * 95 % interval: contains the true value 19 times out of 20; null for fewer than two values, and for values that are all equal:
   * they say nothing of how far others may lie.
   */
  readonly interval: Interval | null;
  readonly n: number;
}

/** Change of a figure, in points. */
export interface Change {
  readonly value: number;
  readonly interval: Interval | null;
}

/** Scores are between 0 and 100, so the interval is limited to this range. */
export function ofMean({ mean, ci, n }: Mean): Figure {
  const interval = pairOf(ci, 1);
  const isWide = interval !== null && interval[0] < interval[1];
  return { value: mean, interval: isWide ? [Math.max(0, interval[0]), Math.min(100, interval[1])] : null, n };
}

export const areAllEqual = ({ value, interval, n }: Figure): boolean => value !== null && interval === null && n > 1;

export const ofRate = ({ value, ci, n }: Rate): Figure => ({
  value: value === null ? null : value * 100,
  interval: pairOf(ci, 100),
  n,
});

export function changeOf(change: StatisticsChange | undefined, scale: 1 | 100 = 1): Change | null {
  if (change === undefined || change.value === null) return null;
  return { value: change.value * scale, interval: pairOf(change.ci, scale) };
}

const pairOf = (ci: readonly number[] | null, scale: number): Interval | null =>
  ci?.[0] === undefined || ci[1] === undefined ? null : [ci[0] * scale, ci[1] * scale];

export const isComparable = ({ n }: Figure): boolean => n >= MIN_COMPARED;

/** True when chance alone would rarely cause such a change: its interval excludes 0. Null when too little is known. */
export function isMoreThanChance({ interval }: Change): boolean | null {
  if (interval === null) return null;
  return interval[0] > 0 || interval[1] < 0;
}

/** The quantile of the normal distribution that leaves out 5 % at both sides together. */
const Z = 1.959963984540054;

/** Share of calls with a property, with the Wilson interval, as the API calculates rates. */
export function shareOf(count: number, n: number): Figure {
  if (n === 0) return { value: null, interval: null, n };
  const share = count / n;
  const middle = share + Z ** 2 / (2 * n);
  const reach = Z * Math.sqrt((share * (1 - share)) / n + (Z / (2 * n)) ** 2);
  const whole = 1 + Z ** 2 / n;
  const interval = [(100 * (middle - reach)) / whole, (100 * (middle + reach)) / whole] as const;
  return { value: share * 100, interval: n < 2 ? null : interval, n };
}

/**
 * Difference of two shares, with Newcombe's interval from the two Wilson intervals (Statistics in Medicine 17, 1998, method 10).
 */
export function changeOfShares(now: Figure, before: Figure): Change | null {
  if (now.value === null || before.value === null) return null;
  const value = now.value - before.value;
  if (now.interval === null || before.interval === null) return { value, interval: null };
  const low = Math.hypot(now.value - now.interval[0], before.interval[1] - before.value);
  const high = Math.hypot(now.interval[1] - now.value, before.value - before.interval[0]);
  return { value, interval: [value - low, value + high] };
}

/** True for too few calls to rank: uses the API's flag for calls, and n for figures that the API does not calculate. */
export const isFewCalls = ({ calls, low_n }: Pick<CallFigures, 'calls' | 'low_n'>): boolean =>
  calls > 0 && (low_n || calls < MIN_COMPARED);
