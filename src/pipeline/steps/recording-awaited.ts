// What becomes of a call whose address does not lead to its recording yet: it is fetched again for some minutes, and refused
// then.
import { HandBack, WorkRefused } from '../../work/claim.js';

/** From acceptance on. Telephone systems may take minutes to write a recording whose address they have told. */
const MAX_AWAITED_MS = 10 * 60_000;
const AWAITED_WAITS_MS = [5_000, 15_000, 45_000, 120_000, 300_000];
const MIN_AWAITED_WAIT_MS = 5_000;

/** The message is one sentence for the client. */
export class RecordingAwaited extends Error {
  override readonly name = 'RecordingAwaited';
  constructor(
    sentence: string,
    /** The wait that the server asked for; null when it did not say. */
    readonly retryAfterMs: number | null,
  ) {
    super(sentence);
  }
}

/**
 * The last attempt is made when the time is over.
 * @param waitedMs since the call was accepted, or started again
 * @param random 0 to 1, for the jitter
 * @returns the error that ends the run
 */
export function endOfAwaited(
  { message: sentence, retryAfterMs }: RecordingAwaited,
  waitedMs: number,
  random = Math.random(),
): HandBack | WorkRefused {
  const leftMs = MAX_AWAITED_MS - waitedMs;
  if (leftMs <= 0) return new WorkRefused('url_refused', sentence);
  const wait = Math.max(MIN_AWAITED_WAIT_MS, retryAfterMs ?? nextAwaitedWaitMs(waitedMs));
  return new HandBack('recording-awaited', Math.min(leftMs, Math.round(wait * (1 + random / 4))));
}

/** Read off the time that has passed, so that no attempts are counted. */
function nextAwaitedWaitMs(waitedMs: number): number {
  let end = 0;
  for (const wait of AWAITED_WAITS_MS) {
    end += wait;
    if (waitedMs < end) return wait;
  }
  return MAX_AWAITED_MS;
}
