/** Minutes are counted in hundredths, as whole numbers: money must not depend on how a fraction rounds. */

/** Billing unit: a hundredth of a minute, begun ones counted. @param durationMs decoded duration, milliseconds */
export function hundredthsOf(durationMs: number): number {
  return Math.ceil(durationMs / 600);
}

/** A JSON number with at most two decimals. */
export function toMinutes(hundredths: number): number {
  return hundredths / 100;
}

/** For sentences: always two decimals. */
export function minutesText(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

/**
 * Cents for all overage of a period so far. An entry costs the difference that it makes, so that the entries of a
 * period add up to exactly this, however many there are.
 */
export function overageCents(overageHundredths: number, centsPerMinute: number): number {
  return Math.round((overageHundredths * centsPerMinute) / 100);
}
