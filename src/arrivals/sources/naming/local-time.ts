// The instant at which the clocks of a time zone show a time.
import { offsetAt } from '../../../insight/statistics/reading/time-zones.js';

export const UTC = 'UTC';
const DAY_MS = 86_400_000;

/**
 * Instant of a local time. Where clocks show the time twice, the first of the two; where they skip it, the time that they would
 * have shown.
 * @param local the date and time of day in milliseconds, as if they were UTC
 * @throws RangeError for an unknown zone
 */
export function instantOf(local: number, zone: string): Date {
  if (zone === UTC) return new Date(local);
  const before = offsetAt(zone, local - DAY_MS);
  const after = offsetAt(zone, local + DAY_MS);
  const candidates = [local - Math.max(before, after), local - Math.min(before, after)];
  const shown = candidates.find((instant) => instant + offsetAt(zone, instant) === local);
  return new Date(shown ?? local - before);
}
