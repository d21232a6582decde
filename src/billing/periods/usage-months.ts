// Months of usage: they begin on the same day of each month in UTC, or on the last day of a shorter month.

export interface UsageMonth {
  readonly startsAt: Date;
  /** Exclusive: the start of the next month. */
  readonly endsAt: Date;
}

/** The month that contains `at`. A time before the anchor belongs to the first month. */
export function usageMonthAt(anchor: Date, at: Date): UsageMonth {
  const begun = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  // The month that begins within the calendar month of `at` may begin after it.
  const month = Math.max(0, monthsAfter(anchor, begun) > at ? begun - 1 : begun);
  return { startsAt: monthsAfter(anchor, month), endsAt: monthsAfter(anchor, month + 1) };
}

/** Always counted from the anchor: 31 January gives 28 February and then 31 March. */
function monthsAfter(anchor: Date, months: number): Date {
  const result = new Date(anchor);
  result.setUTCDate(1);
  result.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return result;
}
