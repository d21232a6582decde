// Removes pauses of the recording from the speech found in a channel: the padding of speech may reach into a pause. Pure.
import { sumOfPowers } from '../frame-levels.js';

/** Span of a channel, in frames; `end` is exclusive. */
export interface FrameSpan {
  readonly start: number;
  readonly end: number;
}

/** Span with its padding. The power is the sum over the frames from `from` to `to`, which leave the padding out. */
export interface SpokenSpan extends FrameSpan {
  readonly from: number;
  readonly to: number;
  readonly power: number;
}

/** Parts of a span outside the pauses; a part without a frame of speech is left out. @param pauses ascending and disjoint */
export function cutSpan(span: SpokenSpan, pauses: readonly FrameSpan[], levels: Uint8Array): SpokenSpan[] {
  const here = pauses.filter(({ start, end }) => start < span.end && end > span.start);
  if (here.length === 0) return [span];
  return outside(span, here).flatMap(({ start, end }) => {
    const [from, to] = [Math.max(start, span.from), Math.min(end, span.to)];
    return from < to ? [{ start, end, from, to, power: sumOfPowers([...levels.subarray(from, to)]) }] : [];
  });
}

/** Parts of a stretch that are in none of the others. @param others ascending and disjoint */
export function outside({ start, end }: FrameSpan, others: readonly FrameSpan[]): FrameSpan[] {
  const left: FrameSpan[] = [];
  let at = start;
  for (const other of others) {
    if (other.end <= at) continue;
    if (other.start >= end) break;
    if (other.start > at) left.push({ start: at, end: other.start });
    at = other.end;
  }
  return at < end ? [...left, { start: at, end }] : left;
}
