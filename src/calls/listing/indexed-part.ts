// Counts of live mode and of what no person has reviewed, without an index of their own.
import type { AnalysisFilter } from './analysis-filter.js';

/** A part of a list that is all of it, or has an index. */
export type IndexedPart = Pick<AnalysisFilter, 'livemode' | 'reviewed'>;
export const EVERY: IndexedPart = { livemode: null, reviewed: null };
export const isEvery = ({ livemode, reviewed }: IndexedPart) => livemode === null && reviewed === null;

/**
 * SQL expression. Live mode has no index of its own: it has the analyses of both modes less the few of test mode. Nor have those
 * that no person has reviewed: they are all less the reviewed ones.
 * @param count gives the SQL expression for a part without `livemode: true` and `reviewed: false`
 */
export function byPart({ livemode, reviewed }: IndexedPart, count: (part: IndexedPart) => string): string {
  const less = (all: IndexedPart, part: IndexedPart) => `(${byPart(all, count)} - ${byPart(part, count)})`;
  if (livemode === true) return less({ livemode: null, reviewed }, { livemode: false, reviewed });
  if (reviewed === false) return less({ livemode, reviewed: null }, { livemode, reviewed: true });
  return count({ livemode, reviewed });
}
