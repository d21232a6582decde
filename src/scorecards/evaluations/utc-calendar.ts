// Days and months in UTC, as the counters of evaluations have them.

export const floorDay = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
export const floorMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

/** The next midnight, or the moment itself. */
export function ceilDay(at: Date): Date {
  const day = floorDay(at);
  if (day.getTime() === at.getTime()) return day;
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1));
}

/** The next start of a month, or the moment itself. */
export function ceilMonth(at: Date): Date {
  const month = floorMonth(at);
  if (month.getTime() === at.getTime()) return month;
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
}
