// The lowest confidence from which on people agree with the machine often enough, by a test in a fixed sequence (Jung, Brahman,
// Choi: Trust or Escalate, arXiv 2407.18370). Pure.
import { atLeast } from './binomial-bounds.js';

/** Ratings of answers that the machine gave with one confidence. */
export interface RatingsAt {
  readonly confidence: number;
  readonly n: number;
  readonly agreeing: number;
}

export interface ConfidenceLine {
  /** Answers with this confidence or more count. */
  readonly confidence: number;
  /** Share of the rated answers that count. */
  readonly share_above: number;
}

const ERROR = 0.05;
const MIN_RATINGS = 30;

/**
 * Each confidence is tested from the highest on, and the first that fails ends the test: so all tests together are wrong in 5 %
 * of cases at most. The exact lower bound of the share is the target or more where so many agreeing ratings have a probability
 * of 5 % or less at the target. A confidence that would fail even if all agreed is left out: that depends on no rating.
 * @returns null where no line is found
 */
export function confidenceLine(ratings: readonly RatingsAt[], target: number): ConfidenceLine | null {
  const all = ratings.reduce((sum, { n }) => sum + n, 0);
  let [n, agreeing] = [0, 0];
  let line: ConfidenceLine | null = null;
  for (const at of [...ratings].sort((a, b) => b.confidence - a.confidence)) {
    n += at.n;
    agreeing += at.agreeing;
    if (n < MIN_RATINGS || atLeast(n, n, target) > ERROR) continue;
    if (atLeast(agreeing, n, target) > ERROR) break;
    line = { confidence: at.confidence, share_above: n / all };
  }
  return line;
}
