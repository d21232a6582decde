// A person's answer to one question of an evaluation.
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/http/access/caller.js';
import type { EvaluationRow } from '../../../scorecards/evaluations/evaluation-json.js';
import { EvaluationReader } from '../../../scorecards/evaluations/evaluation-reader.js';
import type { GivenQuestion } from './given-review.js';
import { WriteReview } from './write-review.js';

@Injectable()
export class AnswerQuestion {
  constructor(
    private readonly writeReview: WriteReview,
    private readonly reader: EvaluationReader,
  ) {}

  /** The same question may be answered again. @throws ApiError as `WriteReview.write` */
  async answer(caller: Caller, reviewerId: string | null, given: GivenQuestion): Promise<EvaluationRow> {
    const { accountId } = caller;
    // Not locked yet: the analysis is locked before its evaluations.
    let evaluation = await this.reader.get(accountId, given.evaluationId);
    const review = { reviewerId, note: null, findings: [], violations: [], answers: [given] };
    await this.writeReview.write(caller, evaluation.analysis_id, review, async (tx) => {
      evaluation = await this.reader.get(accountId, given.evaluationId, tx);
    });
    return evaluation;
  }
}
