// Maps every error of a vendor's SDK to the ProviderError by which the pipeline decides whether to retry. The SDKs of OpenAI and
// Anthropic are generated alike: their errors have the same members.
import type { NotJudgedReason } from '../../ports/call-analyst.js';
import { type EngineTask, type TroubleReason, troubleSentence } from '../../ports/engine-trouble.js';
import { ProviderError, type ProviderErrorOptions } from '../../ports/provider-error.js';
import { notJudged } from './not-judged.js';
import { UnusableResponseError } from './unusable-response.js';

/** An answer of the provider with an error status. The status is missing where no answer came. */
export interface SdkError extends Error {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  readonly requestID: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly param?: string | null | undefined;
}

/** The error classes of one SDK, and what its vendor says in its own words. */
export interface SdkErrors {
  readonly APIError: abstract new (...given: never[]) => SdkError;
  readonly APIConnectionTimeoutError: abstract new (...given: never[]) => Error;
  readonly APIUserAbortError: abstract new (...given: never[]) => Error;
  /** Null unless a language model will not judge the transcript. */
  readonly whyNotJudged: (error: unknown) => NotJudgedReason | null;
  readonly isOutOfQuota: (error: SdkError) => boolean;
}

/** A longer `Retry-After` of the provider is shortened to this. */
const MAX_RETRY_AFTER_MS = 3_600_000;
/** Status of Anthropic for a model that too many customers ask at the same time. */
const OVERLOADED = 529;

/** The request never reached the provider. A connection that broke later may have been broken by the recording itself. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * What a provider does to every call is trouble of the provider: refused credentials, an exhausted quota, an unknown model, 429,
 * 408, 409, 5xx, lost connections and time-outs. An unusable response and every other status are final; those by which a language
 * model will not judge a transcript say so.
 */
export function toProviderFailure(error: unknown, task: EngineTask, sdk: SdkErrors): ProviderError {
  if (error instanceof ProviderError) return error;
  const provider = `The ${task} provider`;
  const cause = forTheLog(error, task, sdk);
  const fail = (message: string, options: Partial<ProviderErrorOptions>) =>
    new ProviderError(message, { retryable: false, ...options, cause });
  const trouble = (reason: TroubleReason, certain: boolean, options: Partial<ProviderErrorOptions> = {}) =>
    fail(troubleSentence(task, reason), {
      retryable: true,
      trouble: { engine: task, reason, certain, sent: true },
      ...options,
    });

  const refusal = task === 'analysis' ? sdk.whyNotJudged(error) : null;
  if (refusal !== null) return notJudged(refusal, cause);
  if (error instanceof UnusableResponseError || error instanceof SyntaxError) {
    return fail(`${provider}'s answer could not be used.`, { code: 'provider_failed' });
  }
  if (error instanceof sdk.APIConnectionTimeoutError || error instanceof sdk.APIUserAbortError)
    return trouble('slow', false);
  if (!(error instanceof sdk.APIError) || error.status === undefined) {
    return trouble('away', NOT_CONNECTED.has(connectionCode(error)));
  }
  const { status } = error;
  const asked = { retryAfterMs: retryAfterMs(error.headers) };
  if (status === 402 || sdk.isOutOfQuota(error)) return trouble('quota', true, { pausesEngine: true });
  if (status === 401 || status === 403) return trouble('credentials', true, { pausesEngine: true });
  if (status === 404) return trouble('model', true, { pausesEngine: true });
  if (status === 429 || status === OVERLOADED) return trouble('busy', true, asked);
  if (status === 408) return trouble('slow', false, asked);
  if (status === 409 || status >= 500) return trouble('failing', status === 503, asked);
  if (error.param === 'language') {
    return fail(`${provider} does not know the language of this call.`, { code: 'language_unsupported' });
  }
  if (status === 413) return fail(`The call is too large for the ${task} provider.`, { code: 'too_large' });
  return fail(`${provider} refused the request.`, {});
}

/** The code of the error at the bottom of the causes; empty when it has none. */
function connectionCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.cause instanceof Error) return connectionCode(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Reads `retry-after-ms`, or `Retry-After` in seconds or as a date; null when it is absent or has another form. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const inMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  const wait = Number.isFinite(inMs) ? inMs : msOf(headers?.get('retry-after') ?? '');
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.round(wait)), MAX_RETRY_AFTER_MS) : null;
}

/** Milliseconds; NaN where the text is neither a number of seconds nor a date. */
function msOf(retryAfter: string): number {
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
  // Date.parse would find a year in "-5" and a month in "soon 7": a time that is past, so no wait at all.
  const isDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|\d{4}-)/.test(retryAfter);
  return isDate ? Date.parse(retryAfter) - Date.now() : Number.NaN;
}

/**
 * Collects what an operator needs in the log. The provider's own message is included for transcription only, shortened and
 * without anything that looks like a key: a message about an analysis may repeat the transcript, which no log may hold.
 */
function forTheLog(error: unknown, task: EngineTask, sdk: SdkErrors): Error {
  if (!(error instanceof Error)) return new Error('The request failed without an error object.');
  if (!(error instanceof sdk.APIError) || error.status === undefined) {
    const inner = error.cause instanceof Error ? error.cause : error;
    return new Error(`${error.name}: ${withoutKeys(inner instanceof SyntaxError ? 'not JSON' : inner.message)}`);
  }
  const facts = [
    `status ${error.status}`,
    `code ${identifier(error.code ?? error.type)}`,
    `parameter ${identifier(error.param)}`,
    `request ${identifier(error.requestID)}`,
  ];
  if (task === 'transcription') facts.push(withoutKeys(error.message));
  return new Error(facts.join(', '));
}

/** Some servers write numbers where OpenAI writes words. */
function identifier(value: unknown): string {
  return value == null
    ? 'none'
    : String(value)
        .replace(/[^\w.[\]-]/g, '')
        .slice(0, 64);
}

function withoutKeys(text: string): string {
  return text.replace(/\b(?:sk|key|Bearer)[-_ ][^\s"',]+/gi, '[key]').slice(0, 300);
}
