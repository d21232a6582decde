// Metrics of stored calls that are masked: how they end, and how long they wait.
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/operations/metrics/metrics.js';

/** Seconds, from a call without a recording to one whose provider was away for hours. */
const BUCKETS = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200, 86_400];

@Injectable()
export class CallRedactionMetrics {
  private readonly settledCalls;
  private readonly turnarounds;
  private readonly handBacks;

  constructor(metrics: Metrics) {
    this.settledCalls = metrics.counter('call_redactions_settled_total', 'Stored calls whose masking has ended.', [
      'status',
    ]);
    this.turnarounds = metrics.histogram(
      'call_redaction_turnaround_seconds',
      'Time from the request to mask a stored call to its end.',
      ['status'],
      BUCKETS,
    );
    this.handBacks = metrics.counter('call_redaction_hand_backs_total', 'Stored calls put back to be masked later.', [
      'reason',
    ]);
  }

  settled(status: 'completed' | 'failed', askedAt: Date): void {
    this.settledCalls.inc({ status });
    this.turnarounds.observe({ status }, Math.max(0, Date.now() - askedAt.getTime()) / 1000);
  }

  handedBack(reason: string): void {
    this.handBacks.inc({ reason });
  }
}
