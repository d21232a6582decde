// Stands between the engines and the application: the engines ask it before each provider request and report each outcome. The
// engines are created before the application that judges and counts them, so both meet here.
import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom a request is sent. Without one nothing is: what costs money must be somebody's. */
export interface ProviderCaller {
  readonly purpose: 'analysis' | 'evaluation' | 'trial' | 'correction' | 'redaction';
  readonly accountId: string;
  /** Mode of the call. */
  readonly livemode: boolean;
  /** The call that the request is about. */
  readonly analysisId: string;
}

export interface ProviderCall {
  /** e.g. `transcription` */
  readonly task: string;
  /** As the metrics count it: the task, or what else the same engine was asked for, e.g. `evaluation`. */
  readonly purpose: string;
  /** `given_up`: the worker stopped waiting for the response. */
  readonly outcome: 'done' | 'failed' | 'given_up';
  /** What a failed request failed with; null otherwise. */
  readonly failure: unknown;
  /** How long the request waited for a free slot; the number of concurrent requests is limited. */
  readonly waitMs: number;
  readonly durationMs: number;
  /** As the provider reports them; 0 when it does not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly audioSeconds: number;
}

/** Rejects when a request must not be sent now. */
export type Admission = (task: string, caller: ProviderCaller) => Promise<void>;

export class ProviderCalls {
  /** None outside a run, as at the checks at start. */
  readonly caller = new AsyncLocalStorage<ProviderCaller>();
  private readonly listeners: ((call: ProviderCall) => void)[] = [];
  private admission: Admission | null = null;

  listen(listener: (call: ProviderCall) => void): void {
    this.listeners.push(listener);
  }

  report(call: ProviderCall): void {
    for (const listener of this.listeners) listener(call);
  }

  guard(admission: Admission): void {
    this.admission = admission;
  }

  /**
   * @param isCheck a request that sends nothing of a call and costs nothing, such as for the list of models
   * @throws Error where the request would be sent for no account
   */
  async admit(task: string, isCheck: boolean): Promise<void> {
    const caller = this.caller.getStore();
    if (caller !== undefined) return this.admission?.(task, caller);
    if (!isCheck) throw new Error(`A request for ${task} has no caller; it is not sent`);
  }
}
