import OpenAI from 'openai';
import { Agent } from 'undici';
import type { Semaphore } from '../../platform/concurrency/semaphore.js';
import type { ProviderCall } from '../../platform/operations/provider-calls.js';
import { inSpan } from '../../platform/operations/tracing.js';
import { type OpenAiTask, toProviderError, UnusableAnswerError } from './openai-error.js';
import { openAiRequest } from './openai-request.js';
import { readUsage } from './openai-usage.js';

export interface OpenAiClientOptions {
  /** With the version prefix, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Servers without keys take any text; empty becomes `none`, since the SDK refuses an empty one. */
  readonly apiKey: string;
  /** Limits how many requests are open at the provider at once (PROVIDER_CONCURRENCY). Shared by all clients of the process. */
  readonly gate: Semaphore;
  /** From the first byte sent to the last byte read, without the wait for the gate. Default 10 minutes. */
  readonly deadlineMs?: number;
  /** Told of every request once it is over. */
  readonly onCall?: (call: ProviderCall) => void;
}

export interface OpenAiCallOptions {
  readonly task: OpenAiTask;
  readonly signal: AbortSignal;
  /** Instead of the client's own deadline. */
  readonly deadlineMs?: number;
}

const DEFAULT_DEADLINE_MS = 600_000;

/** The SDK, bounded: one attempt per call, a deadline over headers and body, a limit on what is read, a gate in front. */
export class OpenAiClient {
  readonly baseUrl: string;
  readonly #sdk: OpenAI;
  readonly #agent: Agent;
  readonly #gate: Semaphore;
  readonly #deadlineMs: number;
  readonly #onCall: (call: ProviderCall) => void;

  constructor(options: OpenAiClientOptions) {
    this.baseUrl = options.baseUrl;
    this.#gate = options.gate;
    this.#deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    this.#onCall = options.onCall ?? (() => undefined);
    // undici's own limits (5 minutes without a header) are shorter than a transcription takes: our deadline decides alone.
    const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
    this.#agent = agent;
    this.#sdk = new OpenAI({
      baseURL: options.baseUrl,
      apiKey: options.apiKey === '' ? 'none' : options.apiKey,
      // Given so that the SDK reads none of them from the environment.
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      maxRetries: 0,
      // Never the first to fire, but no timer is left behind for long either.
      timeout: this.#deadlineMs + 60_000,
      logLevel: 'off',
      fetch: openAiRequest(agent),
    });
  }

  /**
   * Sends one request when the gate lets it through.
   * Throws {@link UnusableAnswerError} when what came back is no JSON or is too long, the signal's reason when the caller
   * gave up, and a ProviderError for everything else.
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
    const sentAt = performance.now();
    const report = (outcome: ProviderCall['outcome'], answer: unknown) =>
      this.#onCall({
        task: options.task,
        outcome,
        waitMs: sentAt - askedAt,
        durationMs: performance.now() - sentAt,
        ...readUsage(answer),
      });
    const attempt = new AbortController();
    const giveUp = () => attempt.abort();
    options.signal.addEventListener('abort', giveUp, { once: true });
    const timer = setTimeout(giveUp, options.deadlineMs ?? this.#deadlineMs);
    try {
      const answer = await send(this.#sdk, { signal: attempt.signal });
      report('done', answer);
      return answer;
    } catch (error) {
      report(options.signal.aborted ? 'given_up' : 'failed', null);
      options.signal.throwIfAborted();
      // What the request throws comes back inside the SDK's own error.
      const unusable = error instanceof OpenAI.APIConnectionError ? error.cause : error;
      if (unusable instanceof UnusableAnswerError) throw unusable;
      if (error instanceof SyntaxError) throw new UnusableAnswerError('The answer is not JSON.');
      throw toProviderError(attempt.signal.aborted ? new OpenAI.APIConnectionTimeoutError() : error, options.task);
    } finally {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', giveUp);
    }
  }

  /** Ends the idle connections. */
  async close(): Promise<void> {
    await this.#agent.close();
  }
}

/** True for OpenAI's own hosts, the regional ones included. */
export function isOpenAiHost(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.openai.com' || hostname.endsWith('.api.openai.com');
}
