// Error that adapters throw when a provider, a store or a decoder fails. Its fields, not its message, determine the retries.

import type { ModelTokens, NotJudgedReason } from './call-analyst.js';
import type { EngineTrouble } from './engine-trouble.js';
import type { FailureCode } from './failure-code.js';

/** Faults that lie with the worker itself, not with a call and not with a provider: no call is charged with them. */
export const WORKER_FAULTS = ['work_folder', 'disk_space', 'decoder', 'storage', 'speech_engine'] as const;

export type WorkerFault = (typeof WORKER_FAULTS)[number];

export interface ProviderErrorOptions {
  /** True when the same request may succeed later. */
  readonly retryable: boolean;
  /** Time to wait before the next request, in milliseconds, as the provider asked (Retry-After); null when it did not say. */
  readonly retryAfterMs?: number | null;
  /** True when no call can succeed until an operator acts (refused credentials, exhausted quota). */
  readonly pausesEngine?: boolean;
  /**
   * The `error_code` of a call that fails by this error. Default: `provider_failed` when retryable, else `provider_refused`.
   */
  readonly code?: FailureCode;
  /** Set when the provider itself is in trouble, whatever call it is asked about. */
  readonly trouble?: EngineTrouble;
  /** Set when the language model refuses to judge this transcript. The call is completed without a judgement. */
  readonly notJudged?: NotJudgedReason;
  /** Set when this process may be unable to do the same work for any call. */
  readonly workerFault?: WorkerFault;
  readonly cause?: unknown;
}

/**
 * A failure outside this service.
 * `message` is one sentence for the client, without stack, key, path, host name or text of the provider.
 * `cause` holds what an operator needs beyond that; it goes to the log only.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly pausesEngine: boolean;
  readonly code: FailureCode;
  readonly trouble: EngineTrouble | null;
  readonly workerFault: WorkerFault | null;
  readonly notJudged: NotJudgedReason | null;
  /** True when an earlier request for the same work was answered, and may be charged for: {@link afterAnswer}. */
  isAfterAnswer = false;
  /** Tokens of earlier answers for the same work, which could not be used; null where none are known. */
  tokens: ModelTokens | null = null;
  /** Key of the pause that its trouble begins, once the request has been reported; null where no provider was asked. */
  pauseKey: string | null = null;

  constructor(message: string, options: ProviderErrorOptions) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.pausesEngine = options.pausesEngine ?? false;
    this.workerFault = options.workerFault ?? null;
    this.notJudged = options.notJudged ?? null;
    this.trouble = options.trouble ?? null;
    this.code = options.code ?? (options.retryable ? 'provider_failed' : 'provider_refused');
  }
}

/** Marks the error of a request that follows an answered one: even if it was refused unread, the one before it was not. */
export async function afterAnswer<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderError) error.isAfterAnswer = true;
    throw error;
  }
}

/** Null for every error after which another attempt may succeed, or that does not come from a language model. */
export function whyNotJudgedBy(error: unknown): NotJudgedReason | null {
  return error instanceof ProviderError ? error.notJudged : null;
}
