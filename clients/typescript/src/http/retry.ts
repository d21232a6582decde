// When a request is sent again.
import { cancelledError } from '../error.js';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8_000;
/** A longer wait that the service asks for is the caller's to decide. */
const MAX_RETRY_AFTER_MS = 60_000;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export const isRetryableStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * @param retryAfter the header of the answer; null without one
 * @param retries how often the request was sent again already
 * @returns milliseconds; null when the service asks for more than a minute
 */
export function waitBeforeRetry(retryAfter: string | null, retries: number, now = Date.now()): number | null {
  const asked = retryAfter === null ? null : millisecondsOf(retryAfter.trim(), now);
  if (asked === null) return backOff(retries);
  return asked <= MAX_RETRY_AFTER_MS ? asked : null;
}

/** Half of it and more, at random, so that clients that failed together do not come back together. */
export function backOff(retries: number): number {
  const whole = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retries);
  return whole * (0.5 + Math.random() / 2);
}

/** @returns null where it is neither a number of seconds nor a date that is still to come */
function millisecondsOf(retryAfter: string, now: number): number | null {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const ms = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) - now : Number.NaN;
  return ms >= 0 ? ms : null;
}

/** @throws CallAnalysisError of kind `cancelled` */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(cancelledError(signal.reason));
      return;
    }
    const cancel = () => {
      clearTimeout(timer);
      reject(cancelledError(signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, ms);
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
