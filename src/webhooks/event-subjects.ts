// Data of events without an analysis, as the API returns it: evaluations, disputes, exports, batches, calibration sessions,
// changes of a judge, holds, erasures, and jobs over stored calls.
// The statement that claims a delivery reads only analyses, since nearly all deliveries belong to them.

import { queryRows, type Sql } from '../platform/database/sql.js';
import {
  EVALUATION_COLUMNS,
  EVALUATION_JOINS,
  type EvaluationRow,
  evaluationJson,
} from '../scorecards/evaluations/evaluation-json.js';
import { RescoreResponse, type RescoreRow, SELECT_RESCORES } from '../scorecards/rescores/rescore.response.js';
import { BatchResponse, type BatchRow, SELECT_BATCHES } from '../wire/batch.response.js';
import { CalibrationResponse, type CalibrationRow, SELECT_CALIBRATIONS } from '../wire/calibration.response.js';
import { DisputeResponse, type DisputeRow, SELECT_DISPUTES } from '../wire/dispute.response.js';
import { JudgeChangeResponse, type JudgeChangeRow, SELECT_JUDGE_CHANGES } from '../wire/drift.response.js';
import { ErasureResponse, type ErasureRow, SELECT_ERASURES } from '../wire/erasure.response.js';
import { ExportResponse, type ExportRow, SELECT_EXPORTS } from '../wire/export.response.js';
import { HoldResponse, type HoldRow, SELECT_HOLDS } from '../wire/hold.response.js';
import { RedactionJobResponse, type RedactionJobRow, SELECT_REDACTIONS } from '../wire/redaction-job.response.js';
import { tellsOfDispute, type WebhookEvent } from './event-table.js';

/** Columns of a row of `webhook_delivery`. At most one of those before `detail_id` is set. */
export interface SubjectColumns {
  readonly event: WebhookEvent;
  readonly evaluation_id: string | null;
  readonly rescore_id: string | null;
  readonly redaction_id: string | null;
  readonly export_id: string | null;
  readonly batch_id: string | null;
  readonly calibration_id: string | null;
  readonly judge_change_id: string | null;
  readonly hold_id: string | null;
  readonly erasure_id: string | null;
  /** Id of the dispute, where the event is about one: then the row belongs to the analysis. */
  readonly detail_id: string | null;
}

/** Id of the row's subject; undefined for an analysis. */
export const subjectOf = (row: SubjectColumns) => (tellsOfDispute(row.event) ? row.detail_id : null) ?? ownerOf(row);

const ownerOf = (row: SubjectColumns) =>
  row.evaluation_id ??
  row.rescore_id ??
  row.redaction_id ??
  row.export_id ??
  row.batch_id ??
  row.calibration_id ??
  row.judge_change_id ??
  row.hold_id ??
  row.erasure_id ??
  undefined;

export interface EventSubject {
  readonly analysisId: string | null;
  /** JSON text. */
  readonly data: string;
}

const EVALUATIONS = `SELECT ${EVALUATION_COLUMNS} FROM evaluation e ${EVALUATION_JOINS} WHERE e.id = ANY($1)`;
const RESCORES = `${SELECT_RESCORES} WHERE r.id = ANY($1)`;
const REDACTIONS = `${SELECT_REDACTIONS} WHERE r.id = ANY($1)`;
const EXPORTS = `${SELECT_EXPORTS} WHERE x.id = ANY($1)`;
const BATCHES = `${SELECT_BATCHES} WHERE b.id = ANY($1)`;
const CALIBRATIONS = `${SELECT_CALIBRATIONS} WHERE s.id = ANY($1)`;
const JUDGE_CHANGES = `${SELECT_JUDGE_CHANGES} WHERE c.id = ANY($1)`;
const HOLDS = `${SELECT_HOLDS} WHERE h.id = ANY($1)`;
const ERASURES = `${SELECT_ERASURES} WHERE e.id = ANY($1)`;
const DISPUTES = `${SELECT_DISPUTES} WHERE d.id = ANY($1)`;

/** @returns subjects by the id of what the event is about: an evaluation, a dispute, a job and so on; without deleted ones */
export async function readSubjects(sql: Sql, of: readonly SubjectColumns[]): Promise<Map<string, EventSubject>> {
  const idsOf = (column: OwnerColumn) => of.flatMap((row) => row[column] ?? []);
  const disputeIds = of.flatMap((row) => (tellsOfDispute(row.event) ? (row.detail_id ?? []) : []));
  return new Map([
    ...(await read<EvaluationRow>(sql, EVALUATIONS, idsOf('evaluation_id'), (row) => evaluationJson(row))),
    ...(await read<RescoreRow>(sql, RESCORES, idsOf('rescore_id'), json(RescoreResponse.of))),
    ...(await read<RedactionJobRow>(sql, REDACTIONS, idsOf('redaction_id'), json(RedactionJobResponse.of))),
    // Notifications contain no link: a link opens the file to anyone who has it.
    ...(await read<ExportRow>(
      sql,
      EXPORTS,
      idsOf('export_id'),
      json((row: ExportRow) => ExportResponse.of(row, null)),
    )),
    ...(await read<BatchRow>(sql, BATCHES, idsOf('batch_id'), json(BatchResponse.of))),
    ...(await read<CalibrationRow>(sql, CALIBRATIONS, idsOf('calibration_id'), json(CalibrationResponse.of))),
    ...(await read<JudgeChangeRow>(sql, JUDGE_CHANGES, idsOf('judge_change_id'), json(JudgeChangeResponse.of))),
    ...(await read<HoldRow>(sql, HOLDS, idsOf('hold_id'), json(HoldResponse.of))),
    ...(await read<ErasureRow>(sql, ERASURES, idsOf('erasure_id'), json(ErasureResponse.of))),
    ...(await read<DisputeRow>(sql, DISPUTES, disputeIds, json(DisputeResponse.of))),
  ]);
}

type OwnerColumn = Exclude<keyof SubjectColumns, 'event' | 'detail_id'>;

const json =
  <Row>(response: (row: Row) => object) =>
  (row: Row) =>
    JSON.stringify(response(row));

async function read<Row extends { readonly id: string; readonly analysis_id?: string }>(
  sql: Sql,
  select: string,
  ids: readonly string[],
  data: (row: Row) => string,
): Promise<[string, EventSubject][]> {
  const rows = ids.length === 0 ? [] : await queryRows<Row>(sql, select, [ids]);
  return rows.map((row) => [row.id, { analysisId: row.analysis_id ?? null, data: data(row) }]);
}
