// Exported analyses: as rows of a table, and as the objects of the API.

import { ANALYSIS_FACTS_COLUMNS, type AnalysisRow, analysisJson } from '../../../calls/analysis-json.js';
import type { ColumnOf } from '../../../wire/export-columns.js';
import { byKey, type LargeRows, msOf, overCalls, type PlainRows, type WantedRows } from './found-rows.js';

const CELLS: Readonly<Record<ColumnOf<'analyses'>, string>> = {
  id: 'calls.id',
  created: msOf('calls.created_at'),
  livemode: 'calls.livemode',
  status: 'calls.status',
  agent_id: 'calls.agent_id',
  contact_id: 'calls.contact_id',
  started_at: msOf('calls.call_started_at'),
  direction: 'calls.direction',
  duration_seconds: '(calls.duration_ms / 1000.0)::float8',
  language: 'calls.spoken_language',
  compliance_score: 'calls.compliance_score',
  quality_score: 'calls.quality_score',
  customer_effort_score: 'calls.effort_score',
  customer_sentiment: 'calls.customer_sentiment',
  flagged: 'calls.flagged',
  violations: 'to_json(calls.violations)::text',
  reviewed: 'calls.reviewed',
  summary: 'p.summary',
  metadata: 'calls.custom_metadata',
  external_id: 'calls.external_id',
};

const isColumn = (name: string): name is ColumnOf<'analyses'> => name in CELLS;

/** The payload is only read where a column needs it. */
export function analysisCells(wanted: WantedRows, columns: readonly string[]): PlainRows {
  const cells = columns.filter(isColumn).map((name) => CELLS[name]);
  const joined = columns.includes('summary') ? ofPayload("results::json->>'summary' AS summary") : '';
  return {
    kind: 'plain',
    cursor: overCalls(
      wanted,
      () => cells,
      () => joined,
    ),
  };
}

/** Without links to the recordings: they work for an hour, and the file is kept for days. */
export function analysisLines(wanted: WantedRows): LargeRows<string> {
  const size = ofPayload('coalesce(octet_length(transcript), 0) + octet_length(results) AS bytes');
  return {
    kind: 'large',
    cursor: overCalls(
      wanted,
      () => ['calls.id', 'coalesce(p.bytes, 0)'],
      () => size,
    ),
    read: async (snapshot, keys) =>
      byKey(await snapshot.read<AnalysisRow & { key: string }>(READ_ANALYSES, [keys]), (row) => [
        analysisJson(row, null),
      ]),
  };
}

/** OFFSET: each call is looked up by itself, in the order of the cursor. */
const ofPayload = (columns: string) => `LEFT JOIN LATERAL (
  SELECT ${columns} FROM analysis_payload WHERE analysis_id = calls.id AND calls.status = 'completed' OFFSET 0) p ON true`;

const READ_ANALYSES = `SELECT a.id AS key, ${ANALYSIS_FACTS_COLUMNS}, a.stage, a.percent
  FROM analysis a LEFT JOIN LATERAL (
    SELECT * FROM analysis_payload WHERE analysis_id = a.id AND a.status = 'completed' OFFSET 0) p ON true
  WHERE a.id = ANY($1::uuid[])`;
