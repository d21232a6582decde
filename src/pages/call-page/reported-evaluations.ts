// Finds the evaluations of a call by the account's own scorecards, for its report.
import { queryRows, type Sql } from '../../platform/database/sql.js';
import type { EvaluationResponse } from '../../scorecards/evaluations/evaluation.response.js';
import {
  EVALUATION_COLUMNS,
  EVALUATION_JOINS,
  type EvaluationRow,
  evaluationOf,
} from '../../scorecards/evaluations/evaluation-json.js';
import type { Form } from '../../scorecards/form/form.js';

export interface ReportedEvaluation {
  /** Completed evaluation. */
  readonly evaluation: EvaluationResponse;
  readonly form: Form;
}

/** Equals the maximum number of scorecards that a call can name. */
const MAX_REPORTED = 5;

/** Finds the newest evaluation by each scorecard, sorted by their time. */
export async function reportedEvaluations(
  sql: Sql,
  accountId: string,
  analysisId: string,
): Promise<ReportedEvaluation[]> {
  const rows = await queryRows<EvaluationRow & { readonly form: string }>(sql, NEWEST, [
    accountId,
    analysisId,
    MAX_REPORTED,
  ]);
  return rows.map((row) => ({ evaluation: evaluationOf(row), form: JSON.parse(row.form) }));
}

const NEWEST = `
  SELECT ${EVALUATION_COLUMNS}, r.form
  FROM (
    SELECT DISTINCT ON (scorecard_id) id FROM evaluation
    WHERE analysis_id = $2 AND account_id = $1 AND status = 'completed' AND NOT superseded
    ORDER BY scorecard_id, created_at DESC, id DESC
  ) newest
    JOIN evaluation e ON e.id = newest.id
    ${EVALUATION_JOINS}
    JOIN scorecard_revision r ON r.scorecard_id = e.scorecard_id AND r.number = e.revision
  ORDER BY e.created_at, e.id
  LIMIT $3`;
