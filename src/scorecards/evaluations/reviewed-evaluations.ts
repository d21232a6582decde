// Applies persons' decisions to the evaluations of a call: their answers, and the answers that follow from a finding that they
// decided. The figures are recomputed in the same transaction, which has locked the row of the analysis.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readDecidedResults } from '../../calls/results/verdict-storage.js';
import { yieldToOthers } from '../../platform/concurrency/loop-turns.js';
import { type Changer, refuseTestKey } from '../../platform/database/lock-for-change.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { storable } from '../../platform/database/storable.js';
import { computeFigures, type Figures } from '../answers/figures.js';
import { type DecidedResults, type HumanReview, type ReviewedAnswer, withReview } from '../answers/reviewed-answer.js';
import { formOf, PublishedScorecards } from '../cards/published-scorecards.js';
import { type Form, type FormQuestion, NOT_APPLICABLE, questionsOf } from '../form/form.js';
import { takeCarriedAnswers } from './carried-answers.js';
import type { EvaluationStatus } from './evaluation.response.js';
import {
  answerUnknown,
  evaluationNotCompleted,
  evaluationNotFound,
  evaluationSuperseded,
  questionNotFound,
  questionSkipped,
  questionUnknown,
} from './evaluation-errors.js';

/** A person's answer that withdraws the earlier one, so that the judge's answer counts again. */
export const WITHDRAW = 'withdraw';

export interface PersonsAnswer extends HumanReview {
  readonly evaluationId: string;
  readonly question: string;
  /** Path of the answer in the request's body, for an error. */
  readonly loc: readonly string[];
  /** Path of the question in the body; null where the path of the route names it. */
  readonly questionLoc: readonly string[] | null;
}

/** Changes of one review to the evaluations of its call. */
export interface Decisions {
  readonly analysisId: string;
  readonly answers: readonly PersonsAnswer[];
  /** Results of the call with the review. Null where it decides no finding and no violation. */
  readonly results: DecidedResults | null;
}

interface LockedEvaluation {
  readonly id: string;
  readonly status: EvaluationStatus;
  readonly livemode: boolean;
  readonly superseded: boolean;
  readonly scorecard_id: string;
  readonly revision: number;
}

@Injectable()
export class ReviewedEvaluations {
  constructor(private readonly scorecards: PublishedScorecards) {}

  /**
   * @returns ids of the scorecards whose questions were answered
   * @throws ApiError 404 for an evaluation of another call, and for an unknown question; 403 for a live evaluation and a test
   *   key; 400 for an evaluation that is not completed and a question that does not apply; 422 for an answer that the question
   *   does not have
   */
  async decide(tx: EntityManager, changer: Changer, decisions: Decisions): Promise<string[]> {
    const { analysisId, answers, results } = decisions;
    const named = new Set(answers.map(({ evaluationId }) => evaluationId));
    const evaluations = await this.lock(tx, changer.accountId, analysisId, results === null ? [...named] : null);
    const unknown = [...named].some((id) => !evaluations.some((one) => one.id === id));
    if (unknown) throw evaluationNotFound();
    const known = results ?? (await readDecidedResults(tx, analysisId));
    for (const evaluation of evaluations) {
      const ofEvaluation = answers.filter(({ evaluationId }) => evaluationId === evaluation.id);
      if (ofEvaluation.length > 0) refuseTestKey(changer, evaluation);
      await this.answer(tx, changer.accountId, evaluation, ofEvaluation, known);
      await yieldToOthers();
    }
    const answered = evaluations.filter(({ id }) => named.has(id));
    return [...new Set(answered.map(({ scorecard_id: id }) => id))];
  }

  /**
   * Applies decisions to an evaluation whose judge's figures were just written: persons may have decided findings meanwhile, or
   * have answered the evaluation of an earlier version of the transcript.
   * @returns null where persons have decided nothing
   */
  async follow(tx: EntityManager, accountId: string, evaluation: FollowingEvaluation): Promise<ReviewedFigures | null> {
    const { id, analysisId, scorecardId, revision } = evaluation;
    const results = await readDecidedResults(tx, analysisId);
    const carried = await takeCarriedAnswers(tx, evaluation);
    if (results === null && carried.length === 0) return null;
    const form = formOf(await this.scorecards.revision(tx, accountId, scorecardId, revision));
    if (carried.length === 0 && !hasFollowers(form)) return null;
    const judged = carried.reduce<readonly ReviewedAnswer[]>(
      (answers, { question, review }) => withReview(answers, findQuestion(form, question), review),
      await readJudged(tx, id),
    );
    const figures = computeFigures(form, judged, results);
    await writeFigures(tx, id, judged, figures);
    return { form, judged, figures };
  }

