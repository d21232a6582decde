// How long each step takes, and how often it breaks off.
import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/operations/metrics.js';

/** Seconds: from a resumed step to ten hours of audio. */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200];

@Injectable()
export class PipelineMetrics {
  private readonly steps;

  constructor(metrics: Metrics) {
    this.steps = metrics.histogram(
      'call_step_duration_seconds',
      'Time a step of a call took in one run.',
      ['step', 'outcome'],
      BUCKETS,
    );
  }

  /** Measures a step that is under way; its result and its error pass through. */
  readonly time = async <Result>(step: string, work: Promise<Result>): Promise<Result> => {
    const started = performance.now();
    let outcome = 'broken_off';
    try {
      const result = await work;
      outcome = 'done';
      return result;
    } finally {
      this.steps.observe({ step, outcome }, (performance.now() - started) / 1000);
    }
  };
}
