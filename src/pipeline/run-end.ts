// Carries out what becomes of a call: after a failed run, and where its end is decided without one.
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../analysis/claims/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { ClaimLost } from '../work/claim.js';
import { EnginePause } from '../work/engine-pause.js';
import {
  type Decision,
  decideRetry,
  type EngineOutlook,
  judgeFailure,
  mayBeWorkersFault,
  type RetryableFailure,
  type RetryLimits,
  WORKER_FAULT,
} from '../work/failure-policy.js';
import { WorkerHealth } from '../work/worker-health.js';
import { PipelineMetrics } from './steps/pipeline-metrics.js';
import { endOfAwaited, RecordingAwaited } from './steps/recording-awaited.js';
import { SettleCall } from './steps/settle-call.js';

/** The client's sentence when an error has none that is meant for clients. */
export const NOT_PROCESSED = 'The recording could not be processed';

@Injectable()
export class RunEnd {
  private readonly logger = new Logger(RunEnd.name);
  private readonly retryLimits: RetryLimits;

  constructor(
    config: Config,
    private readonly claims: AnalysisClaims,
    private readonly settleCall: SettleCall,
    private readonly enginePause: EnginePause,
    private readonly health: WorkerHealth,
    private readonly metrics: PipelineMetrics,
  ) {
    const { providerAttempts, providerPatienceMs } = config.worker;
    this.retryLimits = { maxAttempts: providerAttempts, patienceMs: providerPatienceMs };
  }

  /** Never throws. @param runMs how long the run lasted */
  async afterFailure(call: ClaimedCall, thrown: unknown, runMs: number): Promise<void> {
    const context = { analysisId: call.id, requestId: call.requestId };
    try {
      const error =
        thrown instanceof RecordingAwaited ? endOfAwaited(thrown, await this.claims.getWaitedMs(call)) : thrown;
      const verdict = judgeFailure(error, NOT_PROCESSED);
      if (
        call.scenario === null &&
        mayBeWorkersFault(verdict, error) &&
        (await this.health.faultBehind(error)) !== null
      ) {
        return await this.carryOut(call, WORKER_FAULT);
      }
      // Log before the query for the failures so far: if Postgres is what failed, that query fails too.
      if (verdict.log !== null) this.logger.warn({ ...context, err: error }, verdict.log);
      if (verdict.kind !== 'retryable') return await this.carryOut(call, verdict);
      const before = await this.claims.getFailures(call);
      const outlook = await this.outlookOf(call, verdict, before.lastFailedAt, runMs);
      await this.carryOut(call, decideRetry(verdict, before, outlook, this.retryLimits));
    } catch (failure) {
      if (!(failure instanceof ClaimLost))
        this.logger.error(
          { ...context, err: failure },
          'Failed to record the outcome of a call; the lease will expire',
        );
    }
  }

  async carryOut(call: ClaimedCall, decision: Decision): Promise<void> {
    switch (decision.kind) {
      case 'lost-claim':
        return;
      case 'fail':
        await this.settleCall.fail(call, decision);
        this.logger.warn(
          { analysisId: call.id, requestId: call.requestId, reason: decision.sentence },
          'Call failed; its minutes are released',
        );
        return;
      case 'hand-back':
        this.metrics.handedBack(decision.reason);
        return this.claims.handBack(call, decision.waitMs, decision.reason);
    }
  }

  private async outlookOf(
    call: ClaimedCall,
    { trouble }: RetryableFailure,
    lastFailedAt: string | null,
    runMs: number,
  ): Promise<EngineOutlook> {
    if (!trouble) return { remainingMs: 0, worksForOthers: false };
    const pause = (await this.enginePause.paused()).find(({ engine }) => engine === trouble.engine);
    const worksForOthers =
      !trouble.certain &&
      (await this.enginePause.worksForOthers(trouble.engine, { analysisId: call.id, lastFailedAt, runMs }));
    return { remainingMs: pause?.remainingMs ?? 0, worksForOthers };
  }
}
