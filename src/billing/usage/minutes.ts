// Minutes are counted in whole hundredths, so that money does not depend on the rounding of fractions.

/** A hundredth of a minute. */
export const HUNDREDTH_MS = 600;

/** @param durationMs decoded duration, milliseconds @returns hundredths of a minute; a started one counts */
export function hundredthsOf(durationMs: number): number {
  return Math.ceil(durationMs / HUNDREDTH_MS);
}

/** A JSON number with at most two decimals. */
export function toMinutes(hundredths: number): number {
  return hundredths / 100;
}

/** Text for sentences, always with two decimals. */
export function minutesText(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

/**
 * Cents for all overage of a period so far. A ledger entry is charged the increase of this sum, so the entries of a period
 * add up to it exactly.
 */
export function overageCents(overageHundredths: number, centsPerMinute: number): number {
  return Math.round((overageHundredths * centsPerMinute) / 100);
}
