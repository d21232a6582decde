// What persons have answered stays when the transcript is corrected: it goes to the evaluation that is made in place of theirs.
import type { EntityManager } from 'typeorm';
import type { TranscriptResponse } from '../../analysis/analysis-transcript.response.js';
import type { CitationResponse } from '../../analysis/results/findings.response.js';
import { type RestatedCitations, restateCitations } from '../../analysis/versions/restate-citations.js';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { queryRow } from '../../platform/database/sql.js';
import type { HumanReview, ReviewedAnswer } from '../answers/reviewed-answer.js';

/** What a person quoted for an answer. */
export interface QuotedAnswer {
  readonly question: string;
  /** The review that gave the answer. */
  readonly reviewId: string;
  readonly citations: readonly CitationResponse[];
}

/** Of the evaluations of the call that are in force. */
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
 * Of the newest evaluation of the call by the same revision that was superseded. One that is superseded takes no answers any
 * more, so none is missed. A quotation that no longer stands is marked.
 */
export async function readCarriedAnswers(
  tx: EntityManager,
  of: { readonly analysisId: string; readonly scorecardId: string; readonly revision: number },
): Promise<CarriedAnswer[]> {
  const [before] = await queryPrepared<{ judged: string }>(tx, NEWEST_SUPERSEDED, [
    of.analysisId,
    of.scorecardId,
    of.revision,
  ]);
  if (!before) return [];
  const judged: ReviewedAnswer[] = JSON.parse(before.judged);
  const answers = judged.flatMap(({ question, review }) => (review ? [{ question, review }] : []));
  if (!answers.some(({ review }) => (review.citations ?? []).length > 0)) return answers;
  const restate = await readRestatement(tx, of.analysisId);
  return answers.map(({ question, review }) =>
    review.citations ? { question, review: { ...review, citations: restate(review.citations) } } : { question, review },
  );
}

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
