// Data of events without an analysis, as the API returns it: evaluations, disputes, exports, batches, calibration sessions,
// changes of a judge, holds, and jobs over stored calls.
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
const DISPUTES = `${SELECT_DISPUTES} WHERE d.id = ANY($1)`;

/** @returns subjects by the id of what the event is about: an evaluation, a dispute, a job and so on; without deleted ones */
export async function readSubjects(sql: Sql, of: readonly SubjectColumns[]): Promise<Map<string, EventSubject>> {
  const evaluationIds = of.flatMap(({ evaluation_id }) => evaluation_id ?? []);
  const evaluations =
    evaluationIds.length === 0 ? [] : await queryRows<EvaluationRow>(sql, EVALUATIONS, [evaluationIds]);
  const rescoreIds = of.flatMap(({ rescore_id }) => rescore_id ?? []);
  const rescores = rescoreIds.length === 0 ? [] : await queryRows<RescoreRow>(sql, RESCORES, [rescoreIds]);
  const redactionIds = of.flatMap(({ redaction_id }) => redaction_id ?? []);
  const redactions = redactionIds.length === 0 ? [] : await queryRows<RedactionJobRow>(sql, REDACTIONS, [redactionIds]);
  const exportIds = of.flatMap(({ export_id }) => export_id ?? []);
  const exports = exportIds.length === 0 ? [] : await queryRows<ExportRow>(sql, EXPORTS, [exportIds]);
  const batchIds = of.flatMap(({ batch_id }) => batch_id ?? []);
  const batches = batchIds.length === 0 ? [] : await queryRows<BatchRow>(sql, BATCHES, [batchIds]);
  const calibrationIds = of.flatMap(({ calibration_id }) => calibration_id ?? []);
  const calibrations =
    calibrationIds.length === 0 ? [] : await queryRows<CalibrationRow>(sql, CALIBRATIONS, [calibrationIds]);
  const changeIds = of.flatMap(({ judge_change_id }) => judge_change_id ?? []);
  const changes = changeIds.length === 0 ? [] : await queryRows<JudgeChangeRow>(sql, JUDGE_CHANGES, [changeIds]);
  const holdIds = of.flatMap(({ hold_id }) => hold_id ?? []);
  const holds = holdIds.length === 0 ? [] : await queryRows<HoldRow>(sql, HOLDS, [holdIds]);
  const disputeIds = of.flatMap((row) => (tellsOfDispute(row.event) ? (row.detail_id ?? []) : []));
  const disputes = disputeIds.length === 0 ? [] : await queryRows<DisputeRow>(sql, DISPUTES, [disputeIds]);
  return new Map([
    ...evaluations.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: row.analysis_id, data: evaluationJson(row) },
    ]),
    ...rescores.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: null, data: JSON.stringify(RescoreResponse.of(row)) },
    ]),
    ...redactions.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: null, data: JSON.stringify(RedactionJobResponse.of(row)) },
    ]),
    // Notifications contain no link: a link opens the file to anyone who has it.
    ...exports.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: null, data: JSON.stringify(ExportResponse.of(row, null)) },
    ]),
    ...batches.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: null, data: JSON.stringify(BatchResponse.of(row)) },
    ]),
    ...calibrations.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: null, data: JSON.stringify(CalibrationResponse.of(row)) },
    ]),
    ...changes.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: null, data: JSON.stringify(JudgeChangeResponse.of(row)) },
    ]),
    ...holds.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: null, data: JSON.stringify(HoldResponse.of(row)) },
    ]),
    ...disputes.map((row): [string, EventSubject] => [
      row.id,
      { analysisId: row.analysis_id, data: JSON.stringify(DisputeResponse.of(row)) },
    ]),
  ]);
}
