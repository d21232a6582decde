// Reads the calendar dates that each party of a call says. Pure.
import type { RedactionCountry } from '../../../ports/redaction.js';
import type { SearchedCall } from '../sensitive-span.js';
import type { CalendarDate, SpokenDate } from './number-stretch.js';

const WRITTEN = /(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g;

/** In the order of the segments. Masks none by itself: a date is a birth date only when asked for or after a cue. */
export function datesIn({ segments }: SearchedCall, countries: readonly RedactionCountry[]): SpokenDate[] {
  return segments.flatMap(({ id: segmentId, speaker, text }) =>
    [...text.matchAll(WRITTEN)].flatMap(({ 0: said, 1: first, 2: second, 3: year, index: from }) => {
      const readings = readingsOf(Number(first), Number(second), Number(year), countries);
      const places = [{ segmentId, from, to: from + said.length }];
      return readings.length === 0 ? [] : [{ speaker, places, readings }];
    }),
  );
}

function readingsOf(
  first: number,
  second: number,
  year: number,
  countries: readonly RedactionCountry[],
): CalendarDate[] {
  const dayFirst = countries.some((country) => country !== 'US') ? [{ day: first, month: second, year }] : [];
  const monthFirst = countries.includes('US') ? [{ day: second, month: first, year }] : [];
  return [...dayFirst, ...monthFirst].filter(({ day, month }) => day >= 1 && day <= 31 && month >= 1 && month <= 12);
}
