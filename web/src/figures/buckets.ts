// Days, weeks and months with the names of the API: `2026-11-25`, `2026-W48`, `2026-11`. Without the browser.
import { ofDays, type RangeFilters } from './range.js';
import { addDays, addMonths } from './zone.js';

/** First and last day of a bucket. */
export function daysOfBucket(key: string): readonly [first: string, last: string] {
  const week = /^(\d{4})-W(\d\d)$/.exec(key);
  if (week) {
    const monday = mondayOf(Number(week[1]), Number(week[2]));
    return [monday, addDays(monday, 6)];
  }
  if (/^\d{4}-\d\d$/.test(key)) return [`${key}-01`, addDays(`${addMonths(key, 1)}-01`, -1)];
  return [key, key];
}

/** Monday of a week. The fourth of January is always in the first week. */
function mondayOf(year: number, week: number): string {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const sinceMonday = (fourth.getUTCDay() + 6) % 7;
  return addDays(fourth.toISOString().slice(0, 10), (week - 1) * 7 - sinceMonday);
}

/** URL parameters that select only this bucket. */
export function rangeOfBucket(key: string): RangeFilters {
  const [first, last] = daysOfBucket(key);
  if (first === last) return { ...ofDays(first, last), from: undefined, until: first };
  return /^\d{4}-\d\d$/.test(key)
    ? { ...ofDays('', ''), from: undefined, until: undefined, month: key }
    : ofDays(first, last);
}

/** Name of a bucket for people: `Wed 25/11`, `23–29 Nov`, `November 2026`. */
export function nameOfBucket(key: string, language: string): string {
  const [first, last] = daysOfBucket(key).map((day) => new Date(`${day}T00:00:00Z`));
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
  if (first === undefined || last === undefined) return key;
  if (first.getTime() === last.getTime())
    return format({ weekday: 'short', day: '2-digit', month: '2-digit' }).format(first);
  if (key.includes('W')) return format({ day: 'numeric', month: 'short' }).formatRange(first, last);
  return format({ month: 'short', year: 'numeric' }).format(first);
}
