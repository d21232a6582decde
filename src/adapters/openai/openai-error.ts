// Maps every error of the SDK to the ProviderError by which the pipeline decides whether to retry.
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ProviderError, type ProviderErrorOptions } from '../../ports/provider-error.js';

/** The purpose of a request. The error sentences for the client name the provider by it. */
export type OpenAiTask = 'transcription' | 'analysis';

/** The provider answered, but the answer cannot be used: it is not JSON, lacks fields, or exceeds the size limit. */
export class UnusableAnswerError extends Error {
  override readonly name = 'UnusableAnswerError';
}

/** After a refused key or an exhausted quota, the whole engine pauses for this long before the next attempt. */
const PAUSE_MS = 60_000;
/** A longer `Retry-After` of the provider is shortened to this. */
const MAX_RETRY_AFTER_MS = 3_600_000;
const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/**
 * Refused credentials, an exhausted quota and an unknown model pause the engine until an operator acts. 408, 409, 429, 5xx,
 * lost connections and time-outs are retryable. An unusable answer and every other status are final.
 */
export function toProviderError(error: unknown, task: OpenAiTask): ProviderError {
  if (error instanceof ProviderError) return error;
  const provider = `The ${task} provider`;
  const cause = forTheLog(error, task);
  const fail = (message: string, options: ProviderErrorOptions) => new ProviderError(message, { ...options, cause });

  if (error instanceof UnusableAnswerError || error instanceof SyntaxError) {
    return fail(`${provider}'s answer could not be used.`, { retryable: false, code: 'provider_failed' });
  }
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) {
    return fail(`${provider} did not answer in time.`, { retryable: true });
  }
  if (!(error instanceof APIError) || error.status === undefined) {
    return fail(`${provider} could not be reached.`, { retryable: true });
  }
  const status: number = error.status;
  if (QUOTA_CODES.has(error.code ?? '') || QUOTA_CODES.has(error.type ?? '') || status === 402) {
    return fail(`${provider}'s quota is used up.`, { retryable: true, pausesEngine: true, retryAfterMs: PAUSE_MS });
  }
  if (status === 401 || status === 403) {
    return fail(`${provider} does not accept this service's credentials.`, {
      retryable: true,
      pausesEngine: true,
      retryAfterMs: PAUSE_MS,
    });
  }
  if (status === 404) {
    return fail(`${provider} does not offer the configured model.`, {
      retryable: true,
      pausesEngine: true,
      retryAfterMs: PAUSE_MS,
    });
  }
  if (status === 429) {
    return fail(`${provider} is busy.`, { retryable: true, retryAfterMs: retryAfterMs(error.headers) });
  }
  if (status === 408 || status === 409 || status >= 500) {
    return fail(`${provider} failed to answer.`, { retryable: true, retryAfterMs: retryAfterMs(error.headers) });
  }
  if (status === 413) {
    return fail(`The call is too large for the ${task} provider.`, { retryable: false, code: 'too_large' });
  }
  return fail(`${provider} refused the request.`, { retryable: false });
}

/** Reads `retry-after-ms`, or `Retry-After` in seconds or as a date; null when it is absent or has another form. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const inMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  const header = headers?.get('retry-after') ?? '';
  const inSeconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  const wait = Number.isFinite(inMs) ? inMs : inSeconds;
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.round(wait)), MAX_RETRY_AFTER_MS) : null;
}

/**
 * Collects what an operator needs in the log. The provider's own message is included for transcription only, shortened and
 * without anything that looks like a key: a message about an analysis may repeat the transcript, which no log may hold.
 */
function forTheLog(error: unknown, task: OpenAiTask): Error {
  if (!(error instanceof Error)) return new Error('The request failed without an error object.');
  if (!(error instanceof APIError) || error.status === undefined) {
    const inner = error.cause instanceof Error ? error.cause : error;
    return new Error(`${error.name}: ${withoutKeys(inner instanceof SyntaxError ? 'not JSON' : inner.message)}`);
  }
  const facts = [
    `status ${error.status}`,
    `code ${identifier(error.code)}`,
    `parameter ${identifier(error.param)}`,
    `request ${identifier(error.requestID)}`,
  ];
  if (task === 'transcription') facts.push(withoutKeys(error.message));
  return new Error(facts.join(', '));
}

function identifier(value: string | null | undefined): string {
  return value == null ? 'none' : value.replace(/[^\w.[\]-]/g, '').slice(0, 64);
}

function withoutKeys(text: string): string {
  return text.replace(/\b(?:sk|key|Bearer)[-_ ][^\s"',]+/gi, '[key]').slice(0, 300);
}
