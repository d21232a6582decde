// A mean or a share that says how sure it is, and how it has changed. Without the browser.
import type { CallFigures, Mean, Rate, Change as StatisticsChange } from '../../../clients/typescript/src/browser.js';

/** Of fewer values a figure is shown, and compared with nothing. */
export const MIN_COMPARED = 10;

type Interval = readonly [low: number, high: number];

/** Of 0 to 100: a score, or per cent. */
export interface Figure {
  /** Null without values. */
  readonly value: number | null;
  /** Holds the true value 19 times of 20; null under two values. */
  readonly interval: Interval | null;
  readonly n: number;
}

/** In points. */
export interface Change {
  readonly value: number;
  readonly interval: Interval | null;
}

/** No score lies outside 0 to 100, so an interval ends there too. */
export function ofMean({ mean, ci, n }: Mean): Figure {
  const interval = pairOf(ci, 1);
  return { value: mean, interval: interval && [Math.max(0, interval[0]), Math.min(100, interval[1])], n };
}

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

/** Whether chance alone would seldom bring such a change: its interval leaves 0 out. Null where too little is known. */
export function isMoreThanChance({ interval }: Change): boolean | null {
  if (interval === null) return null;
  return interval[0] > 0 || interval[1] < 0;
}

/** The quantile of the normal distribution that leaves out 5 % at both sides together. */
const Z = 1.959963984540054;

/** The part of calls that something is true of, with the interval of Wilson, as the API reckons rates. */
export function shareOf(count: number, n: number): Figure {
  if (n === 0) return { value: null, interval: null, n };
  const share = count / n;
  const middle = share + Z ** 2 / (2 * n);
  const reach = Z * Math.sqrt((share * (1 - share)) / n + (Z / (2 * n)) ** 2);
  const whole = 1 + Z ** 2 / n;
  const interval = [(100 * (middle - reach)) / whole, (100 * (middle + reach)) / whole] as const;
  return { value: share * 100, interval: n < 2 ? null : interval, n };
}

/** The interval is Newcombe's, of the two of Wilson (Statistics in Medicine 17, 1998, method 10). */
export function changeOfShares(now: Figure, before: Figure): Change | null {
  if (now.value === null || before.value === null) return null;
  const value = now.value - before.value;
  if (now.interval === null || before.interval === null) return { value, interval: null };
  const low = Math.hypot(now.value - now.interval[0], before.interval[1] - before.value);
  const high = Math.hypot(now.interval[1] - now.value, before.value - before.interval[0]);
  return { value, interval: [value - low, value + high] };
}

/** Whether a figure may be ranked by: the API's word for calls, the n of what it does not reckon itself. */
export const isFewCalls = ({ calls, low_n }: Pick<CallFigures, 'calls' | 'low_n'>): boolean =>
  calls > 0 && (low_n || calls < MIN_COMPARED);
