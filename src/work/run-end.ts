// Carries out what becomes of claimed work: after a failed run, and where its end is decided without one.
import { Logger } from '@nestjs/common';
import { ProviderError } from '../ports/provider-error.js';
import { type Claimed, ClaimLost } from './claim.js';
import type { EnginePause } from './engines/engine-pause.js';
import {
  type Decision,
  decideRetry,
  type EngineOutlook,
  judgeFailure,
  mayBeWorkersFault,
  type RetryableFailure,
  type RetryLimits,
  WORKER_FAULT,
} from './failure-policy.js';
import type { KindOfWork } from './kind-of-work.js';
import type { FailuresSoFar } from './row-claims.js';
import type { WorkMetrics } from './work-metrics.js';
import type { WorkerHealth } from './worker-health.js';

export class RunEnd<T extends Claimed> {
  private readonly logger = new Logger(RunEnd.name);

  constructor(
    private readonly kind: KindOfWork<T>,
    private readonly retryLimits: RetryLimits,
    private readonly enginePause: EnginePause,
    private readonly health: WorkerHealth,
    private readonly metrics?: WorkMetrics<T>,
  ) {}

  /** Never throws. @param runMs how long the run lasted */
  async afterFailure(work: T, error: unknown, runMs: number): Promise<void> {
    const ids = this.kind.logged(work);
    try {
      const verdict = judgeFailure(error, this.kind.notProcessed);
      const mayBeOurs = this.kind.needsWorker?.(work) !== false && mayBeWorkersFault(verdict, error);
      if (mayBeOurs && (await this.health.faultBehind(error)) !== null) {
        return await this.carryOut(work, WORKER_FAULT);
      }
      // Log before the query for the failures so far: if Postgres is what failed, that query fails too.
      if (verdict.log !== null) this.logger.warn({ ...ids, err: error }, verdict.log);
      if (verdict.kind !== 'retryable') return await this.carryOut(work, verdict);
      const before = await this.kind.claims.getFailures(work);
      const pauseKey = error instanceof ProviderError ? error.pauseKey : null;
      const outlook = await this.outlookOf(work, pauseKey, verdict, before, runMs);
      const patienceMs = pauseKey === null ? this.retryLimits.patienceMs : this.enginePause.patienceMs(pauseKey);
      await this.carryOut(work, decideRetry(verdict, before, outlook, { ...this.retryLimits, patienceMs }));
    } catch (failure) {
      if (failure instanceof ClaimLost) return;
      this.logger.error({ ...ids, err: failure }, 'Failed to record the outcome of a run; its lease will expire');
    }
  }

  async carryOut(work: T, decision: Decision): Promise<void> {
    switch (decision.kind) {
      case 'lost-claim':
        return;
      case 'fail':
        await this.kind.fail(work, decision);
        this.metrics?.settled('failed', work);
        return;
      case 'hand-back':
        this.kind.handedBack?.(decision.reason);
        this.metrics?.handedBack(decision.reason);
        return this.kind.claims.handBack(work, decision.waitMs, decision.reason);
    }
  }

  private async outlookOf(
    work: T,
    pauseKey: string | null,
    { trouble }: RetryableFailure,
    { lastFailedAt }: FailuresSoFar,
    runMs: number,
  ): Promise<EngineOutlook> {
    const caller = this.kind.caller?.(work);
    if (!trouble || !caller) return { remainingMs: 0, worksForOthers: false };
    const engine = pauseKey ?? trouble.engine;
    const pause = await this.enginePause.pauseOf(engine);
    const { analysisId } = caller;
    const worksForOthers =
      !trouble.certain && (await this.enginePause.worksForOthers(engine, { analysisId, lastFailedAt, runMs }));
    return { remainingMs: pause?.remainingMs ?? 0, worksForOthers };
  }
}
