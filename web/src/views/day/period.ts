// Which days are looked at, as the address says it. Without the browser.

export const LENGTHS = [1, 7, 30] as const;
export type Length = (typeof LENGTHS)[number];

export interface Period {
  readonly length: Length;
  /** Each day as `2026-11-25` in the zone of the browser, the last one first. */
  readonly days: readonly string[];
  readonly after: Date;
  /** The first moment that is not of the period. */
  readonly before: Date;
}

/** Named as they stand in the address. What is no number of days and no day is passed over: it may have been typed. */
export interface DayFilters {
  readonly days?: string | undefined;
  readonly until?: string | undefined;
  readonly agent?: string | undefined;
  readonly mode?: string | undefined;
  readonly order?: string | undefined;
}

export function periodOf({ days, until }: DayFilters, now: Date): Period {
  const length = LENGTHS.find((one) => String(one) === days) ?? 1;
  const last = dateOf(until) ?? now;
  const on = (offset: number) => new Date(last.getFullYear(), last.getMonth(), last.getDate() + offset);
  return {
    length,
    days: Array.from({ length }, (_, index) => dayOf(on(-index))),
    after: on(1 - length),
    before: on(1),
  };
}

/** The day in the zone of the browser. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Midnight of the day; null for what is no day of the calendar. */
export function dateOf(day: string | undefined): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '');
  if (!parts) return null;
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return dayOf(date) === day ? date : null;
}

/** The same length, before or after this period. @returns the last day, for the address; undefined for one that ends today */
export function shifted({ length, days }: Period, by: -1 | 1, now: Date): string | undefined {
  const last = dateOf(days[0]) ?? now;
  const next = dayOf(new Date(last.getFullYear(), last.getMonth(), last.getDate() + by * length));
  return next >= dayOf(now) ? undefined : next;
}
