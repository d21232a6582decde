// Exported evaluations that are not superseded, as table rows and as API objects.

import type { Parameters } from '../../../calls/listing/analysis-filter.js';
import {
  EVALUATION_COLUMNS,
  EVALUATION_JOINS,
  type EvaluationRow,
  evaluationJson,
} from '../../../scorecards/evaluations/evaluation-json.js';
import type { ColumnOf } from '../../../wire/export-columns.js';
import { byKey, type Cursor, type LargeRows, msOf, overCalls, type PlainRows, type WantedRows } from './found-rows.js';

const CELLS: Readonly<Record<ColumnOf<'evaluations'>, string>> = {
  id: 'e.id',
  created: msOf('e.created_at'),
  analysis_id: 'e.analysis_id',
  agent_id: 'e.agent_id',
  contact_id: 'e.contact_id',
  scorecard_id: 'e.scorecard_id',
  scorecard: '(SELECT name FROM scorecard WHERE id = e.scorecard_id)',
  revision: 'e.revision',
  status: 'e.status',
  outcome: 'e.outcome',
  score: 'e.score',
  coverage: 'e.coverage',
  reviewed: 'e.reviewed',
};

const isColumn = (name: string): name is ColumnOf<'evaluations'> => name in CELLS;

export function evaluationCells(wanted: WantedRows, columns: readonly string[]): PlainRows {
  const cells = columns.filter(isColumn).map((name) => CELLS[name]);
  return { kind: 'plain', cursor: overEvaluations(wanted, cells, 'true') };
}

export function evaluationLines(wanted: WantedRows): LargeRows<string> {
  return {
    kind: 'large',
    cursor: overEvaluations(wanted, ['e.id', SIZE], 'true'),
    read: async (snapshot, keys) =>
      byKey(await snapshot.read<EvaluationRow & { key: string }>(READ_EVALUATIONS, [keys]), (row) => [
        evaluationJson(row),
      ]),
  };
}

/** Selects each call's evaluations, newest first. @param condition SQL on a row of `evaluation` */
export function overEvaluations(wanted: WantedRows, columns: readonly string[], condition: string): Cursor {
  return overCalls(
    wanted,
    () => columns,
    (p) => `JOIN LATERAL (
      SELECT * FROM evaluation WHERE ${['analysis_id = calls.id', 'NOT superseded', condition, ...ofCard(wanted, p)].join(' AND ')}
      ORDER BY created_at DESC, id DESC OFFSET 0) e ON true`,
  );
}

/** A filter by a scorecard selects calls; its conditions on evaluations also apply to the evaluations of these calls. */
function ofCard({ filter: { scorecard } }: WantedRows, p: Parameters): string[] {
  if (scorecard === null) return [];
  const { id, outcome, scoreMin, scoreMax } = scorecard;
  return [
    `scorecard_id = ${p.add(id, 'uuid')}`,
    ...(outcome === null ? [] : [`outcome = ${p.add(outcome, 'text')}`]),
    ...(scoreMin === null ? [] : [`score >= ${p.add(scoreMin, 'int')}`]),
    ...(scoreMax === null ? [] : [`score <= ${p.add(scoreMax, 'int')}`]),
  ];
}

/** SQL: size of the evaluation's texts in bytes. */
export const SIZE = `coalesce((SELECT octet_length(answers) + octet_length(sections) + octet_length(auto_fails)
  FROM evaluation_payload WHERE evaluation_id = e.id), 0)`;

/** Values: ids. Rows of {@link EvaluationRow}, with their `key` and whether a person has `reviewed` them. */
export const READ_EVALUATIONS = `SELECT e.id AS key, e.reviewed, ${EVALUATION_COLUMNS}
  FROM evaluation e ${EVALUATION_JOINS} WHERE e.id = ANY($1::uuid[])`;
