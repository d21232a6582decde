// Decides what becomes of work whose run failed: try again and when, fail with which sentence, or leave it alone.
// Pure rules: run-end.ts carries the decisions out.
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
/** While a provider is in trouble, what it failed waits half as long as it has been failing, up to this. */
const MAX_TROUBLE_WAIT_MS = 60_000;
const MIN_TROUBLE_WAIT_MS = 1_000;
/** Worker crashes on one row without a new checkpoint before it fails: the recording itself may crash workers. */
const MAX_CRASHES = 5;

/** Work fails after so many failures of its own, or after so much trouble of a provider, whichever is first. */
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

/** The decision depends on the failures so far, which only Postgres knows: {@link decideRetry}. */
export interface RetryableFailure {
  readonly kind: 'retryable';
  /** Both for the client, if this attempt was the last one. */
  readonly code: FailureCode;
  readonly sentence: string;
  /** The wait that the provider asked for; null when it did not say. */
  readonly retryAfterMs: number | null;
  /** What is wrong with the provider; null where the failure concerns this work alone. */
  readonly trouble: EngineTrouble | null;
}

/** What the error alone says. `log` is the line for operators; null where there is nothing for them to know. */
export type FailureVerdict = (Decision | RetryableFailure) & { readonly log: string | null };

/** The work waits for a healthy worker. The wait is short, and keeps this one from turning in circles. */
export const WORKER_FAULT: Decision = { kind: 'hand-back', waitMs: 1_000, reason: 'worker-fault' };

/** Whether this worker must be looked at before its failure is held against the work. */
export function mayBeWorkersFault(verdict: FailureVerdict, error: unknown): boolean {
  if (error instanceof ProviderError && error.workerFault !== null) return true;
  if (verdict.kind === 'retryable') return verdict.trouble === null && verdict.code !== 'url_unreachable';
  // A disk that cannot be read makes every recording look damaged.
  return verdict.kind === 'fail' && (verdict.code === 'not_audio' || verdict.code === 'not_processable');
}

/**
 * What is decided before a run begins; null: the run may begin. A pause of the engines is kept by the claims and the requests.
 * @param sentence for the client
 */
export function decideBeforeRun({ crashes }: Pick<Claimed, 'crashes'>, sentence: string): Decision | null {
  return crashes >= MAX_CRASHES ? { kind: 'fail', code: 'not_processable', sentence } : null;
}

/**
 * The kind of error decides, never its message.
 * @param notProcessed the client's sentence when the error has none that is meant for clients
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

/** What is known of the engine at the end of the run. */
export interface EngineOutlook {
  /** Until the next probe; 0 when the engine is not paused. */
  readonly remainingMs: number;
  /** It answered another call since the last failure of this work: so the failure is its own. */
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
  // However long the provider wants to be left alone, the last attempt is made when patience ends.
  const leftMs = Math.max(0, limits.patienceMs - (before.failingForMs ?? 0));
  const wait = isOwn ? backOffMs(failure, before.providerFailures) : troubleWaitMs(before, outlook);
  return {
    kind: 'hand-back',
    // Jitter, so that what failed together does not return together.
    waitMs: Math.min(leftMs, Math.round(wait * (1 + random / 4))),
    reason: isOwn ? 'provider-failed' : 'engine-paused',
  };
}

function isPatienceOver({ failingForMs }: ProviderFailures, { patienceMs }: RetryLimits): boolean {
  return failingForMs !== null && failingForMs >= patienceMs;
}

/** What the provider asked for, else exponential back-off from 2 s to 5 min. */
function backOffMs({ retryAfterMs }: RetryableFailure, failures: number): number {
  return retryAfterMs ?? Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** failures);
}

/** The longer a run fails, the more it lets others be the probe: it may be the one that the provider cannot bear. */
function troubleWaitMs({ failingForMs }: ProviderFailures, { remainingMs }: EngineOutlook): number {
  const turn = Math.min(MAX_TROUBLE_WAIT_MS, Math.max(MIN_TROUBLE_WAIT_MS, (failingForMs ?? 0) / 2));
  return Math.max(remainingMs, turn);
}
