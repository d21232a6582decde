// One evaluation, from claim to webhook: what it needs is the completed analysis and a revision of a scorecard, what it leaves is
// answers, score and coverage. evaluate-call.ts judges, batch by batch; settle-evaluation.ts writes the end; work/ claims, and
// decides what becomes of a failed run. Any process may be killed at any point: the next worker continues from the last batch.
import { Injectable, Logger } from '@nestjs/common';
import { type ClaimedEvaluation, EvaluationClaims } from '../../scorecards/evaluations/evaluation-claims.js';
import type { HandBackReason, WorkFailure } from '../../work/claim.js';
import type { KindOfWork, Run } from '../../work/kind-of-work.js';
import { EvaluateCall } from './evaluate-call.js';
import { EvaluationLane } from './evaluation-lane.js';
import { EvaluationMetrics } from './evaluation-metrics.js';
import { SettleEvaluation } from './settle-evaluation.js';

@Injectable()
export class EvaluationWork implements KindOfWork<ClaimedEvaluation> {
  readonly lanes;
  readonly notProcessed = 'The call could not be evaluated';
  readonly span = 'evaluate call';
  readonly engines = ['analysis'] as const;
  private readonly logger = new Logger(EvaluationWork.name);

  constructor(
    lane: EvaluationLane,
    readonly claims: EvaluationClaims,
    private readonly evaluateCall: EvaluateCall,
    private readonly settle: SettleEvaluation,
    private readonly metrics: EvaluationMetrics,
  ) {
    this.lanes = [lane];
  }

  run(evaluation: ClaimedEvaluation, run: Run): Promise<void> {
    return this.evaluateCall.run(evaluation, run);
  }

  async fail(evaluation: ClaimedEvaluation, failure: WorkFailure): Promise<void> {
    await this.settle.fail(evaluation, failure);
    this.logger.warn({ ...this.logged(evaluation), reason: failure.sentence }, 'Evaluation failed');
  }

  logged({ id: evaluationId, requestId }: ClaimedEvaluation) {
    return { evaluationId, requestId };
  }

  handedBack(reason: HandBackReason): void {
    this.metrics.handedBack(reason);
  }

  caller({ accountId, livemode, analysisId }: ClaimedEvaluation) {
    return { purpose: 'evaluation', accountId, livemode, analysisId } as const;
  }

  asksEngines(): boolean {
    return true;
  }

  needsWorker(): boolean {
    return true;
  }
}
