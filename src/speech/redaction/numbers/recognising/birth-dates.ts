// Dates that are told to be someone's birth. Pure.

import type { FoundDate } from '../dates.js';
import type { CalendarDate } from '../number-stretch.js';
import type { Cues } from './cues.js';
import type { Found } from './found.js';

const BY_CUE = 0.92;
const BY_DIGITS = 0.85;

export function birthDates(dates: readonly FoundDate[], cues: Cues): Found[] {
  return dates.flatMap((date) => {
    const { readings, isBare, stream, from, to } = date;
    const [reading] = readings;
    if (!reading || !cues.of(date).has('birth')) return [];
    const content = contentOf(reading);
    return [{ type: 'date_of_birth' as const, confidence: isBare ? BY_DIGITS : BY_CUE, content, stream, from, to }];
  });
}

function contentOf({ year, month, day }: CalendarDate): string {
  return [year ?? '', month, day ?? ''].join('-');
}
