// Passes the duration and usage of each provider request from the engines to the metrics. The engines are created before the
// application that holds the metrics, so they report to this object instead.

export interface ProviderCall {
  /** e.g. `transcription` */
  readonly task: string;
  /** `given_up`: the worker stopped waiting for the answer. */
  readonly outcome: 'done' | 'failed' | 'given_up';
  /** How long the request waited for a free slot; the number of concurrent requests is limited. */
  readonly waitMs: number;
  readonly durationMs: number;
  /** As the provider reports them; 0 when it does not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly audioSeconds: number;
}

export class ProviderCalls {
  private readonly listeners: ((call: ProviderCall) => void)[] = [];

  listen(listener: (call: ProviderCall) => void): void {
    this.listeners.push(listener);
  }

  report(call: ProviderCall): void {
    for (const listener of this.listeners) listener(call);
  }
}
