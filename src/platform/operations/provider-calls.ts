// What requests to a paid provider took and used. The engines are made before the application that counts them.

export interface ProviderCall {
  /** What was asked for, e.g. `transcription`. */
  readonly task: string;
  /** `given_up`: nobody waits for the answer any more. */
  readonly outcome: 'done' | 'failed' | 'given_up';
  /** Until the request's turn came: only so many are open at once. */
  readonly waitMs: number;
  readonly durationMs: number;
  /** As the provider tells it; 0 where it does not. */
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
