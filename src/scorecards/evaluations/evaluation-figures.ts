// The figures of the evaluations of a call that stand, to tell what a review does to them.
import type { EntityManager } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';
import type { ReviewedEvaluationResponse } from '../../wire/review.response.js';

interface EvaluationFigures {
  readonly id: string;
  readonly score: number | null;
  readonly outcome: string | null;
}

export const readFigures = (tx: EntityManager, accountId: string, analysisId: string): Promise<EvaluationFigures[]> =>
  queryRows<EvaluationFigures>(
    tx,
    `SELECT id, score, outcome FROM evaluation
     WHERE analysis_id = $1 AND account_id = $2 AND status = 'completed' AND NOT superseded ORDER BY created_at DESC, id DESC`,
    [analysisId, accountId],
  );

export function changedFigures(
  before: readonly EvaluationFigures[],
  after: readonly EvaluationFigures[],
): ReviewedEvaluationResponse[] {
  return after.flatMap(({ id, score, outcome }) => {
    const was = before.find((one) => one.id === id);
    if (!was || (was.score === score && was.outcome === outcome)) return [];
    return [{ evaluation_id: id, before: { score: was.score, outcome: was.outcome }, after: { score, outcome } }];
  });
}
