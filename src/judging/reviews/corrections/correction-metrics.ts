// Metrics of corrections: how they end, and how long they wait.
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/operations/metrics/metrics.js';

/** Seconds, from one judged by rules to one whose provider was away for hours. */
const BUCKETS = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200, 86_400];

@Injectable()
export class CorrectionMetrics {
  private readonly settledCorrections;
  private readonly turnarounds;
  private readonly handBacks;

  constructor(metrics: Metrics) {
    this.settledCorrections = metrics.counter(
      'corrections_settled_total',
      'Corrections of transcripts that reached their final state.',
      ['status'],
    );
    this.turnarounds = metrics.histogram(
      'correction_turnaround_seconds',
      'Time from the request to correct a transcript to the final state of the correction.',
      ['status'],
      BUCKETS,
    );
    this.handBacks = metrics.counter('correction_hand_backs_total', 'Corrections put back to be worked on again.', [
      'reason',
    ]);
  }

  settled(status: 'completed' | 'failed', askedAt: Date): void {
    this.settledCorrections.inc({ status });
    this.turnarounds.observe({ status }, Math.max(0, Date.now() - askedAt.getTime()) / 1000);
  }

  handedBack(reason: string): void {
    this.handBacks.inc({ reason });
  }
}
