/** Months of usage, counted from a day in UTC and clamped where a month is shorter. */

export interface UsageMonth {
  readonly startsAt: Date;
  /** Start of the next one: exclusive. */
  readonly endsAt: Date;
}

/** The month that `at` lies in. A moment before the anchor lies in the first month. */
export function usageMonthAt(anchor: Date, at: Date): UsageMonth {
  const estimate = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  let month = Math.max(0, estimate);
  while (month > 0 && monthsAfter(anchor, month) > at) month -= 1;
  while (monthsAfter(anchor, month + 1) <= at) month += 1;
  return { startsAt: monthsAfter(anchor, month), endsAt: monthsAfter(anchor, month + 1) };
}

/** Always reckoned from the anchor itself: 31 January gives 28 February, then 31 March again. */
function monthsAfter(anchor: Date, months: number): Date {
  const result = new Date(anchor);
  result.setUTCDate(1);
  result.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return result;
}
