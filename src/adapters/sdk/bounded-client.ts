// A vendor's SDK with limits: those of every request to a provider, and a maximum size of the response.
import { Agent } from 'undici';
import type { ProviderCall } from '../../platform/operations/provider-calls.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import type { ProviderError } from '../../ports/provider-error.js';
import { type BoundedRequest, BoundedRequests, type BoundedRequestsOptions } from '../vendor/bounded-requests.js';
import { UnusableResponseError } from '../vendor/provider-failure.js';
import { type Fetch, sdkRequest } from './sdk-request.js';

export interface BoundedClientOptions extends BoundedRequestsOptions {
  /** Base URL as the SDK takes it, e.g. `https://api.openai.com/v1`, `https://api.anthropic.com`. */
  readonly baseUrl: string;
  /** Empty for servers without keys: it becomes `none`, since the SDKs refuse an empty key. */
  readonly apiKey: string;
}

export interface BoundedCall extends BoundedRequest {
  /** A longer response is unusable. Default 16 MiB. */
  readonly maxResponseBytes?: number;
}

export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  /** Longer than the deadline, so that the deadline ends the request. */
  readonly timeout: number;
}

/** The differences between the SDKs. */
export interface Vendor<Sdk> {
  readonly connect: (connection: Connection) => Sdk;
  readonly withFetch: (sdk: Sdk, fetch: Fetch) => Sdk;
  /** Tokens and seconds of a response, for the metrics. */
  readonly readUsage: (answer: unknown) => Pick<ProviderCall, 'inputTokens' | 'outputTokens' | 'audioSeconds'>;
  readonly toProviderError: (error: unknown, task: EngineTask) => ProviderError;
  /** The SDK's error for a request that took too long. */
  readonly timedOut: () => Error;
  /** The error that our `fetch` threw, which the SDK wraps into one of its own; any other error unchanged. */
  readonly unwrap: (error: unknown) => unknown;
}

export class BoundedClient<Sdk> {
  readonly baseUrl: string;
  readonly #vendor: Vendor<Sdk>;
  readonly #sdk: Sdk;
  readonly #agent: Agent;
  readonly #requests: BoundedRequests;

  constructor(options: BoundedClientOptions, vendor: Vendor<Sdk>) {
    this.baseUrl = options.baseUrl;
    this.#vendor = vendor;
    this.#requests = new BoundedRequests(options);
    // undici's own time-outs (5 minutes without a header) are shorter than a transcription takes: only the deadline counts.
    const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
    this.#agent = agent;
    this.#sdk = vendor.connect({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey === '' ? 'none' : options.apiKey,
      fetch: sdkRequest(agent),
      timeout: this.#requests.deadlineMs + 60_000,
    });
  }

  get deadlineMs(): number {
    return this.#requests.deadlineMs;
  }

  /**
   * Waits for a free slot of the gate, then sends one request.
   * Throws {@link UnusableResponseError} when the response is not JSON or is too long, the signal's reason when the signal
   * aborts, and a ProviderError in all other cases.
   */
  async call<T>(options: BoundedCall, send: (sdk: Sdk, request: { signal: AbortSignal }) => Promise<T>): Promise<T> {
    const { maxResponseBytes, task } = options;
    const { readUsage, timedOut, withFetch } = this.#vendor;
    const sdk =
      maxResponseBytes === undefined ? this.#sdk : withFetch(this.#sdk, sdkRequest(this.#agent, maxResponseBytes));
    return this.#requests.run<T>(options, (signal) => send(sdk, { signal }), {
      usageOf: readUsage,
      failureOf: (error, isLate) => this.#failureOf(isLate ? timedOut() : error, task),
    });
  }

  /** Keeps an unusable response unchanged, so that the adapter may retry once. */
  #failureOf(error: unknown, task: EngineTask): ProviderError | UnusableResponseError {
    const unusable = this.#vendor.unwrap(error);
    if (unusable instanceof UnusableResponseError) return unusable;
    if (error instanceof SyntaxError) return new UnusableResponseError('The answer is not JSON.');
    return this.#vendor.toProviderError(error, task);
  }

  /** Closes the connections after the running requests have ended. */
  async close(): Promise<void> {
    await this.#agent.close();
  }
}
