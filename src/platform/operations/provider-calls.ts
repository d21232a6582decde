// Connects the engines and the application: the engines ask here before each provider request, and report each outcome. The
// engines are created before the parts of the application that admit and count their requests.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChosenEngines, EnginesUnknown, EngineTask } from '../../ports/engine-trouble.js';

/** Account and call that a request is sent for. No request is sent without one: every cost must belong to an account. */
export interface ProviderCaller {
  readonly purpose: 'analysis' | 'evaluation' | 'trial' | 'correction' | 'redaction';
  readonly accountId: string;
  /** Mode of the call. */
  readonly livemode: boolean;
  /** The call that the request is about. */
  readonly analysisId: string;
  /** Engines by which this work is done, where they are not the installation's own. */
  readonly engines?: ChosenEngines | EnginesUnknown;
  /** The engine that an engine trial tries. Everything else is done by the account's choice. */
  readonly tried?: { readonly task: EngineTask; readonly name: string };
  /** True for work that no client waits for: rescores and batches. Its requests may take a cheaper, slower tier. */
  readonly isBackground?: boolean;
}

export interface ProviderCall {
  /** e.g. `transcription` */
  readonly task: string;
  /** Key of the pause that its trouble would begin. Default: the task. */
  readonly pauseKey?: string;
  /** Name of the engine in the metrics. Default: the task. */
  readonly engine?: string;
  /** Label in the metrics: the task, or another use of the same engine, e.g. `evaluation`. */
  readonly purpose: string;
  /** `given_up`: the worker stopped waiting for the response. */
  readonly outcome: 'done' | 'failed' | 'given_up';
  /** Error of a failed request; otherwise null. */
  readonly failure: unknown;
  /** Time for which the request waited for a free slot. The number of concurrent requests is limited. */
  readonly waitMs: number;
  readonly durationMs: number;
  /** Tokens as reported by the provider; 0 when it reports none. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly audioSeconds: number;
}

/** Rejects when a request must not be sent now. `pauseKey`: see `pauseKeyOf`. */
export type Admission = (task: string, caller: ProviderCaller, pauseKey: string) => Promise<void>;

/** Most answers come sooner; one that does not may come as late as its time-out. */
const STALLED_MS = 5_000;
/** The same where requests to that provider stall already, and none was answered since. */
const STALLED_TOO_MS = 100;

interface Waiting {
  /** Requests that wait for an answer. */
  readonly requests: number;
  /** Time since when none came, on the clock of `performance.now()`. */
  readonly since: number;
  /** Pause key of the last request. */
  readonly pauseKey: string;
}

/** One storage for the process: Node calls each storage that was ever used for every promise, and frees none. */
const callerOfRun = new AsyncLocalStorage<ProviderCaller>();

export class ProviderCalls {
  /** Caller of the current run. Not set outside a run, as in the checks at start. */
  readonly caller = callerOfRun;
  private readonly listeners: ((call: ProviderCall) => void)[] = [];
  private admission: Admission | null = null;
  /** Calls that wait for an answer of a provider. */
  private readonly waiting = new Map<string, Waiting>();
  /** Pause keys of providers whose last request stalled and got no answer. */
  private readonly silent = new Set<string>();

  listen(listener: (call: ProviderCall) => void): void {
    this.listeners.push(listener);
  }

  report(call: ProviderCall): void {
    const { analysisId } = this.caller.getStore() ?? {};
    const waiting = analysisId === undefined ? undefined : this.waiting.get(analysisId);
    if (analysisId !== undefined && waiting !== undefined) {
      if (waiting.requests === 1) this.waiting.delete(analysisId);
      else this.waiting.set(analysisId, { ...waiting, requests: waiting.requests - 1, since: performance.now() });
    }
    const { outcome, durationMs, pauseKey = call.task } = call;
    if (outcome === 'done' || durationMs < STALLED_MS) this.silent.delete(pauseKey);
    else this.silent.add(pauseKey);
    for (const listener of this.listeners) listener(call);
  }

  guard(admission: Admission): void {
    this.admission = admission;
  }

  /** Whether a call has waited for an answer of a provider for so long that its slot may be given to another account. */
  isStalled(analysisId: string): boolean {
    const waiting = this.waiting.get(analysisId);
    if (waiting === undefined) return false;
    const now = performance.now();
    const waitedMs = now - waiting.since;
    if (waitedMs >= STALLED_MS) return true;
    if (waitedMs < STALLED_TOO_MS) return false;
    if (this.silent.has(waiting.pauseKey)) return true;
    return [...this.waiting.values()].some(
      ({ pauseKey, since }) => pauseKey === waiting.pauseKey && now - since >= STALLED_MS,
    );
  }

  /**
   * @param isCheck a request that sends nothing of a call and costs nothing, such as for the list of models
   * @param pauseKey see `pauseKeyOf`
   * @throws Error where the request would be sent for no account
   */
  async admit(task: string, isCheck: boolean, pauseKey = task): Promise<void> {
    const caller = this.caller.getStore();
    if (caller !== undefined) {
      await this.admission?.(task, caller, pauseKey);
      const { requests, since } = this.waiting.get(caller.analysisId) ?? { requests: 0, since: performance.now() };
      this.waiting.set(caller.analysisId, { requests: requests + 1, since, pauseKey });
      return;
    }
    if (!isCheck) throw new Error(`A request for ${task} has no caller; it is not sent`);
  }
}
