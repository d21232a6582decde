// Maps what a provider answers to the ProviderError by which the pipeline decides whether to retry. The adapters read the error
// itself, since each vendor writes it in another shape.
import { ZodError } from 'zod';
import { type EngineTask, type TroubleReason, troubleSentence } from '../../ports/engine-trouble.js';
import { ProviderError, type ProviderErrorOptions } from '../../ports/provider-error.js';

/** The provider answered, but the response cannot be used: it is not JSON, lacks fields, or exceeds the size limit. */
export class UnusableResponseError extends Error {
  override readonly name = 'UnusableResponseError';
}

/** A response that refuses a request. */
export interface Refusal {
  readonly status: number;
  readonly headers: Headers | undefined;
  /** True where the error says that the account has no money left. */
  readonly isQuota: boolean;
  /** True where the error names the language of the request. */
  readonly isLanguage: boolean;
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
 * The errors of one request. What a provider does to every call is trouble of the provider: refused credentials, an exhausted
 * quota, an unknown model, 429, 408, 409, 5xx, lost connections and time-outs. An unusable response and every other status are
 * final.
 */
export class ProviderFailure {
  /** @param cause goes to the log only */
  constructor(
    private readonly task: EngineTask,
    private readonly cause: unknown,
  ) {}

  fail(message: string, options: Partial<ProviderErrorOptions> = {}): ProviderError {
    return new ProviderError(message, { retryable: false, ...options, cause: this.cause });
  }

  trouble(reason: TroubleReason, certain: boolean, options: Partial<ProviderErrorOptions> = {}): ProviderError {
    return this.fail(troubleSentence(this.task, reason), {
      retryable: true,
      trouble: { engine: this.task, reason, certain, sent: true },
      ...options,
    });
  }

  unusable(): ProviderError {
    return this.fail(`The ${this.task} provider's answer could not be used.`, { code: 'provider_failed' });
  }

  /** @param error of a request without a response */
  notConnected(error: unknown): ProviderError {
    return this.trouble('away', NOT_CONNECTED.has(connectionCode(error)));
  }

  refused({ status, headers, isQuota, isLanguage }: Refusal): ProviderError {
    const asked = { retryAfterMs: retryAfterMs(headers) };
    if (isQuota || status === 402) return this.trouble('quota', true, { pausesEngine: true });
    if (status === 401 || status === 403) return this.trouble('credentials', true, { pausesEngine: true });
    if (status === 404) return this.trouble('model', true, { pausesEngine: true });
    if (status === 429 || status === OVERLOADED) return this.trouble('busy', true, asked);
    if (status === 408) return this.trouble('slow', false, asked);
    if (status === 409 || status >= 500) return this.trouble('failing', status === 503, asked);
    if (isLanguage) {
      return this.fail(`The ${this.task} provider does not know the language of this call.`, {
        code: 'language_unsupported',
      });
    }
    if (status === 413) {
      return this.fail(`The call is too large for the ${this.task} provider.`, { code: 'too_large' });
    }
    return this.fail(`The ${this.task} provider refused the request.`);
  }
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

/** A value of an error for the log. Some servers write numbers where OpenAI writes words. */
export function identifier(value: unknown): string {
  return value == null
    ? 'none'
    : String(value)
        .replace(/[^\w.[\]-]/g, '')
        .slice(0, 64);
}

/** A provider's message for the log, shortened and without anything that looks like a key. */
export function withoutKeys(text: string): string {
  return text.replace(/\b(?:sk|key|Bearer|Token)[-_ ][^\s"',]+/gi, '[key]').slice(0, 300);
}

/** Runs what reads the response of a speech vendor. A response of another shape becomes a final ProviderError. */
export function readOrRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnusableResponseError) && !(error instanceof ZodError)) throw error;
    const cause = error instanceof ZodError ? new Error('The transcription lacks required fields.') : error;
    throw new ProviderFailure('transcription', cause).unusable();
  }
}
