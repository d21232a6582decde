// Carries persons' answers over when the transcript is corrected: the new evaluation takes them from the replaced one.
import type { EntityManager } from 'typeorm';
import type { TranscriptResponse } from '../../calls/results/analysis-transcript.response.js';
import type { CitationResponse } from '../../calls/results/findings.response.js';
import { type RestatedCitations, restateCitations } from '../../calls/versions/restate-citations.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRow } from '../../platform/database/sql.js';
import type { HumanReview, ReviewedAnswer } from '../answers/reviewed-answer.js';

/** A person's quotations for an answer. */
export interface QuotedAnswer {
  readonly question: string;
  /** Review that gave the answer. */
  readonly reviewId: string;
  readonly citations: readonly CitationResponse[];
}

/** Reads the quoted answers of the call's current evaluations. */
export async function readQuotedAnswers(tx: EntityManager, analysisId: string): Promise<QuotedAnswer[]> {
  const found = await queryPrepared<{ judged: string }>(tx, REVIEWED, [analysisId]);
  return found.flatMap(({ judged: text }) => {
    const judged: ReviewedAnswer[] = JSON.parse(text);
    return judged.flatMap(({ question, review }): QuotedAnswer[] =>
      review?.reviewId && review.citations
        ? [{ question, reviewId: review.reviewId, citations: review.citations }]
        : [],
    );
  });
}

export interface CarriedAnswer {
  readonly question: string;
  readonly review: HumanReview;
}

/**
 * Takes the answers of the newest evaluation of the call by the same revision that was superseded, or deleted when the call was
 * masked. A superseded evaluation takes no more answers, so that none is missed. A quotation that no longer matches is marked.
 *
 * Call this in the transaction that completes the evaluation, which has the answers from then on.
 */
export async function takeCarriedAnswers(
  tx: EntityManager,
  of: { readonly analysisId: string; readonly scorecardId: string; readonly revision: number },
): Promise<CarriedAnswer[]> {
  const key = [of.analysisId, of.scorecardId, of.revision];
  const [kept] = await queryPrepared<{ answers: string }>(tx, TAKE_KEPT, key);
  const [before] = await queryPrepared<{ judged: string }>(tx, NEWEST_SUPERSEDED, key);
  const answers = before ? answersIn(before.judged) : readKept(kept?.answers);
  if (!answers.some(({ review }) => (review.citations ?? []).length > 0)) return answers;
  const restate = await readRestatement(tx, of.analysisId);
  return answers.map(({ question, review }) =>
    review.citations ? { question, review: { ...review, citations: restate(review.citations) } } : { question, review },
  );
}

/**
 * Deletes the superseded evaluations of a masked call, and keeps persons' answers for the new ones. Requires the transaction that
 * has locked the analysis FOR UPDATE.
 */
export async function deleteSuperseded(tx: EntityManager, analysisId: string): Promise<void> {
  const superseded = await queryPrepared<SupersededRow>(tx, SUPERSEDED, [analysisId]);
  for (const { scorecard_id: scorecardId, revision, judged } of superseded) {
    const answers = answersIn(judged);
    if (answers.length > 0) await queryPrepared(tx, KEEP, [analysisId, scorecardId, revision, JSON.stringify(answers)]);
  }
  await queryPrepared(tx, DELETE_SUPERSEDED, [analysisId]);
}

interface SupersededRow {
  readonly scorecard_id: string;
  readonly revision: number;
  readonly judged: string;
}

function answersIn(judgedText: string): CarriedAnswer[] {
  const judged: ReviewedAnswer[] = JSON.parse(judgedText);
  return judged.flatMap(({ question, review }) => (review ? [{ question, review }] : []));
}

const readKept = (text: string | undefined): CarriedAnswer[] => (text === undefined ? [] : JSON.parse(text));

async function readRestatement(tx: EntityManager, analysisId: string): Promise<RestatedCitations> {
  const stored = await queryRow<{ transcript: string }>(
    tx,
    'SELECT transcript FROM analysis_payload WHERE analysis_id = $1',
    [analysisId],
  );
  const { segments }: Pick<TranscriptResponse, 'segments'> = stored ? JSON.parse(stored.transcript) : { segments: [] };
  return restateCitations(segments);
}

const REVIEWED: PreparedStatement = {
  name: 'reviewed-answers-of-call',
  text: `SELECT p.judged FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id
         WHERE e.analysis_id = $1 AND NOT e.superseded AND p.judged LIKE '%"reviewId"%'`,
};
const NEWEST_SUPERSEDED: PreparedStatement = {
  name: 'newest-superseded-evaluation',
  text: `SELECT p.judged FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id
         WHERE e.analysis_id = $1 AND e.scorecard_id = $2 AND e.revision = $3 AND e.superseded
         ORDER BY e.created_at DESC, e.id DESC LIMIT 1`,
};
const TAKE_KEPT: PreparedStatement = {
  name: 'take-kept-answers',
  text: `DELETE FROM carried_answers WHERE analysis_id = $1 AND scorecard_id = $2 AND revision = $3 RETURNING answers`,
};
/** Newest last, so that its answers are the ones to be kept. */
const SUPERSEDED: PreparedStatement = {
  name: 'superseded-evaluations-of-call',
  text: `SELECT e.scorecard_id, e.revision, p.judged FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id
         WHERE e.analysis_id = $1 AND e.superseded ORDER BY e.created_at, e.id`,
};
const KEEP: PreparedStatement = {
  name: 'keep-answers-of-persons',
  text: `INSERT INTO carried_answers (analysis_id, scorecard_id, revision, answers) VALUES ($1, $2, $3, $4)
         ON CONFLICT (analysis_id, scorecard_id, revision) DO UPDATE SET answers = excluded.answers`,
};
const DELETE_SUPERSEDED: PreparedStatement = {
  name: 'delete-superseded-evaluations',
  text: 'DELETE FROM evaluation WHERE analysis_id = $1 AND superseded',
};
