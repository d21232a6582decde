// Calendar days in a time zone, including changes of its clocks. Without the browser.

/** Maximum offset: time zones lie between UTC-12 and UTC+14, and some were a little further off before there were zones. */
const FARTHEST_S = 16 * 3600;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-US', options);
  formats.set(zone, format);
  return format;
}

export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Day of a time in a time zone, as `2026-11-25`. */
export function dayIn(zone: string, at: Date): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/**
 * First moment of a day. On some days the clocks skip midnight, so the moment is searched, not calculated: the day never goes
 * back as time passes.
 */
export function startOfDay(day: string, zone: string): Date {
  const middle = utcOf(day) / 1000;
  let [before, from] = [middle - FARTHEST_S, middle + FARTHEST_S];
  while (from - before > 1) {
    const between = Math.floor((before + from) / 2);
    if (dayIn(zone, new Date(between * 1000)) < day) before = between;
    else from = between;
  }
  return new Date(from * 1000);
}

export function addDays(day: string, days: number): string {
  return new Date(utcOf(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Number of days from one day to another, including both. */
export const countDays = (first: string, last: string): number => (utcOf(last) - utcOf(first)) / 86_400_000 + 1;

/** True for a valid calendar day with a year of four digits. */
export function isDay(day: string | undefined): day is string {
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && isReal(day);
}

/** True for a month as `2026-11`. */
export function isMonth(month: string | undefined): month is string {
  return month !== undefined && /^\d{4}-\d\d$/.test(month) && isReal(`${month}-01`);
}

export function addMonths(month: string, months: number): string {
  const at = new Date(utcOf(`${month}-01`));
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}

const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

function isReal(day: string): boolean {
  const at = new Date(utcOf(day));
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day && at.getUTCFullYear() >= 1970;
}
