// Histograms of scores, from 0 to 100.

/**
 * Number of calls or evaluations by score; or the same as Postgres sends it: `numeric_send` of a sum of histograms. A large
 * answer keeps it so until it is counted, since thousands of lists of 101 numbers kept the garbage collector busy.
 */
export type Histogram = readonly number[] | Buffer;

const MAX_SCORE = 100;
/**
 * Bytes before the digits: the number of digits of base 10,000, the power of the first, the sign, and the scale, two bytes each.
 */
const HEADER_BYTES = 8;
const BASE = 10_000;

/** Each score has two digits of base 10,000; score 100 has the lowest. Postgres omits trailing digits that are 0. */
export function countsOf(histogram: Histogram): readonly number[] {
  if (!Buffer.isBuffer(histogram)) return histogram;
  const counts = NONE.slice();
  let power = histogram.readInt16BE(2);
  // Reads bytes directly: the methods of Buffer check each offset, and a large result has a million digits.
  for (let at = HEADER_BYTES; at < histogram.length; at += 2, power--) {
    const digit = ((histogram[at] ?? 0) << 8) + (histogram[at + 1] ?? 0);
    const score = MAX_SCORE - (power >> 1);
    counts[score] = (counts[score] ?? 0) + (power % 2 === 0 ? digit : digit * BASE);
  }
  return counts;
}

const NONE: readonly number[] = Array.from({ length: MAX_SCORE + 1 }, () => 0);

export function addHistograms(histograms: readonly Histogram[]): Histogram {
  const sum = NONE.slice();
  for (const histogram of histograms) {
    const counts = countsOf(histogram);
    for (let score = 0; score < counts.length; score++) sum[score] = (sum[score] ?? 0) + (counts[score] ?? 0);
  }
  return sum;
}
