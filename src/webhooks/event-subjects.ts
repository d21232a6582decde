// What the events about scorecards carry: evaluations, and jobs that judge stored calls again, as the API returns them. The
// statement that claims a delivery reads analyses alone, since nearly all deliveries are about them.
import { queryRows, type Sql } from '../platform/database/sql.js';
import {
  EVALUATION_COLUMNS,
  EVALUATION_JOINS,
  type EvaluationRow,
  evaluationJson,
} from '../scorecards/evaluations/evaluation-json.js';
import { RescoreResponse, type RescoreRow, SELECT_RESCORES } from '../scorecards/rescores/rescore.response.js';

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
const RESCORES = `${SELECT_RESCORES} WHERE r.id = ANY($1)`;

/** @returns by the id of the evaluation or of the job, without those that are deleted */
export async function readSubjects(sql: Sql, of: readonly SubjectColumns[]): Promise<Map<string, EventSubject>> {
  const evaluationIds = of.flatMap(({ evaluation_id }) => evaluation_id ?? []);
  const evaluations =
    evaluationIds.length === 0 ? [] : await queryRows<EvaluationRow>(sql, EVALUATIONS, [evaluationIds]);
  const rescoreIds = of.flatMap(({ rescore_id }) => rescore_id ?? []);
  const rescores = rescoreIds.length === 0 ? [] : await queryRows<RescoreRow>(sql, RESCORES, [rescoreIds]);
  return new Map([
    ...evaluations.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: row.analysis_id, data: evaluationJson(row) },
    ]),
    ...rescores.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: null, data: JSON.stringify(RescoreResponse.of(row)) },
    ]),
  ]);
}
