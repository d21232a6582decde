// One evaluation, from claim to webhook: what it needs is the completed analysis and a revision of a scorecard, what it leaves is
// answers, score and coverage. evaluate-call.ts judges, batch by batch; settle-evaluation.ts writes the end; work/ claims, and
// decides what becomes of a failed run. Any process may be killed at any point: the next worker continues from the last batch.
import { Injectable, Logger } from '@nestjs/common';
import {
  type ClaimedEvaluation,
  EvaluationClaims,
  isOfRescore,
} from '../../scorecards/evaluations/evaluation-claims.js';
import type { WorkFailure } from '../../work/claim.js';
import type { KindOfWork, Run } from '../../work/kind-of-work.js';
import type { WorkCounts } from '../../work/work-metrics.js';
import { EvaluateCall } from './evaluate-call.js';
import { EVALUATION_LANE } from './evaluation-lane.js';
import { SettleEvaluation } from './settle-evaluation.js';

@Injectable()
export class EvaluationWork implements KindOfWork<ClaimedEvaluation> {
  readonly lanes = [EVALUATION_LANE];
  readonly counts = COUNTS;
  readonly notProcessed = 'The call could not be evaluated';
  readonly span = 'evaluate call';
  readonly engines = ['analysis'] as const;
  private readonly logger = new Logger(EvaluationWork.name);

  constructor(
    readonly claims: EvaluationClaims,
    private readonly evaluateCall: EvaluateCall,
    private readonly settle: SettleEvaluation,
  ) {}

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

  caller(evaluation: ClaimedEvaluation) {
    const { accountId, livemode, analysisId } = evaluation;
    return { purpose: 'evaluation', accountId, livemode, analysisId, isBackground: isOfRescore(evaluation) } as const;
  }
}

const COUNTS = {
  noun: 'evaluation',
  help: {
    settled: 'Evaluations that reached their final state.',
    turnaround: 'Time from the order to judge a call to the final state of its evaluation.',
    handBacks: 'Evaluations put back to be worked on again.',
    slots: 'Free slots of this process for evaluations.',
  },
  since: ({ createdAt }) => createdAt,
} satisfies WorkCounts<ClaimedEvaluation>;
