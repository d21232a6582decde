// One evaluation, from claim to webhook: what it needs is the completed analysis and a revision of a scorecard, what it leaves is
// answers, score and coverage. evaluate-call.ts judges, batch by batch; settle-evaluation.ts writes the end; evaluation-end.ts
// decides what becomes of a failed run. Any process may be killed at any point: the next worker continues from the last batch.
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { inSpan, TRACED_ANALYSIS, TRACED_REQUEST } from '../platform/operations/tracing.js';
import { type ClaimedEvaluation, EvaluationClaims } from '../scorecards/evaluations/evaluation-claims.js';
import { ClaimLease } from '../work/claim-lease.js';
import { EnginePause } from '../work/engine-pause.js';
import { decideBeforeRun } from '../work/failure-policy.js';
import type { GivesWay } from '../work/gives-way.js';
import { EvaluateCall } from './evaluate-call.js';
import { EvaluationEnd, NOT_EVALUATED } from './evaluation-end.js';

@Injectable()
export class EvaluationPipeline {
  constructor(
    private readonly config: Config,
    private readonly claims: EvaluationClaims,
    private readonly evaluateCall: EvaluateCall,
    private readonly enginePause: EnginePause,
    private readonly evaluationEnd: EvaluationEnd,
  ) {}

  /**
   * Works on an evaluation until it is settled, handed back or lost.
   * @param abort ends the run; its reason decides what becomes of the evaluation
   */
  async process(evaluation: ClaimedEvaluation, abort: AbortController, givesWay: GivesWay): Promise<void> {
    const { accountId, livemode, analysisId, requestId, traceParent: parent } = evaluation;
    const caller = { purpose: 'evaluation', accountId, livemode, analysisId } as const;
    const attributes = { [TRACED_ANALYSIS]: analysisId, [TRACED_REQUEST]: requestId };
    await inSpan('evaluate call', { kind: 'CONSUMER', parent, attributes }, () =>
      this.enginePause.duringEvaluation(caller, () => this.processClaimed(evaluation, abort, givesWay)),
    );
  }

  /** Fails an evaluation that has waited for a provider for as long as it may. @param sentence for the client */
  async giveUp(evaluationId: string, sentence: string): Promise<void> {
    const evaluation = await this.claims.claim(evaluationId);
    if (evaluation) await this.evaluationEnd.carryOut(evaluation, { kind: 'fail', code: 'provider_failed', sentence });
  }

  private async processClaimed(
    evaluation: ClaimedEvaluation,
    abort: AbortController,
    givesWay: GivesWay,
  ): Promise<void> {
    const { signal } = abort;
    const startedAt = performance.now();
    const lease = new ClaimLease(() => this.claims.renew(evaluation), this.config.worker.leaseMs, abort);
    try {
      // A worker that stops may have claimed it a moment before.
      signal.throwIfAborted();
      const decision = decideBeforeRun(evaluation, NOT_EVALUATED);
      if (decision) return await this.evaluationEnd.carryOut(evaluation, decision);
      await this.evaluateCall.run(evaluation, signal, givesWay);
    } catch (error) {
      const reason = signal.aborted ? signal.reason : error;
      await this.evaluationEnd.afterFailure(evaluation, reason, performance.now() - startedAt);
    } finally {
      lease.stop();
    }
  }
}
