// Decides what becomes of a call whose run failed: try again and when, fail with which sentence, or leave it alone.
// Pure rules: call.pipeline.ts carries the decisions out.
import {
  type ClaimedCall,
  ClaimLost,
  type HandBackReason,
  type ProviderFailures,
} from '../analysis/analysis-claims.js';
import type { FailureCode } from '../ports/failure-code.js';
import { ProviderError } from '../ports/provider-error.js';
import { CallRefused, WorkerStopping } from './call-run.js';

const FIRST_BACK_OFF_MS = 2_000;
const MAX_BACK_OFF_MS = 5 * 60_000;
/** How long all calls of a worker wait after a provider refused our credentials or quota. */
export const ENGINE_PAUSE_MS = 60_000;
/** Worker crashes on one call without a new checkpoint before the call fails: the recording itself may crash workers. */
const MAX_CRASHES = 5;
/** The client's sentence when the error has none that is meant for clients. */
const NOT_PROCESSED = 'The recording could not be processed';

/** A failing provider is given up after so many attempts or so much time, whichever is first. */
export interface RetryLimits {
  readonly maxAttempts: number;
  readonly patienceMs: number;
}

export type CallDecision =
  /** Another worker holds the call, or it is final or deleted: write nothing. */
  | { readonly kind: 'lost-claim' }
  /** The call may be claimed again after `waitMs`. */
  | { readonly kind: 'hand-back'; readonly waitMs: number; readonly reason: HandBackReason }
  /** The call fails for good; `code` and `sentence` are for the client. */
  | { readonly kind: 'fail'; readonly code: FailureCode; readonly sentence: string };

/** The decision depends on the failures so far, which only Postgres knows: {@link decideRetry}. */
export interface RetryableFailure {
  readonly kind: 'retryable';
  /** Both for the client, if this attempt was the last one. */
  readonly code: FailureCode;
  readonly sentence: string;
  /** The wait that the provider asked for; null when it did not say. */
  readonly retryAfterMs: number | null;
  /** No call can succeed now, so all calls of this worker wait. */
  readonly pausesEngine: boolean;
}

/** What the error alone says. `log` is the line for operators; null where there is nothing for them to know. */
export type FailureVerdict = (CallDecision | RetryableFailure) & { readonly log: string | null };

/** What is decided before a run begins; null: the run may begin. */
export function decideBeforeRun(
  call: Pick<ClaimedCall, 'crashes' | keyof ProviderFailures>,
  enginePauseMs: number,
  limits: RetryLimits,
): CallDecision | null {
  if (call.crashes >= MAX_CRASHES) return { kind: 'fail', code: 'not_processable', sentence: NOT_PROCESSED };
  // When patience is over, the call has its last attempt even during a pause.
  if (enginePauseMs > 0 && !isPatienceOver(call, limits)) {
    return { kind: 'hand-back', waitMs: enginePauseMs, reason: 'engine-paused' };
  }
  return null;
}

/** The kind of error decides, never its message. */
export function judgeFailure(error: unknown): FailureVerdict {
  if (error instanceof ClaimLost) return { kind: 'lost-claim', log: null };
  if (error instanceof WorkerStopping) return { kind: 'hand-back', waitMs: 0, reason: 'stopping', log: null };
  if (error instanceof CallRefused) return { kind: 'fail', code: error.code, sentence: error.message, log: null };
  if (!(error instanceof ProviderError)) {
    return {
      kind: 'retryable',
      code: 'not_processable',
      sentence: NOT_PROCESSED,
      retryAfterMs: null,
      pausesEngine: false,
      log: WILL_RETRY,
    };
  }
  const { code, message: sentence, retryable, retryAfterMs, pausesEngine } = error;
  if (!retryable) return { kind: 'fail', code, sentence, log: 'A provider refused the call; the call fails' };
  return { kind: 'retryable', code, sentence, retryAfterMs, pausesEngine, log: WILL_RETRY };
}

const WILL_RETRY = 'Call run failed; it will be retried unless its attempts are used up';

/**
 * @param before the failures since the last checkpoint, without this one
 * @param random 0 to 1, for the jitter
 */
export function decideRetry(
  failure: RetryableFailure,
  before: ProviderFailures,
  limits: RetryLimits,
  random = Math.random(),
): CallDecision {
  // A paused engine costs patience, but none of the attempts.
  const isLastAttempt = !failure.pausesEngine && before.providerFailures + 1 >= limits.maxAttempts;
  if (isLastAttempt || isPatienceOver(before, limits))
    return { kind: 'fail', code: failure.code, sentence: failure.sentence };
  // However long the provider wants to be left alone, the last attempt is made when patience ends.
  const leftMs = Math.max(0, limits.patienceMs - (before.failingForMs ?? 0));
  return {
    kind: 'hand-back',
    waitMs: Math.min(leftMs, backOffMs(failure, before.providerFailures, random)),
    reason: failure.pausesEngine ? 'engine-paused' : 'provider-failed',
  };
}

function isPatienceOver({ failingForMs }: ProviderFailures, { patienceMs }: RetryLimits): boolean {
  return failingForMs !== null && failingForMs >= patienceMs;
}

/**
 * What the provider asked for, else exponential back-off from 2 s to 5 min. Jitter adds up to a quarter, so that calls
 * that failed together do not return together.
 */
function backOffMs({ retryAfterMs, pausesEngine }: RetryableFailure, failures: number, random: number): number {
  const asked = retryAfterMs ?? (pausesEngine ? ENGINE_PAUSE_MS : null);
  const wait = asked ?? Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** failures);
  return Math.round(wait * (1 + random / 4));
}
