// Carries out what becomes of an evaluation: after a failed run, and where its end is decided without one. The rules are those of
// calls (failure-policy.ts).
import { Injectable, Logger } from '@nestjs/common';
import { ClaimLost } from '../analysis/claims/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { type ClaimedEvaluation, EvaluationClaims } from '../scorecards/evaluations/evaluation-claims.js';
import { EnginePause } from '../work/engine-pause.js';
import {
  type CallDecision,
  decideRetry,
  type EngineOutlook,
  judgeFailure,
  mayBeWorkersFault,
  type RetryableFailure,
  type RetryLimits,
  WORKER_FAULT,
} from '../work/failure-policy.js';
import { WorkerHealth } from '../work/worker-health.js';
import { Yielding } from './evaluate-call.js';
import { EvaluationMetrics } from './evaluation-metrics.js';
import { SettleEvaluation } from './settle-evaluation.js';

/** The client's sentence when the error has none that is meant for clients. */
export const NOT_EVALUATED = 'The call could not be evaluated';

@Injectable()
export class EvaluationEnd {
  private readonly logger = new Logger(EvaluationEnd.name);
  private readonly retryLimits: RetryLimits;

  constructor(
    config: Config,
    private readonly claims: EvaluationClaims,
    private readonly settle: SettleEvaluation,
    private readonly enginePause: EnginePause,
    private readonly health: WorkerHealth,
    private readonly metrics: EvaluationMetrics,
  ) {
    const { providerAttempts, providerPatienceMs } = config.worker;
    this.retryLimits = { maxAttempts: providerAttempts, patienceMs: providerPatienceMs };
  }

  /** Never throws. @param runMs how long the run lasted */
  async afterFailure(evaluation: ClaimedEvaluation, error: unknown, runMs: number): Promise<void> {
    const context = { evaluationId: evaluation.id, requestId: evaluation.requestId };
    try {
      if (error instanceof Yielding) return await this.handBack(evaluation, 0, 'yielding');
      const verdict = judgeFailure(error, NOT_EVALUATED);
      if (mayBeWorkersFault(verdict, error) && (await this.health.faultBehind(error)) !== null) {
        return await this.carryOut(evaluation, WORKER_FAULT);
      }
      // Log before the query for the failures so far: if Postgres is what failed, that query fails too.
      if (verdict.log !== null) this.logger.warn({ ...context, err: error }, 'The run of an evaluation failed');
      if (verdict.kind !== 'retryable') return await this.carryOut(evaluation, verdict);
      const outlook = await this.outlookOf(evaluation, verdict, runMs);
      const before = await this.claims.getFailures(evaluation);
      await this.carryOut(evaluation, decideRetry(verdict, before, outlook, this.retryLimits));
    } catch (failure) {
      if (failure instanceof ClaimLost) return;
      this.logger.error(
        { ...context, err: failure },
        'Failed to record the outcome of an evaluation; the lease will expire',
      );
    }
  }

  async carryOut(evaluation: ClaimedEvaluation, decision: CallDecision): Promise<void> {
    switch (decision.kind) {
      case 'lost-claim':
        return;
      case 'fail':
        await this.settle.fail(evaluation, decision);
        this.logger.warn(
          { evaluationId: evaluation.id, requestId: evaluation.requestId, reason: decision.sentence },
          'Evaluation failed',
        );
        return;
      case 'hand-back':
        return this.handBack(evaluation, decision.waitMs, decision.reason);
    }
  }

  private handBack(
    evaluation: ClaimedEvaluation,
    waitMs: number,
    reason: Parameters<EvaluationClaims['handBack']>[2],
  ): Promise<void> {
    this.metrics.handedBack(reason);
    return this.claims.handBack(evaluation, waitMs, reason);
  }

  private async outlookOf(
    { id: evaluationId, analysisId }: ClaimedEvaluation,
    { trouble }: RetryableFailure,
    runMs: number,
  ): Promise<EngineOutlook> {
    if (!trouble) return { remainingMs: 0, worksForOthers: false };
    const pause = (await this.enginePause.paused()).find(({ engine }) => engine === trouble.engine);
    const worksForOthers =
      !trouble.certain && (await this.enginePause.worksForOthers(trouble.engine, { analysisId, evaluationId, runMs }));
    return { remainingMs: pause?.remainingMs ?? 0, worksForOthers };
  }
}
