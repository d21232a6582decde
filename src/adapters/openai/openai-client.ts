// OpenAI's SDK with limits: one attempt per call, a deadline over headers and body, a maximum size of the response, and a
// shared limit on concurrent requests.
import OpenAI from 'openai';
import { Agent } from 'undici';
import type { ProviderError } from '../../ports/provider-error.js';
import { type BoundedRequest, BoundedRequests, type BoundedRequestsOptions } from '../vendor/bounded-requests.js';
import { UnusableResponseError } from '../vendor/provider-failure.js';
import { type OpenAiTask, toProviderError } from './openai-error.js';
import { openAiRequest } from './openai-request.js';
import { readUsage } from './openai-usage.js';

export interface OpenAiClientOptions extends BoundedRequestsOptions {
  /** Base URL with the version prefix, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Empty for servers without keys: it becomes `none`, since the SDK refuses an empty key. */
  readonly apiKey: string;
}

export interface OpenAiCallOptions extends BoundedRequest {
  /** A longer response is unusable. Default 16 MiB. */
  readonly maxResponseBytes?: number;
}

export class OpenAiClient {
  readonly baseUrl: string;
  readonly #sdk: OpenAI;
  readonly #agent: Agent;
  readonly #requests: BoundedRequests;

  constructor(options: OpenAiClientOptions) {
    this.baseUrl = options.baseUrl;
    this.#requests = new BoundedRequests(options);
    // undici's own time-outs (5 minutes without a header) are shorter than a transcription takes: only deadlineMs counts.
    const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
    this.#agent = agent;
    this.#sdk = new OpenAI({
      baseURL: options.baseUrl,
      apiKey: options.apiKey === '' ? 'none' : options.apiKey,
      // Set to null, so that the SDK does not read them from the environment.
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      maxRetries: 0,
      // Longer than our deadline, so that ours fires first.
      timeout: this.#requests.deadlineMs + 60_000,
      logLevel: 'off',
      fetch: openAiRequest(agent),
    });
  }

  /**
   * Waits for a free slot of the gate, then sends one request.
   * Throws {@link UnusableResponseError} when the response is not JSON or is too long, the signal's reason when the signal
   * aborts, and a ProviderError in all other cases.
   */
  async call<T>(
    options: OpenAiCallOptions,
    send: (sdk: OpenAI, request: { signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const { maxResponseBytes, task } = options;
    const sdk =
      maxResponseBytes === undefined
        ? this.#sdk
        : this.#sdk.withOptions({ fetch: openAiRequest(this.#agent, maxResponseBytes) });
    return this.#requests.run<T>(options, (signal) => send(sdk, { signal }), {
      usageOf: readUsage,
      failureOf: (error, isLate) => failureOf(isLate ? new OpenAI.APIConnectionTimeoutError() : error, task),
    });
  }

  /** Closes the connections after the running requests have ended. */
  async close(): Promise<void> {
    await this.#agent.close();
  }
}

/** Keeps an unusable response unchanged, so that the adapter may retry once. */
function failureOf(error: unknown, task: OpenAiTask): ProviderError | UnusableResponseError {
  // The SDK wraps an error that our `fetch` throws into its own APIConnectionError.
  const unusable = error instanceof OpenAI.APIConnectionError ? error.cause : error;
  if (unusable instanceof UnusableResponseError) return unusable;
  if (error instanceof SyntaxError) return new UnusableResponseError('The answer is not JSON.');
  return toProviderError(error, task);
}
