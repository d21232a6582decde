// Interprets the parts of a date by the orders that countries use. Pure.
import type { RedactionCountry } from '../../../ports/redaction.js';
import type { CalendarDate } from './number-stretch.js';

export interface DatePart {
  /** `written`: parts with slashes between them, 3/4/1980. */
  readonly kind: 'number' | 'ordinal' | 'month' | 'written';
  readonly value: string;
  /** Index of its item. */
  readonly item: number;
}

export interface ReadParts {
  readonly readings: readonly CalendarDate[];
  /** Number of the parts that it takes. */
  readonly length: number;
}

/** Two-digit years from here on belong to the last century. */
const FIRST_OF_LAST_CENTURY = 30;

/** Null where the parts do not begin with a date. */
export function readingsOfParts(
  parts: readonly DatePart[],
  countries: ReadonlySet<RedactionCountry>,
): ReadParts | null {
  const [first] = parts;
  if (first?.kind === 'written') return found(writtenReadings(first.value, countries), 1);
  if (first?.kind === 'month') return monthFirst(parts);
  const day = dayAt(parts, 0);
  if (day === null) return null;
  const next = parts[day.length];
  if (next?.kind === 'month') return withYear(parts, day.value, Number(next.value), day.length + 1);
  // "Am fünften dritten achtzig."
  const month = parts[day.length - 1]?.kind === 'ordinal' && next?.kind === 'ordinal' ? Number(next.value) : 0;
  if (month < 1 || month > 12) return null;
  const read = withYear(parts, day.value, month, day.length + 1);
  return read?.readings[0]?.year === null ? null : read;
}

/** "March fifth, nineteen eighty", "March 1980". */
function monthFirst(parts: readonly DatePart[]): ReadParts | null {
  const month = Number(parts[0]?.value);
  const day = dayAt(parts, 1);
  const year = yearAt(parts, 1);
  if (day !== null && year?.value === undefined) return withYear(parts, day.value, month, 1 + day.length);
  // "March 5 1980" has a day and a year; of "March 27" the number may be either.
  const after = day && yearAt(parts, 1 + day.length);
  if (day && after) return found([{ year: after.value, month, day: day.value }], 1 + day.length + after.length);
  if (year === null) return null;
  const readings: CalendarDate[] = [{ year: year.value, month, day: null }];
  if (day) readings.push({ year: null, month, day: day.value });
  return found(readings, 1 + year.length);
}

function withYear(parts: readonly DatePart[], day: number, month: number, length: number): ReadParts | null {
  const year = yearAt(parts, length);
  return found([{ year: year?.value ?? null, month, day }], length + (year?.length ?? 0));
}

function found(readings: readonly CalendarDate[], length: number): ReadParts | null {
  return readings.length === 0 ? null : { readings, length };
}

interface Part {
  readonly value: number;
  readonly length: number;
}

/** "5", "fifth", "oh five", "twenty first". */
function dayAt(parts: readonly DatePart[], at: number): Part | null {
  const [first, second] = [parts[at], parts[at + 1]];
  if (first?.kind === 'ordinal') return inMonth(Number(first.value), 1);
  if (first?.kind !== 'number') return null;
  const value = Number(first.value);
  if (second?.kind === 'ordinal' && value >= 20 && value % 10 === 0 && Number(second.value) < 10) {
    return inMonth(value + Number(second.value), 2);
  }
  if (value === 0 && second?.kind === 'number') return inMonth(Number(second.value), 2);
  return inMonth(value, 1);
}

function inMonth(value: number, length: number): Part | null {
  return value >= 1 && value <= 31 ? { value, length } : null;
}

/** "1980", "nineteen eighty", "nineteen oh five", "eighty". */
function yearAt(parts: readonly DatePart[], at: number): Part | null {
  let digits = '';
  let read: Part | null = null;
  for (let part = at; parts[part]?.kind === 'number' && digits.length < 4; part += 1) {
    digits += parts[part]?.value;
    const year = yearOf(digits);
    if (year !== null) read = { value: year, length: part - at + 1 };
  }
  return read;
}

function yearOf(digits: string): number | null {
  if (/^(?:19|20)\d\d$/.test(digits)) return Number(digits);
  if (!/^\d\d$/.test(digits)) return null;
  return Number(digits) + (Number(digits) < FIRST_OF_LAST_CENTURY ? 2_000 : 1_900);
}

/** Readings of a written date: of 3/4/1980 one for each order; of 09/27 month and year; of 1980/04/03 one. */
function writtenReadings(value: string, countries: ReadonlySet<RedactionCountry>): CalendarDate[] {
  const [first = '', second = '', third] = value.split('/');
  if (third === undefined) return valid([{ month: Number(first), year: yearOf(second), day: null }]);
  if (first.length === 4) return valid([{ year: Number(first), month: Number(second), day: Number(third) }]);
  const year = yearOf(third);
  const dayFirst = { year, month: Number(second), day: Number(first) };
  const monthFirst = { year, month: Number(first), day: Number(second) };
  const isDayFirst = countries.has('GB') || countries.has('DE') || countries.size === 0;
  const read = valid([...(isDayFirst ? [dayFirst] : []), ...(countries.has('US') ? [monthFirst] : [])]);
  // A date that no wanted country writes in this way is still a date.
  return read.length > 0 ? read : valid([dayFirst, monthFirst]);
}

function valid(dates: readonly CalendarDate[]): CalendarDate[] {
  return dates.filter(({ month, day }) => month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31)));
}
