// When an upload that failed is sent again. Without the browser.
import { CallAnalysisError } from '../../../clients/typescript/src/browser.js';

const FIRST_MS = 1_000;
const MAX_MS = 15_000;
/** A service that asks for more will be asked again then. */
const MAX_ASKED_MS = 3_600_000;
/** So often a service in trouble is tried again by itself; then the person decides. */
const MAX_TROUBLES = 3;

/** `cut`: no connection, or it was cut. `limit`: the service asks to wait. `trouble`: it failed, or the first request runs. */
export interface Pause {
  readonly why: 'cut' | 'limit' | 'trouble';
  readonly ms: number;
}

/**
 * @param retryAfter the header of the answer; null without one
 * @param failures how often it failed before
 * @returns null where only the person can change something
 */
export function pauseAfter(error: unknown, retryAfter: string | null, failures: number): Pause | null {
  if (!(error instanceof CallAnalysisError)) return null;
  const { kind, status } = error;
  const ms = Math.min(MAX_MS, FIRST_MS * 2 ** failures);
  if (kind === 'connection' || kind === 'timeout') return { why: 'cut', ms };
  if (status === 429) return { why: 'limit', ms: askedMs(retryAfter) };
  // 409: the request whose connection was cut still runs.
  const isTrouble = status === 409 || status === 408 || (status !== null && status >= 500);
  return isTrouble && failures < MAX_TROUBLES ? { why: 'trouble', ms } : null;
}

function askedMs(retryAfter: string | null): number {
  const seconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : 1;
  return Math.min(MAX_ASKED_MS, Math.max(1, seconds) * 1000);
}
