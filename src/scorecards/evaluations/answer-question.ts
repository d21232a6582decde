// A person's answer to a question of an evaluation. The figures are computed anew in the same transaction.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { computeFigures } from '../answers/figures.js';
import { type HumanReview, isForPeople, type ReviewedAnswer, withReview } from '../answers/reviewed-answer.js';
import { formOf, PublishedScorecards } from '../cards/published-scorecards.js';
import { type Form, type FormQuestion, NOT_APPLICABLE, questionsOf } from '../form/form.js';
import type { EvaluationStatus } from './evaluation.response.js';
import {
  answerUnknown,
  evaluationNotCompleted,
  notForPeople,
  questionNotFound,
  questionSkipped,
} from './evaluation-errors.js';
import type { EvaluationRow } from './evaluation-json.js';
import { EvaluationReader } from './evaluation-reader.js';

interface LockedEvaluation {
  readonly status: EvaluationStatus;
  readonly scorecard_id: string;
  readonly revision: number;
}

@Injectable()
export class AnswerQuestion {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
    private readonly reader: EvaluationReader,
  ) {}

  /**
   * The same question may be answered again. Answers to two questions at the same time wait for one another, so none is lost.
   * @throws ApiError 403 for a live evaluation and a test key; 404 for an unknown evaluation or question; 400 for a
   *   question that does not apply or is not for people, and for an evaluation that is not completed; 422 for an answer
   *   that the question does not take
   */
  answer(caller: Caller, evaluationId: string, questionKey: string, given: HumanReview): Promise<EvaluationRow> {
    const { accountId, principal } = caller;
    const review = { ...given, principal: { kind: principal.kind, id: principal.id } };
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      const evaluation = await lockForChange<LockedEvaluation>(tx, caller, 'evaluation', evaluationId, LOCKED);
      if (evaluation.status !== 'completed') throw evaluationNotCompleted();
      const scorecard = await this.scorecards.revision(tx, accountId, evaluation.scorecard_id, evaluation.revision);
      const form = formOf(scorecard);
      const judged = await readJudged(tx, evaluationId);
      const reviewed = withReview(judged, findQuestion(form, judged, questionKey, review.answer), review);
      await this.write(tx, evaluationId, form, reviewed);
      return this.reader.get(accountId, evaluationId, tx);
    });
  }

  private async write(tx: EntityManager, id: string, form: Form, judged: readonly ReviewedAnswer[]): Promise<void> {
    const { score, outcome, coverage, sections, answers, autoFails } = computeFigures(form, judged);
    const texts = [judged, sections, answers, autoFails].map((value) => JSON.stringify(value));
    await tx.query('UPDATE evaluation SET score = $2, outcome = $3, coverage = $4 WHERE id = $1', [
      id,
      score,
      outcome,
      coverage,
    ]);
    await tx.query(
      'UPDATE evaluation_payload SET judged = $2, sections = $3, answers = $4, auto_fails = $5 WHERE evaluation_id = $1',
      [id, ...texts],
    );
  }
}

const LOCKED = { columns: 'status, scorecard_id, revision' };

/** A statement of its own: one that waited for the lock would still see the answers from before it waited. */
async function readJudged(tx: EntityManager, id: string): Promise<ReviewedAnswer[]> {
  const found = await queryRow<{ judged: string }>(
    tx,
    'SELECT judged FROM evaluation_payload WHERE evaluation_id = $1',
    [id],
  );
  if (!found) throw new Error('A completed evaluation has its answers');
  const judged: ReviewedAnswer[] = JSON.parse(found.judged);
  return judged;
}

/** @throws ApiError 400, 404, 422 */
function findQuestion(form: Form, judged: readonly ReviewedAnswer[], key: string, answer: string): FormQuestion {
  const question = questionsOf(form).find((one) => one.key === key);
  if (!question) throw questionNotFound();
  const { answers } = computeFigures(form, judged);
  if (answers.some((one) => one.question === key && one.state === 'skipped')) throw questionSkipped();
  if (!isForPeople(question)) throw notForPeople();
  const allowed = [...question.answers.map((one) => one.key), ...(question.na ? [NOT_APPLICABLE] : [])];
  if (!allowed.includes(answer)) throw answerUnknown(allowed, answer);
  return question;
}
