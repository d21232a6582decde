/**
 * What went wrong:
 * - `api`: the service answered with a status that is no success;
 * - `connection`: no connection, or one that was cut, or a certificate that is not valid;
 * - `timeout`: nothing was sent or received for too long, or a wait took too long;
 * - `cancelled`: the caller's signal ended it;
 * - `answer`: the answer cannot be read;
 * - `argument`: an argument of the call, or the given recording;
 * - `signature`: a webhook that the service did not sign, or not with this secret, or too long ago.
 */
export type ErrorKind = 'api' | 'connection' | 'timeout' | 'cancelled' | 'answer' | 'argument' | 'signature';

/** One field that the service refused. */
export interface ErrorItem {
  /** What kind of fault, for a program. */
  readonly type: string;
  /** Where: `body`, `query`, `path` or `header`, then the way to the field. */
  readonly loc: readonly string[];
  /** What is wrong, for a person. */
  readonly msg: string;
  /** What was given; left out where it could repeat a secret. */
  readonly input?: unknown;
}

interface ErrorFacts {
  readonly kind: ErrorKind;
  /** A sentence. */
  readonly detail: string;
  readonly status?: number | null;
  readonly items?: readonly ErrorItem[] | null;
  readonly requestId?: string | null;
  readonly retryable?: boolean;
  readonly idempotencyKey?: string | null;
  readonly uploadId?: string | null;
  readonly cause?: unknown;
}

/** The one error of this library; `kind` tells what happened. */
export class CallAnalysisError extends Error {
  override readonly name = 'CallAnalysisError';
  readonly kind: ErrorKind;
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  /** A sentence for a person: the service's own where it gave one. */
  readonly detail: string;
  /** Each failing field of a request that was refused with 422; null otherwise. */
  readonly items: readonly ErrorItem[] | null;
  /** `X-Request-Id` of the answer: support asks for it. */
  readonly requestId: string | null;
  /** True when the same request may succeed later. */
  readonly retryable: boolean;
  /** The `Idempotency-Key` of a POST: give it again to repeat the request safely. */
  readonly idempotencyKey: string | null;
  /** The upload that holds the recording, or a part of it: `uploads.send` goes on with it. Null where there is none. */
  readonly uploadId: string | null;

  constructor(facts: ErrorFacts) {
    super(facts.detail, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = facts.kind;
    this.detail = facts.detail;
    this.status = facts.status ?? null;
    this.items = facts.items ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryable = facts.retryable ?? false;
    this.idempotencyKey = facts.idempotencyKey ?? null;
    this.uploadId = facts.uploadId ?? null;
  }
}

export function argumentError(detail: string, cause?: unknown): CallAnalysisError {
  return new CallAnalysisError({ kind: 'argument', detail, cause });
}

export function connectionError(detail: string, cause?: unknown): CallAnalysisError {
  return new CallAnalysisError({ kind: 'connection', detail, retryable: true, cause });
}

/** A repetition does not change the certificate. */
export function certificateError(code: string, cause: unknown): CallAnalysisError {
  const detail = `The certificate of the service is not valid (${code}).`;
  return new CallAnalysisError({ kind: 'connection', detail, cause });
}

export function timeoutError(detail: string): CallAnalysisError {
  return new CallAnalysisError({ kind: 'timeout', detail, retryable: true });
}

export function cancelledError(cause: unknown): CallAnalysisError {
  return new CallAnalysisError({ kind: 'cancelled', detail: 'The caller cancelled the request.', cause });
}

export function answerError(detail: string, cause?: unknown): CallAnalysisError {
  return new CallAnalysisError({ kind: 'answer', detail, cause });
}
