// Requests to a provider with limits: one attempt each, a deadline over headers and body, a shared limit on how many run at once,
// and a report of every outcome.
import type { AccountTurns } from '../../platform/concurrency/account-turns.js';
import type { ProviderCall } from '../../platform/operations/provider-calls.js';
import { inSpan } from '../../platform/operations/tracing.js';
import type { EngineTask } from '../../ports/engine-trouble.js';

export interface BoundedRequestsOptions {
  /**
   * Limits the concurrent requests to the provider (PROVIDER_CONCURRENCY). All clients of the process share it, and accounts take
   * turns.
   */
  readonly gate: Pick<AccountTurns, 'run'>;
  /** Time from the first byte sent to the last byte read, without the wait at the gate. Default 10 minutes. */
  readonly deadlineMs?: number;
  /** Called before each request, once it has its slot. If it rejects, the request rejects with the same error. */
  readonly admit?: (task: EngineTask, isCheck: boolean) => Promise<void>;
  /** Called after each request, whatever its outcome. */
  readonly onCall?: (call: ProviderCall) => void;
}

export interface BoundedRequest {
  readonly task: EngineTask;
  /** The name of the request in the metrics. Default: the task. */
  readonly purpose?: string;
  readonly signal: AbortSignal;
  /** True for a request that sends nothing of a call and costs nothing, so that it needs no caller. */
  readonly isCheck?: true;
  /** Default: the deadline of the client. */
  readonly deadlineMs?: number;
}

export interface ReadOutcome<T> {
  usageOf(answer: T | null): Pick<ProviderCall, 'inputTokens' | 'outputTokens' | 'audioSeconds'>;
  /** True for a success that does not say that the provider does its task: it is counted apart, and ends no pause. */
  isStep?(answer: T): boolean;
  /** @param isLate the deadline ended the request */
  failureOf(error: unknown, isLate: boolean): Error;
}

const DEFAULT_DEADLINE_MS = 600_000;

export class BoundedRequests {
  readonly deadlineMs: number;
  readonly #options: BoundedRequestsOptions;

  constructor(options: BoundedRequestsOptions) {
    this.#options = options;
    this.deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
  }

  /**
   * Waits for a free slot of the gate, then sends one request.
   * Throws the signal's reason when the signal aborts, and what `failureOf` returns in all other cases.
   */
  async run<T>(
    request: BoundedRequest,
    send: (signal: AbortSignal) => Promise<T>,
    outcome: ReadOutcome<T>,
  ): Promise<T> {
    const askedAt = performance.now();
    return this.#options.gate.run(
      () => inSpan(`provider ${request.task}`, { kind: 'CLIENT' }, () => this.#send(request, send, outcome, askedAt)),
      request.signal,
    );
  }

  async #send<T>(
    { task, purpose = task, signal, isCheck, deadlineMs }: BoundedRequest,
    send: (signal: AbortSignal) => Promise<T>,
    { usageOf, failureOf, isStep }: ReadOutcome<T>,
    askedAt: number,
  ): Promise<T> {
    const { admit, onCall } = this.#options;
    await admit?.(task, isCheck ?? false);
    // A signal that has aborted meanwhile does not call a listener that is added now, and the request would wait for its
    // response.
    signal.throwIfAborted();
    const sentAt = performance.now();
    const report = (outcome: ProviderCall['outcome'], answer: T | null, failure: unknown = null, suffix = '') =>
      onCall?.({
        task: task + suffix,
        purpose: purpose + suffix,
        outcome,
        failure,
        waitMs: sentAt - askedAt,
        durationMs: performance.now() - sentAt,
        ...usageOf(answer),
      });
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, deadlineMs ?? this.deadlineMs);
    try {
      const answer = await send(attempt.signal);
      report('done', answer, null, isStep?.(answer) === true ? '_step' : '');
      return answer;
    } catch (error) {
      if (signal.aborted) report('given_up', null);
      signal.throwIfAborted();
      const failure = failureOf(error, attempt.signal.aborted);
      report('failed', null, failure);
      throw failure;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }
}
