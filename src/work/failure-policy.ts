// Decides the next step for work whose run failed: retry and when, fail with which sentence, or leave it alone. Pure rules:
// run-end.ts applies the decisions.
import type { EngineTrouble } from '../ports/engine-trouble.js';
import type { FailureCode } from '../ports/failure-code.js';
import { ProviderError } from '../ports/provider-error.js';
import {
  type Claimed,
  ClaimLost,
  HandBack,
  type HandBackReason,
  type ProviderFailures,
  type WorkFailure,
  WorkRefused,
} from './claim.js';

const FIRST_BACK_OFF_MS = 2_000;
const MAX_BACK_OFF_MS = 5 * 60_000;
/** Maximum wait while a provider is failing. The wait is half the time for which the work has been failing. */
const MAX_TROUBLE_WAIT_MS = 60_000;
const MIN_TROUBLE_WAIT_MS = 1_000;
/** Worker crashes on one row without a new checkpoint before it fails: the recording itself may crash workers. */
const MAX_CRASHES = 5;

/** Work fails after this number of failures of its own, or after this time of a failing provider, whichever is first. */
export interface RetryLimits {
  readonly maxAttempts: number;
  readonly patienceMs: number;
}

export type Decision =
  /** Another worker holds the row, or it is final or deleted: write nothing. */
  | { readonly kind: 'lost-claim' }
  /** The row may be claimed again after `waitMs`. */
  | { readonly kind: 'hand-back'; readonly waitMs: number; readonly reason: HandBackReason }
  /** The work fails for good. */
  | ({ readonly kind: 'fail' } & WorkFailure);

/** The decision depends on the failures so far, which are in Postgres: {@link decideRetry}. */
export interface RetryableFailure {
  readonly kind: 'retryable';
  /** Both for the client, if this attempt was the last one. */
  readonly code: FailureCode;
  readonly sentence: string;
  /** Wait requested by the provider; null for none. */
  readonly retryAfterMs: number | null;
  /** Failure of the provider; null where the failure concerns only this work. */
  readonly trouble: EngineTrouble | null;
}

/** Verdict from the error alone. `log` is the line for operators; null for none. */
export type FailureVerdict = (Decision | RetryableFailure) & { readonly log: string | null };

/** The work waits for a healthy worker. The short wait keeps this worker from claiming it again at once. */
export const WORKER_FAULT: Decision = { kind: 'hand-back', waitMs: 1_000, reason: 'worker-fault' };

/** Whether this worker must be checked before the failure counts against the work. */
export function mayBeWorkersFault(verdict: FailureVerdict, error: unknown): boolean {
  if (error instanceof ProviderError && error.workerFault !== null) return true;
  if (verdict.kind === 'retryable') return verdict.trouble === null && verdict.code !== 'url_unreachable';
  // A disk that cannot be read makes every recording look damaged.
  return verdict.kind === 'fail' && (verdict.code === 'not_audio' || verdict.code === 'not_processable');
}

/**
 * Decision before a run begins; null: the run may begin. Claims and requests check for a pause of the engines.
 * @param sentence for the client
 */
export function decideBeforeRun({ crashes }: Pick<Claimed, 'crashes'>, sentence: string): Decision | null {
  return crashes >= MAX_CRASHES ? { kind: 'fail', code: 'not_processable', sentence } : null;
}

/**
 * The type of the error decides, never its message.
 * @param notProcessed client's sentence when the error has none for clients
 */
export function judgeFailure(error: unknown, notProcessed: string): FailureVerdict {
  if (error instanceof ClaimLost) return { kind: 'lost-claim', log: null };
  if (error instanceof HandBack) return { kind: 'hand-back', waitMs: error.waitMs, reason: error.reason, log: null };
  if (error instanceof WorkRefused) return { kind: 'fail', code: error.code, sentence: error.message, log: null };
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
  if (!retryable) return { kind: 'fail', code, sentence, log: REFUSED };
  // The pause is logged once, not by each run that waits for it.
  const log = trouble?.sent === false ? null : WILL_RETRY;
  return { kind: 'retryable', code, sentence, retryAfterMs, trouble, log };
}

const WILL_RETRY = 'A run failed; it will be retried unless its attempts are used up';
const REFUSED = 'A provider refused a request for good; the run is not retried';

/** State of the engine at the end of the run. */
export interface EngineOutlook {
  /** Until the next probe; 0 when the engine is not paused. */
  readonly remainingMs: number;
  /** True when it answered another call since the last failure of this work: then the work itself causes the failure. */
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
): Decision {
  const { code, sentence, trouble } = failure;
  const isOwn = trouble === null || (!trouble.certain && outlook.worksForOthers);
  const isLastAttempt = isOwn && before.providerFailures + 1 >= limits.maxAttempts;
  if (isLastAttempt || isPatienceOver(before, limits)) return { kind: 'fail', code, sentence };
  // The last attempt is made at the end of the patience, even if the provider requests a longer wait.
  const leftMs = Math.max(0, limits.patienceMs - (before.failingForMs ?? 0));
  const wait = isOwn ? backOffMs(failure, before.providerFailures) : troubleWaitMs(before, outlook);
  return {
    kind: 'hand-back',
    // Jitter, so that runs that failed together do not retry together.
    waitMs: Math.min(leftMs, Math.round(wait * (1 + random / 4))),
    reason: isOwn ? 'provider-failed' : 'engine-paused',
  };
}

function isPatienceOver({ failingForMs }: ProviderFailures, { patienceMs }: RetryLimits): boolean {
  return failingForMs !== null && failingForMs >= patienceMs;
}

/** Wait requested by the provider, else exponential back-off from 2 s to 5 min. */
function backOffMs({ retryAfterMs }: RetryableFailure, failures: number): number {
  return retryAfterMs ?? Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** failures);
}

/**
 * The longer a run fails, the longer it waits, so that others become the probe: this run may be the one that makes the provider
 * fail.
 */
function troubleWaitMs({ failingForMs }: ProviderFailures, { remainingMs }: EngineOutlook): number {
  const turn = Math.min(MAX_TROUBLE_WAIT_MS, Math.max(MIN_TROUBLE_WAIT_MS, (failingForMs ?? 0) / 2));
  return Math.max(remainingMs, turn);
}
