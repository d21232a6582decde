import { locale } from '../page/preferences.js';
import { t, timeZone } from '../texts/texts.js';
import type { Range } from './range.js';

/** The days in words, and their zone. */
export function rangeName({ kind, first, last, zone }: Range): string {
  const [from, until] = [first, last].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', ...options });
  const days =
    first === last
      ? format({ dateStyle: 'full' }).format(from)
      : kind === 'month'
        ? format({ month: 'long', year: 'numeric' }).format(from)
        : format({ dateStyle: 'long' }).formatRange(from, until);
  return t(zone === timeZone() ? 'day.inZone.own' : 'day.inZone', { days, zone });
}
