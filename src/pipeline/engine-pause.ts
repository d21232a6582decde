// A provider that refuses our credentials or quota refuses every call: all calls of this worker wait one minute at a time.
// A metric and the readiness check show it to operators.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../platform/operations/metrics.js';
import { CheckNote, ReadinessChecks } from '../platform/operations/readiness-checks.js';
import { ENGINE_PAUSE_MS } from './failure-policy.js';

@Injectable()
export class EnginePause implements OnModuleInit {
  private until = 0;

  constructor(
    private readonly readiness: ReadinessChecks,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge('engine_paused', 'Whether a provider refuses our credentials or quota, 0 or 1.', [], (gauge) =>
      gauge.set(this.remainingMs() > 0 ? 1 : 0),
    );
    this.readiness.add(
      'engine',
      async () => {
        if (this.remainingMs() > 0) throw new CheckNote('A provider refuses our credentials or quota; calls wait.');
      },
      { required: false },
    );
  }

  begin(now = Date.now()): void {
    this.until = now + ENGINE_PAUSE_MS;
  }

  /** 0 when the worker may call the engines. */
  remainingMs(now = Date.now()): number {
    return Math.max(0, this.until - now);
  }
}
