// Pace of all submissions of the program while the service is unavailable, or accepts nothing at the moment.
import { setTimeout } from 'node:timers/promises';

const FIRST_WAIT_MS = 1_000;
const MAX_AWAY_MS = 60_000;
/**
 * First wait when no minutes are left: a plan's period ends at midnight at the earliest, but the plan may be changed at any time.
 */
const FIRST_MINUTES_WAIT_MS = 60_000;
const MAX_MINUTES_WAIT_MS = 15 * 60_000;

export type Hindrance = 'away' | 'minutes';

export class Pace {
  private until = 0;
  private failures = 0;

  get failedInARow(): number {
    return this.failures;
  }

  /** Resolves when the next submission may begin. @throws Error when the signal ends it */
  async ready(signal: AbortSignal): Promise<void> {
    for (let ms = this.until - Date.now(); ms > 0; ms = this.until - Date.now())
      await setTimeout(ms, undefined, { signal });
    signal.throwIfAborted();
  }

  succeeded(): void {
    this.failures = 0;
    this.until = 0;
  }

  /**
   * Records a failure; submissions that fail together count as one.
   * @param askedMs wait that the service requests; null where it requests none
   * @returns time for which all submissions wait now; null where they wait already
   */
  failed(hindrance: Hindrance, askedMs: number | null): number | null {
    const now = Date.now();
    const isWaiting = this.until > now;
    if (!isWaiting) this.failures += 1;
    const ms = askedMs ?? (isWaiting ? 0 : backOff(hindrance, this.failures - 1));
    this.until = Math.max(this.until, now + ms);
    return isWaiting ? null : this.until - now;
  }
}

/** Wait with random jitter, from half to all of the back-off, so that programs that failed together do not retry together. */
function backOff(hindrance: Hindrance, failures: number): number {
  const [first, max] =
    hindrance === 'away' ? [FIRST_WAIT_MS, MAX_AWAY_MS] : [FIRST_MINUTES_WAIT_MS, MAX_MINUTES_WAIT_MS];
  return Math.min(max, first * 2 ** Math.min(failures, 20)) * (0.5 + Math.random() / 2);
}
