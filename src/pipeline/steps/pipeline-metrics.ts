// Metrics of the pipeline: how long each step takes, how often it fails, and how calls end. Each step is also a trace span.
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { inSpan } from '../../platform/operations/tracing.js';

/** Seconds, from a step that only reads its checkpoint to a step on ten hours of audio. */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200];

@Injectable()
export class PipelineMetrics {
  private readonly steps;
  private readonly settledCalls;
  private readonly settledAudio;
  private readonly turnarounds;
  private readonly handBacks;

  constructor(metrics: Metrics) {
    this.steps = metrics.histogram(
      'call_step_duration_seconds',
      'Time a step of a call took in one run.',
      ['step', 'outcome'],
      BUCKETS,
    );
    this.settledCalls = metrics.counter('calls_settled_total', 'Calls that reached their final state.', ['status']);
    this.settledAudio = metrics.counter('call_audio_seconds_total', 'Seconds of audio in calls that were completed.');
    this.turnarounds = metrics.histogram(
      'call_turnaround_seconds',
      'Time from acceptance to the final state.',
      ['status'],
      BUCKETS,
    );
    this.handBacks = metrics.counter('call_hand_backs_total', 'Calls put back to be worked on again.', ['reason']);
  }

  settled(status: 'completed' | 'failed', acceptedAt: Date, durationMs: number): void {
    this.settledCalls.inc({ status });
    this.settledAudio.inc(durationMs / 1000);
    this.turnarounds.observe({ status }, Math.max(0, Date.now() - acceptedAt.getTime()) / 1000);
  }

  handedBack(reason: string): void {
    this.handBacks.inc({ reason });
  }

  /** Measures a step. Returns its result and throws its error. An arrow function, so that it can be passed alone. */
  readonly time = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    let outcome = 'broken_off';
    try {
      const result = await inSpan(step, {}, work);
      outcome = 'done';
      return result;
    } finally {
      this.steps.observe({ step, outcome }, (performance.now() - started) / 1000);
    }
  };
}
