import { argumentError } from './error.js';
import type { Exchange } from './http/messages.js';
import type { Platform } from './platform.js';

const DEFAULT_TIMEOUT_MS = 60_000;
/** Three times the interval of the service's heartbeats. */
const DEFAULT_STREAM_TIMEOUT_MS = 45_000;
const DEFAULT_MAX_RETRIES = 3;
const DEFAULT_RESUMABLE_ABOVE = 64 * 1024 * 1024;
/** The longest time that timers can measure. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * An answer as it came, for logs and tests. It holds no credential that was sent; its text may hold secrets that were asked
 * for.
 */
export interface ObservedAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a stream of events. */
  readonly text: string | null;
  /** 0 for the first attempt. */
  readonly attempt: number;
  readonly durationMs: number;
}

/** How a client reaches the service. */
export interface ClientOptions {
  /** An API key or an access token. Without it, the environment variable `CALL_ANALYSIS_API_KEY`. */
  readonly apiKey?: string | undefined;
  /**
   * The address of the service, without `/api/v1`. Without it, the environment variable `CALL_ANALYSIS_URL`, else
   * `http://localhost:3000`.
   */
  readonly baseUrl?: string | undefined;
  /** Milliseconds without a byte sent or received after which an attempt ends; 60,000 by default. */
  readonly timeout?: number | undefined;
  /** The same for streams of events; 45,000 by default. */
  readonly streamTimeout?: number | undefined;
  /** How often a request is repeated after 408, 429, 5xx, a cut connection or a time-out; 3 by default. */
  readonly maxRetries?: number | undefined;
  /**
   * Bytes above which a recording is uploaded in parts, and goes on where a cut connection left it; 67,108,864 by default.
   * `Infinity` for never.
   */
  readonly resumableAbove?: number | undefined;
  /** A `http.Agent` or `https.Agent` in place of the library's own: for a proxy or for certificates. Of no use in a browser. */
  readonly agent?: object | undefined;
  /** Told of each answer of the service, failed attempts too. What it throws ends the request. */
  readonly onAnswer?: ((answer: ObservedAnswer) => void) | undefined;
}

/** The options of one request. */
export interface RequestOptions {
  /** Ends the request, its retries and its waits. */
  readonly signal?: AbortSignal | undefined;
  /** Of a POST; a random UUID by default. The service carries out one request for each key. */
  readonly idempotencyKey?: string | undefined;
  /** In place of the client's. */
  readonly timeout?: number | undefined;
  /** In place of the client's. */
  readonly maxRetries?: number | undefined;
}

export interface Settings {
  readonly apiKey: string | null;
  /** With `/api/v1`, without a slash at its end. */
  readonly root: string;
  readonly timeoutMs: number;
  readonly streamTimeoutMs: number;
  readonly maxRetries: number;
  readonly resumableAbove: number;
  /** For clients with another credential, which share its connections. */
  readonly agent: object | undefined;
  readonly exchange: Exchange;
  readonly userAgent: string | null;
  readonly fileAt: Platform['fileAt'];
  readonly onAnswer: ((answer: ObservedAnswer) => void) | null;
}

/** @throws CallAnalysisError of kind `argument` */
export function settingsOf(options: ClientOptions, platform: Platform): Settings {
  const root = rootOf(options.baseUrl ?? platform.environment('CALL_ANALYSIS_URL') ?? platform.defaultUrl);
  return {
    apiKey: checkedKey(options.apiKey ?? platform.environment('CALL_ANALYSIS_API_KEY')),
    root,
    timeoutMs: checkedTimeout('timeout', options.timeout ?? DEFAULT_TIMEOUT_MS),
    streamTimeoutMs: checkedTimeout('streamTimeout', options.streamTimeout ?? DEFAULT_STREAM_TIMEOUT_MS),
    maxRetries: checkedRetries(options.maxRetries ?? DEFAULT_MAX_RETRIES),
    resumableAbove: checkedBytes(options.resumableAbove ?? DEFAULT_RESUMABLE_ABOVE),
    ...platform.connect(root, options.agent),
    userAgent: platform.userAgent,
    fileAt: platform.fileAt,
    onAnswer: options.onAnswer ?? null,
  };
}

function checkedKey(apiKey: string | null): string | null {
  // The key itself stays out of the sentence: it is a secret.
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey))
    throw argumentError('apiKey is empty, or holds a space or another character that no key has.');
  return apiKey;
}

export function checkedTimeout(name: string, ms: number): number {
  if (!(ms > 0)) throw argumentError(`${name} must be a number of milliseconds above 0.`);
  return Math.min(ms, MAX_TIMEOUT_MS);
}

export function checkedRetries(retries: number): number {
  if (!Number.isInteger(retries) || retries < 0) throw argumentError('maxRetries must be a whole number of 0 or more.');
  return retries;
}

function checkedBytes(bytes: number): number {
  if (!(bytes >= 0)) throw argumentError('resumableAbove must be a number of bytes, 0 or more.');
  return bytes;
}

function rootOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw argumentError('baseUrl must be an address that begins with http:// or https://.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw argumentError('baseUrl must be an address without a user, a query or a fragment.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v1`;
}
