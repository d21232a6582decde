// When a failed delivery is tried again: a fixed schedule of ten attempts over three days, with jitter.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between attempts. The first attempt needs no wait, so there is one attempt more than waits. */
export const STANDARD_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** The longest `Retry-After` that is honoured. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/** Share of the wait, up or down. Spreads the retries of deliveries that failed at the same moment. */
const JITTER = 0.1;

export class RetrySchedule {
  constructor(
    private readonly waitsMs: readonly number[] = STANDARD_WAITS_MS,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * @param attempts made so far, including the one that failed
   * @param retryAfterMs the receiver's `Retry-After`; null when it sent none
   * @returns milliseconds until the next attempt; null when no attempt is left
   */
  waitMs(attempts: number, retryAfterMs: number | null): number | null {
    const wait = this.waitsMs[attempts - 1];
    if (wait === undefined) return null;
    const jittered = wait * (1 - JITTER + 2 * JITTER * this.random());
    return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
  }
}
