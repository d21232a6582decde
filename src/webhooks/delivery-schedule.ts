const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits between attempts; the first attempt is at once, so there is one more of them. */
export const STANDARD_WAITS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** A receiver may ask for patience, but not for ever. */
const LONGEST_WAIT_MS = 24 * HOUR;
/** Either way, so that deliveries that failed together do not come back together. */
const JITTER = 0.1;

/** When a delivery that failed is tried again. */
export class DeliverySchedule {
  constructor(
    private readonly waitsMs: readonly number[] = STANDARD_WAITS_MS,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * @param attempts made so far, the failed one included
   * @param retryAfterMs what the receiver asked for; null when it did not
   * @returns milliseconds to wait, or null when no attempt is left
   */
  waitMs(attempts: number, retryAfterMs: number | null): number | null {
    const wait = this.waitsMs[attempts - 1];
    if (wait === undefined) return null;
    const jittered = wait * (1 - JITTER + 2 * JITTER * this.random());
    return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS)));
  }
}
