// What a provider was paid for a call, by the books of a history.
import type { SentStretch } from '../../../src/calls/claims/sent-stretch.js';

export class PaidCall {
  /** Decoded; null until a worker has measured the call. */
  durationMs: number | null = null;
  private readonly stretches: SentStretch[] = [];

  constructor(readonly id: string) {}

  pay(stretch: SentStretch): void {
    this.stretches.push(stretch);
  }

  /** What was sent of each channel, each millisecond once; never more than the call has. */
  get sentMs(): number {
    const sent = new Set(this.stretches.map(({ channel }) => channel)).values();
    const sum = [...sent].reduce<number>((total, channel) => total + this.sentOf(channel), 0);
    return Math.min(this.durationMs ?? 0, sum);
  }

  private sentOf(channel: number | null): number {
    const stretches = this.stretches.filter((each) => each.channel === channel).sort((a, b) => a.startMs - b.startMs);
    let total = 0;
    let reached = 0;
    for (const { startMs, endMs } of stretches) {
      total += Math.max(0, endMs - Math.max(startMs, reached));
      reached = Math.max(reached, endMs);
    }
    return total;
  }
}
