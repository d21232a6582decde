// How much of a stretch of time spans cover. Both floors that need it, the adapters and the pipeline, may import the ports.
import type { SpeechSpan } from './transcript.js';

/**
 * Milliseconds that the spans cover up to a time; where several overlap, each counts. The difference of two times is what they
 * cover between them. Running sums over starts and ends: spans that all overlap each other would take the square of their number
 * pair by pair.
 */
export function coverOf(spans: readonly SpeechSpan[]): (ms: number) => number {
  const proper = spans.filter(({ startMs, endMs }) => endMs > startMs);
  const begun = sumUntil(proper.map(({ startMs }) => startMs));
  const ended = sumUntil(proper.map(({ endMs }) => endMs));
  return (ms) => begun(ms) - ended(ms);
}

/** The sum of the times from each of the given ones to another, of those that lie before it. */
function sumUntil(times: readonly number[]): (ms: number) => number {
  const ascending = Float64Array.from(times).sort();
  const sums = new Float64Array(ascending.length + 1);
  for (const [at, ms] of ascending.entries()) sums[at + 1] = (sums[at] ?? 0) + ms;
  return (ms) => {
    let [low, high] = [0, ascending.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ascending[middle] ?? 0) < ms) low = middle + 1;
      else high = middle;
    }
    return low * ms - (sums[low] ?? 0);
  };
}
