// Days, weeks and months of a time zone as ranges of instants. A day lasts 23 to 25 hours where clocks change.
import { yieldToOthers } from '../../../platform/concurrency/loop-turns.js';
import type { CalendarUnit } from './groupings.js';
import { offsetAt } from './time-zones.js';

/** First instant that belongs to the range, and first that does not, in milliseconds since 1970. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

export interface Bucket extends TimeRange {
  /** `2026-11-25`, `2026-W48` or `2026-11`. */
  readonly key: string;
}

/** Buckets made in a turn of the event loop: the offsets of each zone are read from formatted times, some microseconds each. */
const SLICE = 40;
const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
const MIN_DAYS: Readonly<Record<CalendarUnit, number>> = { day: 1, week: DAYS_OF_WEEK, month: 28 };
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 3;

/** Calendar day without a time zone: days since 1970-01-01. */
type Day = number;

/**
 * Every day, week or month that overlaps the range, in order. The first and the last are cut at the ends of the range.
 * @returns null for more than `max`
 */
export async function bucketsOf(
  unit: CalendarUnit,
  zone: string,
  { start, end }: TimeRange,
  max: number,
): Promise<Bucket[] | null> {
  if (end <= start) return [];
  // A range may have thousands of years.
  if ((end - start) / DAY_MS > (max + 2) * (MIN_DAYS[unit] + 3)) return null;
  const buckets: Bucket[] = [];
  let first = firstDayOf(unit, dayAt(zone, start));
  let from = start;
  while (from < end) {
    if (buckets.length === max) return null;
    const next = nextOf(unit, first);
    const until = Math.min(end, startOfDay(zone, next));
    buckets.push({ key: keyOf(unit, first), start: from, end: Math.max(from, until) });
    [first, from] = [next, Math.max(from, until)];
    if (buckets.length % SLICE === 0) await yieldToOthers();
  }
  return buckets;
}

/** Day in the zone's calendar at this instant. */
export const dayAt = (zone: string, instant: number): Day => Math.floor((instant + offsetAt(zone, instant)) / DAY_MS);

/**
 * First instant of the day. Where clocks skip midnight: the instant after the gap. Where they show midnight twice: the first one.
 * A day that the zone skipped altogether begins with the next.
 */
export function startOfDay(zone: string, day: Day): number {
  const midnight = day * DAY_MS;
  const before = offsetAt(zone, midnight - DAY_MS);
  const after = offsetAt(zone, midnight + DAY_MS);
  const candidates = [midnight - Math.max(before, after), midnight - Math.min(before, after)];
  const shown = candidates.find((instant) => instant + offsetAt(zone, instant) === midnight);
  return shown ?? changeWithin(zone, Math.min(...candidates), Math.max(...candidates));
}

/** Instant between these two at which the zone's offset changes. */
function changeWithin(zone: string, earliest: number, latest: number): number {
  const after = offsetAt(zone, latest);
  let [low, high] = [earliest, latest];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === after) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Range of equal length just before: the same number of months for a range of whole months in the zone, of days for a range of
 * whole days, of milliseconds otherwise.
 */
export function previousRange(zone: string, { start, end }: TimeRange): TimeRange {
  const [first, last] = [start, end].map((instant) => {
    const day = dayAt(zone, instant);
    return startOfDay(zone, day) === instant ? day : null;
  });
  if (typeof first !== 'number' || typeof last !== 'number') return { start: start - (end - start), end: start };
  const [begin, finish] = [dateOf(first), dateOf(last)];
  const isOfMonths = begin.getUTCDate() === 1 && finish.getUTCDate() === 1;
  const months = (finish.getUTCFullYear() - begin.getUTCFullYear()) * 12 + finish.getUTCMonth() - begin.getUTCMonth();
  const earlier = isOfMonths ? monthsLater(first, -months) : first - (last - first);
  return { start: startOfDay(zone, earlier), end: start };
}

const dateOf = (day: Day) => new Date(day * DAY_MS);
const weekdayOf = (day: Day) => (((day + EPOCH_WEEKDAY) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;

/** @param day first day of a month */
function monthsLater(day: Day, months: number): Day {
  const date = dateOf(day);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.getTime() / DAY_MS;
}

function firstDayOf(unit: CalendarUnit, day: Day): Day {
  if (unit === 'day') return day;
  return unit === 'week' ? day - weekdayOf(day) : day - dateOf(day).getUTCDate() + 1;
}

function nextOf(unit: CalendarUnit, first: Day): Day {
  if (unit === 'day') return first + 1;
  return unit === 'week' ? first + DAYS_OF_WEEK : monthsLater(first, 1);
}

function keyOf(unit: CalendarUnit, first: Day): string {
  const date = dateOf(first).toISOString();
  if (unit === 'day') return date.slice(0, 'YYYY-MM-DD'.length);
  return unit === 'month' ? date.slice(0, 'YYYY-MM'.length) : weekKey(first);
}

/** ISO 8601: a week belongs to the year that its Thursday is in. */
function weekKey(monday: Day): string {
  const thursday = monday + 3;
  const year = dateOf(thursday).getUTCFullYear();
  const firstOfYear = Date.UTC(year, 0, 1) / DAY_MS;
  const week = Math.floor((thursday - firstOfYear) / DAYS_OF_WEEK) + 1;
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}
