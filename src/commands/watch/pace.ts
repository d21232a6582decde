// How long all submissions of the program wait, when the service is away or takes nothing at the moment.
import { setTimeout } from 'node:timers/promises';

const FIRST_WAIT_MS = 1_000;
const MAX_AWAY_MS = 60_000;
/** A period of a plan ends at midnight at the earliest; a plan may be changed at any time. */
const FIRST_MINUTES_WAIT_MS = 60_000;
const MAX_MINUTES_WAIT_MS = 15 * 60_000;

export type Hindrance = 'away' | 'minutes';

export class Pace {
  private until = 0;
  private failures = 0;

  /** How often in a row nothing went through. */
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
   * Submissions that fail together are one failure.
   * @param askedMs how long the service asks to wait; null where it says nothing
   * @returns how long all wait now; null where they wait already
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

/** Half of it and more, at random, so that programs that failed together do not come back together. */
function backOff(hindrance: Hindrance, failures: number): number {
  const [first, max] =
    hindrance === 'away' ? [FIRST_WAIT_MS, MAX_AWAY_MS] : [FIRST_MINUTES_WAIT_MS, MAX_MINUTES_WAIT_MS];
  return Math.min(max, first * 2 ** Math.min(failures, 20)) * (0.5 + Math.random() / 2);
}
