// Chooses the stored sums that add up to an interval of time. Months, days and hours are those of UTC. In another zone the
// interval begins and ends some hours off: these hours are added or subtracted.

/** Half-open interval. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

export const SPANS = ['month', 'day', 'hour'] as const;
/** `piece`: a part of an hour, for which there are no sums. */
export type Span = (typeof SPANS)[number] | 'piece';

export interface Part {
  readonly span: Span;
  /** -1: the sum of the part is subtracted. */
  readonly sign: 1 | -1;
  /** Milliseconds since 1970, half-open. */
  readonly from: number;
  readonly to: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** @returns parts whose sums add up to the interval, with as few hours and days as possible */
export function coverOf({ from, to }: Stretch): Part[] {
  return cover(from.getTime(), to.getTime(), ['hour', 'day', 'month'], 'piece').filter((part) => part.from < part.to);
}

/**
 * @param spans longer spans, the shortest first
 * @param own granularity: the interval starts and ends on a multiple of this span
 */
function cover(from: number, to: number, [next, ...longer]: readonly (typeof SPANS)[number][], own: Span): Part[] {
  const whole: Part[] = [{ span: own, sign: 1, from, to }];
  if (next === undefined) return whole;
  const [first, last] = [nearest(next, from), nearest(next, to)];
  if (first >= last || Math.abs(first - from) + Math.abs(last - to) >= to - from) return whole;
  return [signed(own, from, first), ...cover(first, last, longer, next), signed(own, last, to)];
}

/** Parts to add to get from one instant to the other; they are taken away where it lies before. */
const signed = (span: Span, from: number, to: number): Part =>
  from <= to ? { span, sign: 1, from, to } : { span, sign: -1, from: to, to: from };

function nearest(span: (typeof SPANS)[number], at: number): number {
  if (span !== 'month') {
    const length = span === 'hour' ? HOUR : DAY;
    return Math.round(at / length) * length;
  }
  const date = new Date(at);
  const [begin, end] = [0, 1].map((more) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more));
  return begin !== undefined && end !== undefined && at - begin < end - at ? begin : Number(end);
}
