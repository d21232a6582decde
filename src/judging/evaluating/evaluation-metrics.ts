// Metrics of evaluations: how they end, and how long they wait.
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/operations/metrics/metrics.js';

/** Seconds, from one judged by phrases alone to one whose provider was away for hours. */
const BUCKETS = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200, 86_400];

@Injectable()
export class EvaluationMetrics {
  private readonly settledEvaluations;
  private readonly turnarounds;
  private readonly handBacks;

  constructor(metrics: Metrics) {
    this.settledEvaluations = metrics.counter(
      'evaluations_settled_total',
      'Evaluations that reached their final state.',
      ['status'],
    );
    this.turnarounds = metrics.histogram(
      'evaluation_turnaround_seconds',
      'Time from the order to judge a call to the final state of its evaluation.',
      ['status'],
      BUCKETS,
    );
    this.handBacks = metrics.counter('evaluation_hand_backs_total', 'Evaluations put back to be worked on again.', [
      'reason',
    ]);
  }

  settled(status: 'completed' | 'failed', orderedAt: Date): void {
    this.settledEvaluations.inc({ status });
    this.turnarounds.observe({ status }, Math.max(0, Date.now() - orderedAt.getTime()) / 1000);
  }

  handedBack(reason: string): void {
    this.handBacks.inc({ reason });
  }
}
