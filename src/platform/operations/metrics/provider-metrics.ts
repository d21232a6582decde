// Metrics of provider requests: duration, waiting time, failures, and the usage that the provider charges for.
import { Injectable } from '@nestjs/common';
import { ProviderCalls } from '../provider-calls.js';
import { Metrics } from './metrics.js';

/** Histogram buckets in seconds, from a refusal to the longest piece of audio. */
const BUCKETS = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

@Injectable()
export class ProviderMetrics {
  constructor(metrics: Metrics, calls: ProviderCalls) {
    const durations = metrics.histogram(
      'provider_request_duration_seconds',
      'Time a request to a provider took, without its wait.',
      ['task', 'outcome', 'engine'],
      BUCKETS,
    );
    const waits = metrics.histogram(
      'provider_wait_seconds',
      'Time a request to a provider waited for its turn (PROVIDER_CONCURRENCY).',
      ['task', 'engine'],
      BUCKETS,
    );
    const tokens = metrics.counter('provider_tokens_total', 'Tokens used, as the provider counts them.', [
      'task',
      'direction',
      'engine',
    ]);
    const audio = metrics.counter(
      'provider_audio_seconds_total',
      'Seconds of audio that a provider charges for, where it counts them.',
      ['task', 'engine'],
    );
    calls.listen(({ purpose: task, engine = task, outcome, waitMs, durationMs, ...used }) => {
      durations.observe({ task, outcome, engine }, durationMs / 1000);
      waits.observe({ task, engine }, waitMs / 1000);
      tokens.inc({ task, direction: 'input', engine }, used.inputTokens);
      tokens.inc({ task, direction: 'output', engine }, used.outputTokens);
      audio.inc({ task, engine }, used.audioSeconds);
    });
  }
}
