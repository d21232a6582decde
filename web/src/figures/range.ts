// Selected days and their time zone, as in the URL. Without the browser.
import { addDays, addMonths, countDays, dayIn, isDay, isMonth, isZone, startOfDay } from './zone.js';

export const LENGTHS = [1, 7, 30] as const;
type Length = (typeof LENGTHS)[number];

/** Maximum number of days; earlier days are cut off. */
const MAX_DAYS = 3_660;
const MAX_BUCKETS = 130;
/** Maximum number of buckets that are easy to distinguish in a chart. */
const MANY_BUCKETS = 45;

/** Filters with their names in the URL. Values that are no day, month or time zone are ignored: a person may have typed them. */
export interface RangeFilters {
  /** 7 or 30 up to `until`; else one day. */
  readonly days?: string | undefined;
  readonly until?: string | undefined;
  /** Month as `2026-11`. */
  readonly month?: string | undefined;
  /** First day of a custom range. */
  readonly from?: string | undefined;
  /** Default: the time zone of the browser. */
  readonly zone?: string | undefined;
}

export interface Range {
  readonly kind: Length | 'month' | 'custom';
  /** First and last day as `2026-11-25`, both included. */
  readonly first: string;
  readonly last: string;
  readonly zone: string;
  readonly after: Date;
  /** First moment after the range. */
  readonly before: Date;
  /** True while more calls may be added to the range. */
  readonly isRunning: boolean;
}

export const UNITS = ['day', 'week', 'month'] as const;
export type Unit = (typeof UNITS)[number];

export function rangeOf(filters: RangeFilters, browserZone: string, now: Date): Range {
  const zone = filters.zone !== undefined && isZone(filters.zone) ? filters.zone : browserZone;
  const today = dayIn(zone, now);
  const [kind, first, last] = daysOf(filters, today);
  const before = startOfDay(addDays(last, 1), zone);
  return { kind, first, last, zone, after: startOfDay(first, zone), before, isRunning: now < before };
}

function daysOf(
  { days, until, month, from }: RangeFilters,
  today: string,
): readonly [kind: Range['kind'], first: string, last: string] {
  const end = isDay(until) ? until : today;
  if (isDay(from)) {
    const [first, last] = from <= end ? [from, end] : [end, from];
    const earliest = addDays(last, 1 - MAX_DAYS);
    return ['custom', first < earliest ? earliest : first, last];
  }
  if (isMonth(month)) return ['month', `${month}-01`, addDays(`${addMonths(month, 1)}-01`, -1)];
  const length = LENGTHS.find((one) => String(one) === days) ?? 1;
  return [length, addDays(end, 1 - length), end];
}

/** URL parameters of a range, without its time zone. All are set, so that those of another kind are removed. */
type Place = Readonly<Record<Exclude<keyof RangeFilters, 'zone'>, string | undefined>>;

const NOWHERE: Place = { days: undefined, until: undefined, month: undefined, from: undefined };

export const ofLength = (length: Length): Place => ({
  ...NOWHERE,
  days: length === 1 ? undefined : String(length),
});

/** The month of today. */
export const ofMonth = (zone: string, now: Date): Place => ({ ...NOWHERE, month: dayIn(zone, now).slice(0, 7) });

export const ofDays = (from: string, until: string): Place => ({ ...NOWHERE, from, until });

/** Range of the same length, before or after this one. @returns null for a range that has not begun */
export function shifted({ kind, first, last, zone }: Range, by: -1 | 1, now: Date): Place | null {
  const today = dayIn(zone, now);
  if (kind === 'month') {
    const month = addMonths(first.slice(0, 7), by);
    return month > today.slice(0, 7) ? null : { ...NOWHERE, month };
  }
  const length = countDays(first, last);
  if (by === 1 && last >= today) return null;
  if (kind === 'custom') return ofDays(addDays(first, by * length), addDays(last, by * length));
  const until = addDays(last, by * length);
  return { ...ofLength(kind), until: until >= today ? undefined : until };
}

const DAYS_OF: Readonly<Record<Unit, number>> = { day: 1, week: 7, month: 30 };

/** Units that divide the range into few enough periods for a chart, the finest first; none for a single day. */
export function unitsOf({ first, last }: Range): readonly Unit[] {
  const days = countDays(first, last);
  if (days === 1) return [];
  return UNITS.filter((unit) => unit === 'day' || days >= 2 * DAYS_OF[unit]).filter(
    (unit) => days <= MAX_BUCKETS * DAYS_OF[unit],
  );
}

/** Unit of the URL if it fits, else the finest that is easy to read; null for a single day. */
export function unitOf(range: Range, asked: string | undefined): Unit | null {
  const units = unitsOf(range);
  const days = countDays(range.first, range.last);
  const read = units.find((unit) => days <= MANY_BUCKETS * DAYS_OF[unit]);
  return units.find((unit) => unit === asked) ?? read ?? units.at(-1) ?? null;
}
