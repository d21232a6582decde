// From a request to the question that it means: defaults, the time asked for, and the days, weeks or months of it.
import type { Seen } from '../../../access/rights.js';
import { type AnalysisFilter, toFilter } from '../../../calls/listing/analysis-filter.js';
import { coverOfAll } from '../sums/runs.js';
import { bucketsOf, dayAt, startOfDay, type TimeRange } from './calendar.js';
import { isCalendar } from './groupings.js';
import type { Question } from './question.js';
import { isKept } from './sources.js';
import type { StatisticsQuery } from './statistics.requests.js';
import { MAX_ROWS, Refused } from './statistics-errors.js';

export const DEFAULT_ZONE = 'UTC';
const DEFAULT_DAYS = 30;
const SECOND_MS = 1_000;
/** Beyond the one, and before the other, Postgres reads no date that JavaScript writes. Figures end there. */
const LAST = Date.UTC(9999, 0, 1);
export const FIRST = Date.UTC(1000, 0, 1);

/** Who asks. */
export interface Asker extends Seen {
  readonly livemode: boolean;
  /** True for an agent who asks for the figures of the own teams: they must not tell of one other agent. */
  readonly isOfTeam?: boolean;
}

/**
 * @param now whole seconds, as milliseconds since 1970
 * @throws Refused for more days, weeks or months than there may be rows
 */
export function askedBy(caller: Asker, query: StatisticsQuery, now: number): Promise<Question> {
  const { of, group_by: groupings, time: axis, timezone, livemode, revision } = query;
  const all = toFilter(caller, query);
  const { createdAfter, createdBefore, callAfter, callBefore } = all;
  // The times of the axis make the range; those of the other one only narrow.
  const asked =
    axis === 'created' ? { after: createdAfter, before: createdBefore } : { after: callAfter, before: callBefore };
  const filter: AnalysisFilter = {
    ...all,
    livemode: null,
    ...(axis === 'created' ? { createdAfter: null, createdBefore: null } : { callAfter: null, callBefore: null }),
  };
  const zone = timezone ?? DEFAULT_ZONE;
  return withRange(
    {
      of,
      filter,
      search: query.search ?? null,
      livemode: livemode ?? caller.livemode,
      revision: revision ?? null,
      groupings: groupings ?? [],
      axis,
    },
    zone,
    rangeOf(asked, zone, now),
  );
}

/** @throws Refused as above */
export async function withRange(
  question: Omit<Question, 'range' | 'buckets' | 'cover'>,
  zone: string,
  range: TimeRange,
): Promise<Question> {
  const unit = question.groupings.find(isCalendar)?.kind;
  const buckets = unit ? await bucketsOf(unit, zone, range, MAX_ROWS) : null;
  if (unit && buckets === null) throw new Refused('rows');
  const stretches = (buckets ?? [range]).map(({ start, end }) => ({ from: new Date(start), to: new Date(end) }));
  const cover = isKept(question) ? await coverOfAll(stretches) : null;
  return { ...question, range, buckets, cover };
}

/** Unix seconds as clients send them: what is later than `from`, and not later than `to`. */
export const shownRange = ({ start, end }: TimeRange) => ({ from: shownBound(start), to: shownBound(end) });

const shownBound = (instant: number) => Math.ceil(instant / SECOND_MS) - 1;

/** To the end of the present second, and from the start of the day 29 days before the last one, unless asked otherwise. */
function rangeOf(
  { after, before }: { readonly after: Date | null; readonly before: Date | null },
  zone: string,
  now: number,
): TimeRange {
  const end = Math.min(before?.getTime() ?? now + SECOND_MS, LAST);
  const start = after?.getTime() ?? startOfDay(zone, dayAt(zone, end - 1) - DEFAULT_DAYS + 1);
  // Where it begins after its end, it is empty.
  return { start: Math.min(start, end), end };
}
