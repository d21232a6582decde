// What persons have answered stays when the transcript is corrected: it goes to the evaluation that is made in place of theirs.
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';
import { computeFigures } from '../answers/figures.js';
import { type ReviewedAnswer, withReview } from '../answers/reviewed-answer.js';
import { formOf, type PublishedScorecard } from '../cards/published-scorecards.js';
import { questionsOf } from '../form/form.js';
import type { ClaimedEvaluation, CompletedEvaluation } from './evaluation-claims.js';

/**
 * Of the newest evaluation of the call by the same revision that was superseded. One that is superseded takes no answers any more,
 * so none is missed.
 */
export async function carryAnswers(
  tx: EntityManager,
  { analysisId, scorecardId, revision }: ClaimedEvaluation,
  completed: CompletedEvaluation,
  scorecard: Pick<PublishedScorecard, 'formText'>,
): Promise<CompletedEvaluation> {
  const [before] = await queryPrepared<{ judged: string }>(tx, NEWEST_SUPERSEDED, [analysisId, scorecardId, revision]);
  const answered: ReviewedAnswer[] = before ? JSON.parse(before.judged) : [];
  if (!answered.some(({ review }) => review !== undefined)) return completed;
  const form = formOf(scorecard);
  const reviewed = questionsOf(form).reduce((judged, question) => {
    const review = answered.find((one) => one.question === question.key)?.review;
    return review === undefined ? judged : withReview(judged, question, review);
  }, parseJudged(completed.judged));
  const { score, outcome, coverage, sections, answers, autoFails } = computeFigures(form, reviewed);
  return {
    ...completed,
    score,
    outcome,
    coverage,
    judged: JSON.stringify(reviewed),
    sections: JSON.stringify(sections),
    answers: JSON.stringify(answers),
    autoFails: JSON.stringify(autoFails),
  };
}

function parseJudged(text: string): ReviewedAnswer[] {
  const judged: ReviewedAnswer[] = JSON.parse(text);
  return judged;
}

const NEWEST_SUPERSEDED: PreparedStatement = {
  name: 'newest-superseded-evaluation',
  text: `SELECT p.judged FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id
         WHERE e.analysis_id = $1 AND e.scorecard_id = $2 AND e.revision = $3 AND e.superseded
         ORDER BY e.created_at DESC, e.id DESC LIMIT 1`,
};
