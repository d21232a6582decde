// A person's answer to a question of an evaluation. The figures are computed anew in the same transaction.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { HumanReview } from '../answers/reviewed-answer.js';
import type { EvaluationRow } from './evaluation-json.js';
import { EvaluationReader } from './evaluation-reader.js';
import { ReviewedEvaluations } from './reviewed-evaluations.js';

@Injectable()
export class AnswerQuestion {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reviewed: ReviewedEvaluations,
    private readonly reader: EvaluationReader,
  ) {}

  /**
   * The same question may be answered again. Answers to two questions at the same time wait for one another, so none is lost.
   * @throws ApiError 403 for a live evaluation and a test key; 404 for an unknown evaluation or question; 400 for a question that
   *   does not apply, and for an evaluation that is not completed; 422 for an answer that the question does not take
   */
  answer(caller: Caller, evaluationId: string, question: string, given: HumanReview): Promise<EvaluationRow> {
    const { accountId, principal } = caller;
    const answer = { ...given, principal: { kind: principal.kind, id: principal.id }, evaluationId, question };
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      const { analysis_id: analysisId } = await this.reader.get(accountId, evaluationId, tx);
      await lockForChange(tx, caller, 'analysis', analysisId);
      const answers = [{ ...answer, loc: ['body', 'answer'] }];
      await this.reviewed.decide(tx, caller, { analysisId, answers, results: null });
      return this.reader.get(accountId, evaluationId, tx);
    });
  }
}
