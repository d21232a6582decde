// The REST API of a speech vendor, with the limits of every provider. Their SDKs cannot keep them
// (docs/decisions/0036-speech-vendors.md).
import { Readable } from 'node:stream';
import { Agent, request as send } from 'undici';
import { z } from 'zod';
import { ProviderError } from '../../ports/provider-error.js';
import { MAX_RESPONSE_BYTES, nullForNaN, readBounded, slicesOf } from './bounded-body.js';
import {
  type BoundedRequest,
  BoundedRequests,
  type BoundedRequestsOptions,
  type ReadOutcome,
} from './bounded-requests.js';
import { identifier, ProviderFailure, UnusableResponseError, withoutKeys } from './provider-failure.js';

export interface VendorClientOptions extends BoundedRequestsOptions {
  /** Without the version, e.g. `https://api.deepgram.com`. */
  readonly baseUrl: string;
  /** The header with the key, as the vendor reads it. It is in no log and in no message. */
  readonly authorization: string;
}

export interface VendorRequest extends Pick<BoundedRequest, 'signal' | 'isCheck' | 'deadlineMs'> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with the version and the query. */
  readonly path: string;
  /** A file is read from disk while it is sent; anything else is sent as JSON. */
  readonly body?: File | object;
  /** Default: the type of the file. */
  readonly contentType?: string;
  /** A longer response is unusable. Default 16 MiB. */
  readonly maxResponseBytes?: number;
  /** Statuses that say that what is asked for does not exist: the response is null. */
  readonly absentAt?: readonly number[];
  /** Reads the words of a refusal, for a status that has several meanings. */
  readonly reasonOf?: (words: string) => 'quota' | 'language' | 'interrupted' | null;
  /** True for a response that does not say that the vendor transcribes: see {@link ReadOutcome}. */
  readonly isStep?: (answer: unknown) => boolean;
  /** Seconds of audio that the response reports as used, for the cost metrics. */
  readonly secondsOf?: (answer: unknown) => number;
}

const TASK = 'transcription';

export class VendorClient {
  readonly #options: VendorClientOptions;
  readonly #requests: BoundedRequests;
  // undici's own time-outs (5 minutes without a header) are shorter than a transcription takes: only the deadline counts.
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });

  constructor(options: VendorClientOptions) {
    this.#options = options;
    this.#requests = new BoundedRequests(options);
  }

  /**
   * Sends one request, once, and returns the JSON of the response. Throws {@link ProviderError}, and the signal's reason when the
   * signal aborts.
   */
  send(request: VendorRequest): Promise<unknown> {
    const { secondsOf, isStep } = request;
    return this.#requests.run<unknown>(
      { task: TASK, ...request },
      async (signal) => {
        try {
          return await this.#send(request, signal);
        } catch (error) {
          throw error instanceof SyntaxError ? new UnusableResponseError('The answer is not JSON.') : error;
        }
      },
      {
        usageOf: (answer) => ({
          inputTokens: 0,
          outputTokens: 0,
          audioSeconds: answer === null ? 0 : (secondsOf?.(answer) ?? 0),
        }),
        failureOf: (error, isLate) => this.#failureOf(error, isLate),
        ...(isStep && { isStep }),
      },
    );
  }

  /** Closes the connections after the running requests have ended. */
  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #send(
    { method, path, body, contentType, maxResponseBytes = MAX_RESPONSE_BYTES, absentAt, reasonOf }: VendorRequest,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { authorization, baseUrl } = this.#options;
    const isFile = body instanceof Blob;
    const answer = await send(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      dispatcher: this.#agent,
      method,
      signal,
      headers: {
        authorization,
        accept: 'application/json',
        // This client does not decompress answers.
        'accept-encoding': 'identity',
        ...(isFile && { 'content-type': contentType ?? body.type, 'content-length': String(body.size) }),
        ...(!isFile && body !== undefined && { 'content-type': 'application/json' }),
      },
      body: isFile
        ? Readable.from(slicesOf(body), { objectMode: false })
        : body === undefined
          ? null
          : JSON.stringify(body),
    });
    const received = await readBounded(answer.body, maxResponseBytes);
    const { statusCode: status } = answer;
    if (status >= 200 && status < 300) return JSON.parse(String(nullForNaN(received)));
    if (absentAt?.includes(status)) return null;
    if (status < 400) throw new TypeError('The provider redirects, which is not followed');
    const { words, id } = readRefusal(received);
    const reason = reasonOf?.(words) ?? null;
    const cause = new Error(`status ${status}, request ${identifier(id)}, ${this.#forTheLog(words)}`);
    const failure = new ProviderFailure(TASK, cause);
    if (reason === 'interrupted') throw failure.trouble('slow', false);
    throw failure.refused({
      status,
      headers: new Headers({ 'retry-after': String(answer.headers['retry-after'] ?? '') }),
      isQuota: reason === 'quota',
      isLanguage: reason === 'language',
    });
  }

  #failureOf(error: unknown, isLate: boolean): ProviderError {
    if (error instanceof ProviderError) return error;
    const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const cause = new Error(this.#forTheLog(inner instanceof Error ? `${inner.name}: ${inner.message}` : 'unknown'));
    const failure = new ProviderFailure(TASK, cause);
    if (isLate) return failure.trouble('slow', false);
    return error instanceof UnusableResponseError ? failure.unusable() : failure.notConnected(error);
  }

  #forTheLog(words: string): string {
    const secrets = this.#options.authorization.split(' ').filter((word) => word.length > 5);
    return withoutKeys(secrets.reduce((text, secret) => text.replaceAll(secret, '[key]'), words));
  }
}

const text = z.string().nullish().catch(null);
/** The errors of Deepgram, in both of its shapes, and those of AssemblyAI. */
const refusal = z
  .object({ err_code: text, err_msg: text, message: text, details: text, error: text, request_id: text })
  .partial();

function readRefusal(body: Buffer): { readonly words: string; readonly id: string | null } {
  try {
    const { request_id: id = null, ...said } = refusal.parse(JSON.parse(String(body)));
    return { words: Object.values(said).join(' ').slice(0, 1_000), id };
  } catch {
    // A page of a proxy.
    return { words: '', id: null };
  }
}
