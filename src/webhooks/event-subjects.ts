// What the events about scorecards carry: evaluations, and jobs that judge stored calls again, as the API returns them. The
// statement that claims a delivery reads analyses alone, which are nearly all.
import { queryRows, type Sql } from '../platform/database/sql.js';
import {
  EVALUATION_COLUMNS,
  EVALUATION_JOINS,
  type EvaluationRow,
  evaluationJson,
} from '../scorecards/evaluation-json.js';

/** Of a row of `webhook_delivery`: at most one is set. */
export interface SubjectColumns {
  readonly evaluation_id: string | null;
  readonly rescore_id: string | null;
}

export interface EventSubject {
  readonly analysisId: string | null;
  /** JSON text. */
  readonly data: string;
}

const EVALUATIONS = `SELECT ${EVALUATION_COLUMNS} FROM evaluation e ${EVALUATION_JOINS} WHERE e.id = ANY($1)`;

/** @returns by the id of the evaluation or of the job, without those that are deleted */
export async function readSubjects(sql: Sql, of: readonly SubjectColumns[]): Promise<Map<string, EventSubject>> {
  const evaluationIds = of.flatMap(({ evaluation_id }) => evaluation_id ?? []);
  const evaluations =
    evaluationIds.length === 0 ? [] : await queryRows<EvaluationRow>(sql, EVALUATIONS, [evaluationIds]);
  return new Map(evaluations.map((row) => [row.id, { analysisId: row.analysis_id, data: evaluationJson(row) }]));
}