  /** Locks in one order, so that two transactions do not deadlock. */
  private lock(
    tx: EntityManager,
    accountId: string,
    analysisId: string,
    ids: readonly string[] | null,
  ): Promise<LockedEvaluation[]> {
    return queryRows<LockedEvaluation>(
      tx,
      `SELECT id, status, livemode, superseded, scorecard_id, revision FROM evaluation
       WHERE analysis_id = $1 AND account_id = $2 AND ($3::uuid[] IS NULL OR id = ANY($3)) ORDER BY id FOR NO KEY UPDATE`,
      [analysisId, accountId, ids],
    );
  }

  private async answer(
    tx: EntityManager,
    accountId: string,
    { id, status, superseded, scorecard_id: scorecardId, revision }: LockedEvaluation,
    answers: readonly PersonsAnswer[],
    results: DecidedResults | null,
  ): Promise<void> {
    if (status !== 'completed') {
      if (answers.length > 0) throw evaluationNotCompleted();
      return;
    }
    if (superseded) {
      if (answers.length > 0) throw evaluationSuperseded();
      return;
    }
    const form = formOf(await this.scorecards.revision(tx, accountId, scorecardId, revision));
    if (answers.length === 0 && !hasFollowers(form)) return;
    let judged: readonly ReviewedAnswer[] = await readJudged(tx, id);
    for (const { evaluationId: _, question: key, loc, questionLoc, ...given } of answers) {
      const question = findQuestion(form, key, questionLoc);
      if (given.answer !== WITHDRAW) refuseUnknownAnswer(question, given.answer, loc);
      judged = withReview(judged, question, given.answer === WITHDRAW ? null : given);
    }
    const figures = computeFigures(form, judged, results);
    // Checked after all answers of the review are applied: one may be the condition of another.
    const skipped = new Set(figures.answers.filter(({ state }) => state === 'skipped').map(({ question }) => question));
    if (answers.some(({ question, answer }) => answer !== WITHDRAW && skipped.has(question))) throw questionSkipped();
    await writeFigures(tx, id, judged, figures);
  }
}

/** Figures of an evaluation with persons' decisions. */
export interface ReviewedFigures {
  readonly form: Form;
  readonly judged: readonly ReviewedAnswer[];
  readonly figures: Figures;
}

export interface FollowingEvaluation {
  readonly id: string;
  readonly analysisId: string;
  readonly scorecardId: string;
  readonly revision: number;
}

const hasFollowers = (form: Form) => questionsOf(form).some(({ judge }) => judge.kind === 'finding');

/** Separate statement: one that waited for the lock would still see the answers from before the wait. */
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

/** @throws ApiError 404, or 422 where the body names the question */
function findQuestion(form: Form, key: string, loc: PersonsAnswer['questionLoc'] = null): FormQuestion {
  const questions = questionsOf(form);
  const question = questions.find((one) => one.key === key);
  if (question) return question;
  const keys = questions.map((one) => one.key);
  throw loc === null ? questionNotFound() : questionUnknown(keys, key, loc);
}

function refuseUnknownAnswer(question: FormQuestion, answer: string, loc: PersonsAnswer['loc']): void {
  const allowed = [...question.answers.map(({ key }) => key), ...(question.na ? [NOT_APPLICABLE] : [])];
  if (!allowed.includes(answer)) throw answerUnknown([...allowed, WITHDRAW], answer, loc);
}

async function writeFigures(
  tx: EntityManager,
  id: string,
  judged: readonly ReviewedAnswer[],
  { score, outcome, coverage, sections, answers, autoFails, system }: Figures,
): Promise<void> {
  await tx.query(
    `UPDATE evaluation SET score = $2, outcome = $3, coverage = $4, system_score = $5, system_outcome = $6 WHERE id = $1`,
    [id, score, outcome, coverage, system?.score ?? null, system?.outcome ?? null],
  );
  const texts = [judged, sections, answers, autoFails].map((value) => storable(JSON.stringify(value)));
  await tx.query(
    'UPDATE evaluation_payload SET judged = $2, sections = $3, answers = $4, auto_fails = $5 WHERE evaluation_id = $1',
    [id, ...texts],
  );
}

const MARK: PreparedStatement = {
  name: 'mark-evaluations-reviewed',
  text: 'UPDATE evaluation SET reviewed = true WHERE id = ANY($1::uuid[]) AND NOT reviewed',
};

/** Marks the evaluations for the lists, in the transaction of the person's answers. The evaluations are locked. */
export async function markEvaluationsReviewed(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await queryPrepared(tx, MARK, [ids]);
}
