// Adds changes of calls and evaluations to the sums by hour, day and month. One transaction takes some changes and adds them, so
// that after a crash each one is either waiting or added.
import type { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../../platform/database/prepared.js';
import { MEASURE_NAMES } from './measures.js';

/** Changes in a transaction, which takes some hundred milliseconds. */
const BATCH = 2_000;

export interface Folded {
  /** Number of changes that were added. */
  readonly changes: number;
  /** False: more changes wait. */
  readonly isAll: boolean;
}

/** Adds the oldest changes to the sums. Does nothing while another process is adding. */
export function foldSome(dataSource: DataSource, batch = BATCH): Promise<Folded> {
  return dataSource.transaction(async (tx) => {
    const [lock] = await queryPrepared<{ taken: boolean }>(tx, LOCK, []);
    if (!lock?.taken) return { changes: 0, isAll: true };
    const [folded] = await queryPrepared<FoldRow>(tx, FOLD, [batch]);
    if (!folded) throw new Error('A statement that counts gives a row');
    for (const [table, places] of [
      ['stat_hour', folded.hours],
      ['stat_day', folded.days],
      ['stat_month', folded.months],
    ] as const) {
      if (places !== null) await queryPrepared(tx, emptied(table), [places]);
    }
    return { changes: folded.changes, isAll: folded.changes < batch };
  });
}

interface FoldRow {
  readonly changes: number;
  /** Places of the rows that count nothing any more; null: none. */
  readonly hours: string[] | null;
  readonly days: string[] | null;
  readonly months: string[] | null;
}

/** Only one process at a time writes the sums, so that rows may be locked in any order. */
const LOCK: PreparedStatement = {
  name: 'statistics-lock',
  text: "SELECT pg_try_advisory_xact_lock(hashtextextended('statistics', 0)) AS taken",
};

const KEY = `account_id, livemode, is_evaluation, by_start, start, agent_id, team, language, direction, scorecard_id, revision`;
const SUMS = [...MEASURE_NAMES.map((name) => `sum(${name}) AS ${name}`), 'stat_sum(items) AS items'].join(', ');
const ALL = `${KEY}, ${MEASURE_NAMES.join(', ')}, items`;

/** @param rows of the key and the measures */
const addTo = (table: string, rows: string) => `
  INSERT INTO ${table} AS s (${ALL}) SELECT ${ALL} FROM ${rows}
  ON CONFLICT (${KEY}) DO UPDATE SET
    ${MEASURE_NAMES.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}, items = stat_add(s.items, excluded.items)
  RETURNING s.n, s.ctid`;
const longer = (span: string, rows: string) => `
  SELECT ${KEY.replace(' start,', ` date_trunc('${span}', start, 'UTC') AS start,`)}, ${SUMS} FROM ${rows}
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`;
const zeros = (rows: string) => `(SELECT array_agg(ctid::text) FROM ${rows} WHERE n = 0)`;

const FOLD: PreparedStatement = {
  name: 'statistics-fold',
  text: `
    WITH taken AS (
      DELETE FROM stat_delta WHERE id IN (SELECT id FROM stat_delta ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING *),
    hours AS MATERIALIZED (
      SELECT ${KEY}, ${SUMS}
      FROM taken CROSS JOIN LATERAL (VALUES (false, created_hour), (true, call_hour)) AS axis (by_start, start)
      WHERE start IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    days AS MATERIALIZED (${longer('day', 'hours')}),
    months AS MATERIALIZED (${longer('month', 'days')}),
    by_hour AS (${addTo('stat_hour', 'hours')}),
    by_day AS (${addTo('stat_day', 'days')}),
    by_month AS (${addTo('stat_month', 'months')})
    SELECT (SELECT count(*) FROM taken)::int AS changes, ${zeros('by_hour')} AS hours, ${zeros('by_day')} AS days,
      ${zeros('by_month')} AS months`,
};

/** Deletes rows by ctid: this transaction has written them, so they have not moved. */
const emptied = (table: string): PreparedStatement => ({
  name: `statistics-emptied-${table}`,
  text: `DELETE FROM ${table} WHERE ctid = ANY($1::tid[]) AND n = 0`,
});
