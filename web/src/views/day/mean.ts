// A mean that says how sure it is. Without the browser.
import { studentT } from './student-t.js';

/** Of fewer values a mean is shown, and compared with nothing. */
export const MIN_COMPARED = 10;

export interface Mean {
  /** Null without values. */
  readonly mean: number | null;
  /** Holds the true mean 19 times of 20; null under two values. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly n: number;
}

/** @param values scores of 0 to 100, at whose ends an interval ends too */
export function meanOf(values: readonly number[]): Mean {
  const n = values.length;
  if (n === 0) return { mean: null, interval: null, n };
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { mean, interval: null, n };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const reach = studentT(n - 1) * Math.sqrt(squares / (n - 1) / n);
  return { mean, interval: [Math.max(0, mean - reach), Math.min(100, mean + reach)], n };
}

export const isComparable = ({ n }: Mean): boolean => n >= MIN_COMPARED;
