// Requests with their credential, their repetitions, and the errors that they end in.
import { argumentError, CallAnalysisError, cancelledError } from '../error.js';
import { checkedRetries, checkedTimeout, type RequestOptions, type Settings } from '../settings.js';
import type { Recording } from '../upload/recording.js';
import { jsonOf, refusalOf, textOf } from './answer.js';
import { jsonBody, type RequestBody } from './body.js';
import type { Incoming } from './messages.js';
import { type QueryValue, queryOf } from './path.js';
import { randomUuid } from './random.js';
import { wait, waitBeforeRetry } from './retry.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH';

export interface Call {
  readonly method: Method;
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  readonly body?: RequestBody | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an operation takes beside the ids in its path. */
export interface Given {
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** An attempt that failed. */
export interface Failure {
  readonly error: CallAnalysisError;
  readonly retryAfter: string | null;
}

interface Attempt {
  readonly signal: AbortSignal | undefined;
  readonly idleTimeoutMs: number;
  readonly idempotencyKey: string | null;
  /** 0 for the first. */
  readonly number: number;
}

export class Sender {
  /** Private at run time too: no output of a client shows its credential. */
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The JSON of the answer. The type is the document's word: members are not looked at one by one. */
  json<T extends object>(method: Method, path: string, given?: Given, options?: RequestOptions): Promise<T> {
    return this.send<T>(callOf(method, path, given), options);
  }

  /** The same where the service may have nothing to give: null for an answer with status 204. */
  jsonOrNone<T extends object>(
    method: Method,
    path: string,
    given?: Given,
    options?: RequestOptions,
  ): Promise<T | null> {
    return this.repeat(callOf(method, path, given), options, (incoming, text) =>
      incoming.status === 204 ? null : jsonOf<T>(incoming, text),
    );
  }

  /** The text of the answer, whatever its content type. */
  async text(method: Method, path: string, given?: Given, options?: RequestOptions): Promise<string> {
    return this.repeat(callOf(method, path, given), options, (_, text) => text);
  }

  send<T extends object>(call: Call, options?: RequestOptions): Promise<T> {
    return this.repeat<T>(call, options, jsonOf<T>);
  }

  /** The headers of an answer of success, by their names in lower case. */
  headers(call: Call, options?: RequestOptions): Promise<Incoming['headers']> {
    return this.repeat(call, options, ({ headers }) => headers);
  }

  /** The same by one attempt. */
  async tryHeaders(call: Call, options: RequestOptions): Promise<{ readonly value: Incoming['headers'] } | Failure> {
    const attempt = {
      signal: options.signal,
      idleTimeoutMs: checkedTimeout('timeout', options.timeout ?? this.#settings.timeoutMs),
      idempotencyKey: null,
      number: 0,
    };
    return this.attempt(call, attempt, async (incoming, observe) => {
      observe(await textOf(incoming.chunks));
      return { value: incoming.headers };
    });
  }

  /** How often a failure without progress may follow another. */
  retriesOf(options: RequestOptions): number {
    return checkedRetries(options.maxRetries ?? this.#settings.maxRetries);
  }

  /** Whether a recording of so many bytes is uploaded in parts. */
  isResumable(bytes: number): boolean {
    return bytes > this.#settings.resumableAbove;
  }

  /** @throws CallAnalysisError of kind `argument` where there is no such file */
  fileAt(path: string): Promise<Recording> {
    return this.#settings.fileAt(path);
  }

  /** One attempt. @returns an answer of success, whose chunks are still to be read */
  async stream(call: Call, options: RequestOptions): Promise<Incoming | Failure> {
    const attempt = {
      signal: options.signal,
      idleTimeoutMs: checkedTimeout('timeout', options.timeout ?? this.#settings.streamTimeoutMs),
      idempotencyKey: null,
      number: 0,
    };
    return this.attempt(call, attempt, async (incoming, observe) => {
      observe(null);
      return incoming;
    });
  }

  private async repeat<T>(
    call: Call,
    options: RequestOptions = {},
    read: (incoming: Incoming, text: string) => T,
  ): Promise<T> {
    const { signal } = options;
    const maxRetries = this.retriesOf(options);
    const idleTimeoutMs = checkedTimeout('timeout', options.timeout ?? this.#settings.timeoutMs);
    const idempotencyKey = call.method === 'POST' ? checkedHeader(options.idempotencyKey ?? randomUuid()) : null;
    for (let number = 0; ; number += 1) {
      const attempt = { signal, idleTimeoutMs, idempotencyKey, number };
      const result = await this.attempt(call, attempt, async (incoming, observe) => {
        const text = await textOf(incoming.chunks);
        observe(text);
        return { value: read(incoming, text) };
      });
      if ('value' in result) return result.value;
      const { error, retryAfter } = result;
      const isLast = !error.retryable || number >= maxRetries || call.body?.canRepeat() === false;
      const ms = isLast ? null : waitBeforeRetry(retryAfter, number);
      if (ms === null) throw withKey(error, idempotencyKey);
      await wait(ms, signal);
    }
  }

  /** @param read told of an answer of success */
  private async attempt<T>(
    call: Call,
    attempt: Attempt,
    read: (incoming: Incoming, observe: (text: string | null) => void) => Promise<T>,
  ): Promise<T | Failure> {
    const { root, exchange } = this.#settings;
    const url = `${root}${call.path}`;
    const started = Date.now();
    try {
      if (attempt.signal?.aborted) throw cancelledError(attempt.signal.reason);
      const incoming = await exchange({
        method: call.method,
        url,
        headers: this.headersOf(call, attempt.idempotencyKey),
        body: call.body ?? null,
        idleTimeoutMs: attempt.idleTimeoutMs,
        signal: attempt.signal,
      });
      const { status, headers } = incoming;
      const observe = (text: string | null) =>
        this.#settings.onAnswer?.({
          ...{ method: call.method, url, status, headers, text },
          ...{ attempt: attempt.number, durationMs: Date.now() - started },
        });
      if (status >= 200 && status <= 299) return await read(incoming, observe);
      const text = await textOf(incoming.chunks);
      observe(text);
      return { error: refusalOf(incoming, text), retryAfter: headers['retry-after'] ?? null };
    } catch (error) {
      if (error instanceof CallAnalysisError) return { error, retryAfter: null };
      throw error;
    }
  }

  private headersOf({ body, headers }: Call, idempotencyKey: string | null): Readonly<Record<string, string>> {
    const { apiKey, userAgent } = this.#settings;
    return {
      accept: 'application/json, */*;q=0.5',
      ...(userAgent !== null && { 'user-agent': userAgent }),
      ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      ...(body && { 'content-type': body.contentType }),
      ...(body && body.length !== null && { 'content-length': String(body.length) }),
      ...headers,
    };
  }
}

function callOf(method: Method, path: string, { query, body }: Given = {}): Call {
  return {
    method,
    path: `${path}${queryOf({ ...query } as Readonly<Record<string, QueryValue>>)}`,
    body: body && jsonBody(body),
  };
}

function checkedHeader(idempotencyKey: string): string {
  if (!/^[\x20-\x7e]*$/.test(idempotencyKey))
    throw argumentError('idempotencyKey must be made of printable ASCII characters.');
  return idempotencyKey;
}

function withKey(error: CallAnalysisError, idempotencyKey: string | null): CallAnalysisError {
  return idempotencyKey === null ? error : new CallAnalysisError({ ...error, cause: error.cause, idempotencyKey });
}
