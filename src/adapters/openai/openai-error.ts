import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ProviderError, type ProviderErrorOptions } from '../../ports/provider-error.js';

/** What a request was for: it names the provider in the sentence for the client. */
export type OpenAiTask = 'transcription' | 'analysis';

/** An answer arrived, but not one that can be used: no JSON, missing fields, beyond the size limit. */
export class UnusableAnswerError extends Error {
  override readonly name = 'UnusableAnswerError';
}

/** A refused key or an exhausted quota is tried again this often, for all calls together. */
const PAUSE_MS = 60_000;
/** A provider asking for more than this is taken to mean this. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/**
 * The one mapping from what the SDK throws to what the pipeline decides by.
 * Refused credentials, an exhausted quota and an unknown model wait for an operator and pause the engine; 408, 409, 429,
 * 5xx, lost connections and time-outs may be repeated; every other status is final.
 */
export function toProviderError(error: unknown, task: OpenAiTask): ProviderError {
  if (error instanceof ProviderError) return error;
  const provider = `The ${task} provider`;
  const cause = forTheLog(error, task);
  const fail = (message: string, options: ProviderErrorOptions) => new ProviderError(message, { ...options, cause });

  if (error instanceof UnusableAnswerError || error instanceof SyntaxError) {
    return fail(`${provider}'s answer could not be used.`, { retryable: false });
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
    return fail(`The call is too large for the ${task} provider.`, { retryable: false });
  }
  return fail(`${provider} refused the request.`, { retryable: false });
}

/** `retry-after-ms`, or `Retry-After` as seconds or as a date; null when absent or not to be understood. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const inMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  const header = headers?.get('retry-after') ?? '';
  const inSeconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  const wait = Number.isFinite(inMs) ? inMs : inSeconds;
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.round(wait)), LONGEST_RETRY_AFTER_MS) : null;
}

/**
 * What an operator needs. The provider's own words are kept for transcription only, shortened and without anything that
 * looks like a key: the answer to an analysis request may repeat the transcript, which belongs into no log.
 */
function forTheLog(error: unknown, task: OpenAiTask): Error {
  if (!(error instanceof Error)) return new Error('The request failed without an error object.');
  if (!(error instanceof APIError) || error.status === undefined) {
    const inner = error.cause instanceof Error ? error.cause : error;
    return new Error(`${error.name}: ${withoutKeys(inner instanceof SyntaxError ? 'not JSON' : inner.message)}`);
  }
  const facts = [
    `status ${error.status}`,
    `code ${plainName(error.code)}`,
    `parameter ${plainName(error.param)}`,
    `request ${plainName(error.requestID)}`,
  ];
  if (task === 'transcription') facts.push(withoutKeys(error.message));
  return new Error(facts.join(', '));
}

function plainName(value: string | null | undefined): string {
  return value == null ? 'none' : value.replace(/[^\w.[\]-]/g, '').slice(0, 64);
}

function withoutKeys(text: string): string {
  return text.replace(/\b(?:sk|key|Bearer)[-_ ][^\s"',]+/gi, '[key]').slice(0, 300);
}
