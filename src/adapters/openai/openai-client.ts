// OpenAI's SDK with limits: one attempt per call, a deadline over headers and body, a maximum size of the response, and a
// shared limit on concurrent requests.
import OpenAI from 'openai';
import { Agent } from 'undici';
import type { AccountTurns } from '../../platform/concurrency/account-turns.js';
import type { ProviderCall } from '../../platform/operations/provider-calls.js';
import { inSpan } from '../../platform/operations/tracing.js';
import type { ProviderError } from '../../ports/provider-error.js';
import { type OpenAiTask, toProviderError, UnusableResponseError } from './openai-error.js';
import { openAiRequest } from './openai-request.js';
import { readUsage } from './openai-usage.js';

export interface OpenAiClientOptions {
  /** Base URL with the version prefix, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Empty for servers without keys: it becomes `none`, since the SDK refuses an empty key. */
  readonly apiKey: string;
  /**
   * Limits the concurrent requests to the provider (PROVIDER_CONCURRENCY). All clients of the process share it, and accounts take
   * turns.
   */
  readonly gate: Pick<AccountTurns, 'run'>;
  /** Time from the first byte sent to the last byte read, without the wait at the gate. Default 10 minutes. */
  readonly deadlineMs?: number;
  /** Called before each request, once it has its slot. If it rejects, `call` rejects with the same error. */
  readonly admit?: (task: OpenAiTask, isCheck: boolean) => Promise<void>;
  /** Called after each request, whatever its outcome. */
  readonly onCall?: (call: ProviderCall) => void;
}

export interface OpenAiCallOptions {
  readonly task: OpenAiTask;
  /** The name of the request in the metrics. Default: the task. */
  readonly purpose?: string;
  readonly signal: AbortSignal;
  /** True for a request that sends nothing of a call and costs nothing, so that it needs no caller. */
  readonly isCheck?: true;
  /** Default: the deadline of the client. */
  readonly deadlineMs?: number;
  /** A longer response is unusable. Default 16 MiB. */
  readonly maxResponseBytes?: number;
}

const DEFAULT_DEADLINE_MS = 600_000;

export class OpenAiClient {
  readonly baseUrl: string;
  readonly #sdk: OpenAI;
  readonly #agent: Agent;
  readonly #gate: Pick<AccountTurns, 'run'>;
  readonly #deadlineMs: number;
  readonly #admit: (task: OpenAiTask, isCheck: boolean) => Promise<void>;
  readonly #onCall: (call: ProviderCall) => void;

  constructor(options: OpenAiClientOptions) {
    this.baseUrl = options.baseUrl;
    this.#gate = options.gate;
    this.#deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    this.#admit = options.admit ?? (() => Promise.resolve());
    this.#onCall = options.onCall ?? (() => undefined);
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
      timeout: this.#deadlineMs + 60_000,
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
    const askedAt = performance.now();
    return this.#gate.run(
      () => inSpan(`provider ${options.task}`, { kind: 'CLIENT' }, () => this.#send(options, send, askedAt)),
      options.signal,
    );
  }

  async #send<T>(
    options: OpenAiCallOptions,
    send: (sdk: OpenAI, request: { signal: AbortSignal }) => Promise<T>,
    askedAt: number,
  ): Promise<T> {
    await this.#admit(options.task, options.isCheck ?? false);
    // A signal that has aborted meanwhile does not call a listener that is added now, and the request would wait for its
    // response.
    options.signal.throwIfAborted();
    const sentAt = performance.now();
    const report = (outcome: ProviderCall['outcome'], answer: unknown, failure: unknown = null) =>
      this.#onCall({
        task: options.task,
        purpose: options.purpose ?? options.task,
        outcome,
        failure,
        waitMs: sentAt - askedAt,
        durationMs: performance.now() - sentAt,
        ...readUsage(answer),
      });
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    options.signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, options.deadlineMs ?? this.#deadlineMs);
    const { maxResponseBytes } = options;
    const sdk =
      maxResponseBytes === undefined
        ? this.#sdk
        : this.#sdk.withOptions({ fetch: openAiRequest(this.#agent, maxResponseBytes) });
    try {
      const answer = await send(sdk, { signal: attempt.signal });
      report('done', answer);
      return answer;
    } catch (error) {
      if (options.signal.aborted) report('given_up', null);
      options.signal.throwIfAborted();
      const failure = failureOf(attempt.signal.aborted ? new OpenAI.APIConnectionTimeoutError() : error, options.task);
      report('failed', null, failure);
      throw failure;
    } finally {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', abort);
    }
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
