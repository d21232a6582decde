// A vendor's SDK with limits: one attempt per call, a deadline over headers and body, a maximum size of the response, and a
// shared limit on concurrent requests.
import { Agent } from 'undici';
import type { AccountTurns } from '../../platform/concurrency/account-turns.js';
import type { ProviderCall } from '../../platform/operations/provider-calls.js';
import { inSpan } from '../../platform/operations/tracing.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import type { ProviderError } from '../../ports/provider-error.js';
import { type Fetch, sdkRequest } from './sdk-request.js';
import { UnusableResponseError } from './unusable-response.js';

export interface BoundedClientOptions {
  /** Base URL as the SDK takes it, e.g. `https://api.openai.com/v1`, `https://api.anthropic.com`. */
  readonly baseUrl: string;
  /** Empty for servers without keys: it becomes `none`, since the SDKs refuse an empty key. */
  readonly apiKey: string;
  /**
   * Limits the concurrent requests to the provider (PROVIDER_CONCURRENCY). All clients of the process share it, and accounts take
   * turns.
   */
  readonly gate: Pick<AccountTurns, 'run'>;
  /** Time from the first byte sent to the last byte read, without the wait at the gate. Default 10 minutes. */
  readonly deadlineMs?: number;
  /** Called before each request, once it has its slot. If it rejects, `call` rejects with the same error. */
  readonly admit?: (task: EngineTask, isCheck: boolean) => Promise<void>;
  /** Called after each request, whatever its outcome. */
  readonly onCall?: (call: ProviderCall) => void;
}

export interface BoundedCall {
  readonly task: EngineTask;
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

const DEFAULT_DEADLINE_MS = 600_000;

export class BoundedClient<Sdk> {
  readonly baseUrl: string;
  readonly deadlineMs: number;
  readonly #vendor: Vendor<Sdk>;
  readonly #sdk: Sdk;
  readonly #agent: Agent;
  readonly #gate: Pick<AccountTurns, 'run'>;
  readonly #admit: (task: EngineTask, isCheck: boolean) => Promise<void>;
  readonly #onCall: (call: ProviderCall) => void;

  constructor(options: BoundedClientOptions, vendor: Vendor<Sdk>) {
    this.baseUrl = options.baseUrl;
    this.#vendor = vendor;
    this.#gate = options.gate;
    this.deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    this.#admit = options.admit ?? (() => Promise.resolve());
    this.#onCall = options.onCall ?? (() => undefined);
    // undici's own time-outs (5 minutes without a header) are shorter than a transcription takes: only deadlineMs counts.
    const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
    this.#agent = agent;
    this.#sdk = vendor.connect({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey === '' ? 'none' : options.apiKey,
      fetch: sdkRequest(agent),
      timeout: this.deadlineMs + 60_000,
    });
  }

  /**
   * Waits for a free slot of the gate, then sends one request.
   * Throws {@link UnusableResponseError} when the response is not JSON or is too long, the signal's reason when the signal
   * aborts, and a ProviderError in all other cases.
   */
  async call<T>(options: BoundedCall, send: (sdk: Sdk, request: { signal: AbortSignal }) => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    return this.#gate.run(
      () => inSpan(`provider ${options.task}`, { kind: 'CLIENT' }, () => this.#send(options, send, askedAt)),
      options.signal,
    );
  }

  async #send<T>(
    options: BoundedCall,
    send: (sdk: Sdk, request: { signal: AbortSignal }) => Promise<T>,
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
        ...this.#vendor.readUsage(answer),
      });
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    options.signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, options.deadlineMs ?? this.deadlineMs);
    const { maxResponseBytes } = options;
    const sdk =
      maxResponseBytes === undefined
        ? this.#sdk
        : this.#vendor.withFetch(this.#sdk, sdkRequest(this.#agent, maxResponseBytes));
    try {
      const answer = await send(sdk, { signal: attempt.signal });
      report('done', answer);
      return answer;
    } catch (error) {
      if (options.signal.aborted) report('given_up', null);
      options.signal.throwIfAborted();
      const failure = this.#failureOf(attempt.signal.aborted ? this.#vendor.timedOut() : error, options.task);
      report('failed', null, failure);
      throw failure;
    } finally {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', abort);
    }
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
