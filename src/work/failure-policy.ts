// Decides what becomes of a call whose run failed: try again and when, fail with which sentence, or leave it alone.
// Pure rules: run-end.ts carries the decisions out.
import {
  type ClaimedCall,
  ClaimLost,
  type HandBackReason,
  type ProviderFailures,
} from '../analysis/claims/analysis-claims.js';
import type { EngineTrouble } from '../ports/engine-trouble.js';
import type { FailureCode } from '../ports/failure-code.js';
import { ProviderError } from '../ports/provider-error.js';
import { CallRefused, GaveWay, type RecordingAwaited, WorkerStopping } from './call-run.js';

const FIRST_BACK_OFF_MS = 2_000;
const MAX_BACK_OFF_MS = 5 * 60_000;
/** While a provider is in trouble, the calls that it failed wait half as long as they have been failing, up to this. */
const MAX_TROUBLE_WAIT_MS = 60_000;
const MIN_TROUBLE_WAIT_MS = 1_000;
/** From acceptance on. Telephone systems may take minutes to write a recording whose address they have told. */
const MAX_AWAITED_MS = 10 * 60_000;
const AWAITED_WAITS_MS = [5_000, 15_000, 45_000, 120_000, 300_000];
const MIN_AWAITED_WAIT_MS = 5_000;
/** Worker crashes on one call without a new checkpoint before the call fails: the recording itself may crash workers. */
const MAX_CRASHES = 5;
/** The client's sentence when the error has none that is meant for clients. */
const NOT_PROCESSED = 'The recording could not be processed';

/** A call fails after so many failures of its own, or after so much trouble of a provider, whichever is first. */
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
  /** What is wrong with the provider; null where the failure concerns this call alone. */
  readonly trouble: EngineTrouble | null;
}

/** What the error alone says. `log` is the line for operators; null where there is nothing for them to know. */
export type FailureVerdict = (CallDecision | RetryableFailure) & { readonly log: string | null };

/** The call waits for a healthy worker. The wait is short, and keeps this one from turning in circles. */
export const WORKER_FAULT: CallDecision = { kind: 'hand-back', waitMs: 1_000, reason: 'worker-fault' };

/** Whether this worker must be looked at before its failure is held against the call. */
export function mayBeWorkersFault(verdict: FailureVerdict, error: unknown): boolean {
  if (error instanceof ProviderError && error.workerFault !== null) return true;
  if (verdict.kind === 'retryable') return verdict.trouble === null && verdict.code !== 'url_unreachable';
  // A disk that cannot be read makes every recording look damaged.
  return verdict.kind === 'fail' && (verdict.code === 'not_audio' || verdict.code === 'not_processable');
}

/** What is decided before a run begins; null: the run may begin. A pause of the engines is kept by the claims and the requests. */
export function decideBeforeRun(
  { crashes }: Pick<ClaimedCall, 'crashes'>,
  sentence = NOT_PROCESSED,
): CallDecision | null {
  return crashes >= MAX_CRASHES ? { kind: 'fail', code: 'not_processable', sentence } : null;
}

/**
 * The kind of error decides, never its message.
 * @param notProcessed the client's sentence when the error has none that is meant for clients
 */
export function judgeFailure(error: unknown, notProcessed = NOT_PROCESSED): FailureVerdict {
  if (error instanceof ClaimLost) return { kind: 'lost-claim', log: null };
  if (error instanceof WorkerStopping) return { kind: 'hand-back', waitMs: 0, reason: 'stopping', log: null };
  if (error instanceof GaveWay) return { kind: 'hand-back', waitMs: 0, reason: 'gave-way', log: null };
  if (error instanceof CallRefused) return { kind: 'fail', code: error.code, sentence: error.message, log: null };
  if (!(error instanceof ProviderError)) {
    return {
      kind: 'retryable',
      code: 'not_processable',
      sentence: notProcessed,
      retryAfterMs: null,
      trouble: null,
      log: WILL_RETRY,
    };
  }
  const { code, message: sentence, retryable, retryAfterMs, trouble } = error;
  if (!retryable) return { kind: 'fail', code, sentence, log: 'A provider refused the call; the call fails' };
  // The pause is logged once, not by each call that waits for it.
  const log = trouble?.sent === false ? null : WILL_RETRY;
  return { kind: 'retryable', code, sentence, retryAfterMs, trouble, log };
}

const WILL_RETRY = 'Call run failed; it will be retried unless its attempts are used up';

/** What is known of the engine at the end of the run. */
export interface EngineOutlook {
  /** Until the next probe; 0 when the engine is not paused. */
  readonly remainingMs: number;
  /** It answered another call since this call's last failure: so the failure is this call's own. */
  readonly worksForOthers: boolean;
}

/**
 * @param before the failures since the last checkpoint, without this one
 * @param random 0 to 1, for the jitter
 */
export function decideRetry(
  failure: RetryableFailure,
  before: ProviderFailures,
  outlook: EngineOutlook,
  limits: RetryLimits,
  random = Math.random(),
): CallDecision {
  const { code, sentence, trouble } = failure;
  const isOwn = trouble === null || (!trouble.certain && outlook.worksForOthers);
  const isLastAttempt = isOwn && before.providerFailures + 1 >= limits.maxAttempts;
  if (isLastAttempt || isPatienceOver(before, limits)) return { kind: 'fail', code, sentence };
  // However long the provider wants to be left alone, the last attempt is made when patience ends.
  const leftMs = Math.max(0, limits.patienceMs - (before.failingForMs ?? 0));
  const wait = isOwn ? backOffMs(failure, before.providerFailures) : troubleWaitMs(before, outlook);
  return {
    kind: 'hand-back',
    // Jitter, so that calls that failed together do not return together.
    waitMs: Math.min(leftMs, Math.round(wait * (1 + random / 4))),
    reason: isOwn ? 'provider-failed' : 'engine-paused',
  };
}

/**
 * The last attempt is made when the time is over.
 * @param waitedMs since the call was accepted, or started again
 * @param random 0 to 1, for the jitter
 */
export function decideAwaited(
  { message: sentence, retryAfterMs }: RecordingAwaited,
  waitedMs: number,
  random = Math.random(),
): CallDecision {
  const leftMs = MAX_AWAITED_MS - waitedMs;
  if (leftMs <= 0) return { kind: 'fail', code: 'url_refused', sentence };
  const wait = Math.max(MIN_AWAITED_WAIT_MS, retryAfterMs ?? nextAwaitedWaitMs(waitedMs));
  return {
    kind: 'hand-back',
    waitMs: Math.min(leftMs, Math.round(wait * (1 + random / 4))),
    reason: 'recording-awaited',
  };
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

function isPatienceOver({ failingForMs }: ProviderFailures, { patienceMs }: RetryLimits): boolean {
  return failingForMs !== null && failingForMs >= patienceMs;
}

/** What the provider asked for, else exponential back-off from 2 s to 5 min. */
function backOffMs({ retryAfterMs }: RetryableFailure, failures: number): number {
  return retryAfterMs ?? Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** failures);
}

/** The longer a call fails, the more it lets others be the probe: it may be the one that the provider cannot bear. */
function troubleWaitMs({ failingForMs }: ProviderFailures, { remainingMs }: EngineOutlook): number {
  const turn = Math.min(MAX_TROUBLE_WAIT_MS, Math.max(MIN_TROUBLE_WAIT_MS, (failingForMs ?? 0) / 2));
  return Math.max(remainingMs, turn);
}
