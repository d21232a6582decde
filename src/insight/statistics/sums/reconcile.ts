// Compares the sums of an account with a fresh count of its calls and evaluations, and rebuilds them.
import type { DataSource, EntityManager } from 'typeorm';
import { withStatementTimeout } from '../../../platform/database/silent-connection-timeout.js';
import { queryRow, queryRows } from '../../../platform/database/sql.js';
import { SPANS } from './cover.js';
import { CALL_COUNTS, DIMENSIONS, EVALUATION_COUNTS, MEASURE_NAMES, rowOfOne } from './measures.js';

/** Counting a million calls with their evaluations takes some minutes. */
const TIMEOUT_MS = 60 * 60_000;
const SHOWN = 20;

export interface SumsDifference {
  readonly accountId: string;
  readonly span: string;
  /** Key of the sum: mode, kind, time and dimensions, as JSON. */
  readonly group: string;
  /** Sums as JSON; null: no sum is expected, or none exists. */
  readonly expected: string | null;
  readonly found: string | null;
}

/** Ids of all accounts that exist or have sums. */
export async function accountsWithSums(dataSource: DataSource): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    dataSource,
    `SELECT id FROM account UNION SELECT account_id FROM stat_month UNION SELECT account_id FROM stat_delta ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

/** @returns the first differences of each span; empty when the sums are correct */
export function findDifferences(dataSource: DataSource, accountId: string): Promise<SumsDifference[]> {
  return dataSource.transaction((tx) =>
    withStatementTimeout(tx, TIMEOUT_MS, async () => {
      const found: SumsDifference[] = [];
      for (const span of SPANS) {
        const rows = await queryRows<Omit<SumsDifference, 'accountId' | 'span'>>(tx, differencesStatement(span), [
          accountId,
          SHOWN,
        ]);
        found.push(...rows.map((row) => ({ accountId, span, ...row })));
      }
      const rolled = await queryRows<Omit<SumsDifference, 'accountId'>>(tx, ROLLED_UP_DIFFERENCES, [accountId, SHOWN]);
      found.push(...rolled.map((row) => ({ accountId, ...row })));
      return found;
    }),
  );
}

/**
 * Rebuilds the sums of an account while calls are completed: their new changes are not in the snapshot of this one statement, and
 * stay.
 */
export function repairSums(dataSource: DataSource, accountId: string): Promise<void> {
  return dataSource.transaction((tx) =>
    withStatementTimeout(tx, TIMEOUT_MS, async () => {
      await lockSums(tx);
      await tx.query(REPAIR, [accountId]);
      // Triggers have taken away what the sums said. What is left was wrong.
      await tx.query('DELETE FROM stat_rollup WHERE account_id = $1', [accountId]);
    }),
  );
}

/** Calls that no sum can include yet: the sweep has not reached them. */
export async function countUncounted(dataSource: DataSource): Promise<number> {
  const row = await queryRow<{ n: number }>(
    dataSource,
    `SELECT count(*)::int AS n FROM analysis a WHERE a.status = 'completed' AND a.flagged IS NULL`,
  );
  return row?.n ?? 0;
}

/** Waits for a fold and keeps others away: one process at a time writes the sums. */
const lockSums = (tx: EntityManager) => tx.query("SELECT pg_advisory_xact_lock(hashtextextended('statistics', 0))");

const KIND = ['livemode', 'is_evaluation', ...DIMENSIONS];
const SUMS = [...MEASURE_NAMES.map((name) => `sum(${name}) AS ${name}`), 'stat_sum(items) AS items'].join(', ');
const ALL = [...MEASURE_NAMES, 'items'].join(', ');

/** Every counted call and evaluation, with its times. */
const ONE_BY_ONE = `
  SELECT a.livemode, false AS is_evaluation, a.created_at, a.call_started_at, ${rowOfOne('calls')}
  FROM analysis a WHERE a.account_id = $1 AND ${CALL_COUNTS}
  UNION ALL
  SELECT e.livemode, true, e.call_created_at, e.call_started_at, ${rowOfOne('evaluations')}
  FROM evaluation e WHERE e.account_id = $1 AND ${EVALUATION_COUNTS}`;

/** Sums by span, of rows with two times. */
const summed = (span: string, rows: string, created: string, started: string) => `
  SELECT ${KIND.join(', ')}, by_start, date_trunc('${span}', at, 'UTC') AS start, ${ALL}
  FROM ${rows} CROSS JOIN LATERAL (VALUES (false, ${created}), (true, ${started})) AS axis (by_start, at)
  WHERE at IS NOT NULL`;
const KEY = [...KIND, 'by_start', 'start'].join(', ');
const grouped = (rows: string) => `
  SELECT ${KEY}, ${SUMS} FROM (${rows}) AS rows GROUP BY ${KEY}
  HAVING stat_sum(items) IS NOT NULL OR ${MEASURE_NAMES.map((name) => `sum(${name}) <> 0`).join(' OR ')}`;
const object = (columns: string) => `(SELECT row_to_json(shown)::text FROM (SELECT ${columns}) AS shown)`;

/** SQL of the rows of `findDifferences`. @param span span of the sums; `$1` is the account, `$2` the number of rows shown */
export const differencesStatement = (span: (typeof SPANS)[number]) => `
  WITH expected AS MATERIALIZED (${grouped(summed(span, `(${ONE_BY_ONE}) AS one`, 'created_at', 'call_started_at'))}),
  found AS MATERIALIZED (${grouped(`
    SELECT ${KEY}, ${ALL} FROM stat_${span} WHERE account_id = $1
    UNION ALL ${summed(span, `(SELECT * FROM stat_delta WHERE account_id = $1) AS delta`, 'created_hour', 'call_hour')}`)}),
  different AS (
    SELECT true AS is_expected, * FROM (SELECT * FROM expected EXCEPT SELECT * FROM found) AS missing
    UNION ALL SELECT false, * FROM (SELECT * FROM found EXCEPT SELECT * FROM expected) AS surplus)
  SELECT ${object(KEY)} AS "group", max(${object(ALL)}) FILTER (WHERE is_expected) AS expected,
    max(${object(ALL)}) FILTER (WHERE NOT is_expected) AS found
  FROM different GROUP BY 1 ORDER BY 1 LIMIT $2`;

const ROLLED_UP_KEY = 'span, by_agent, livemode, is_evaluation, by_start, start, agent_id, scorecard_id, revision';
const rolledUpFrom = (span: string) => `
  SELECT '${span}' AS span, grouping(agent_id) = 0 AS by_agent, livemode, is_evaluation, by_start, start, agent_id, scorecard_id,
    revision, ${SUMS}
  FROM stat_${span} WHERE account_id = $1
  GROUP BY GROUPING SETS ((livemode, is_evaluation, by_start, start, scorecard_id, revision, agent_id),
    (livemode, is_evaluation, by_start, start, scorecard_id, revision))
  HAVING ${span === 'hour' ? 'grouping(agent_id) = 1' : 'true'}`;

/** Compares the sums that have fewer dimensions with those that have each. */
const ROLLED_UP_DIFFERENCES = `
  WITH expected AS MATERIALIZED (
    SELECT ${ROLLED_UP_KEY}, ${ALL} FROM (${SPANS.map(rolledUpFrom).join('\n  UNION ALL ')}) AS rolled),
  found AS MATERIALIZED (SELECT ${ROLLED_UP_KEY}, ${ALL} FROM stat_rollup WHERE account_id = $1),
  different AS (
    SELECT true AS is_expected, * FROM (SELECT * FROM expected EXCEPT SELECT * FROM found) AS missing
    UNION ALL SELECT false, * FROM (SELECT * FROM found EXCEPT SELECT * FROM expected) AS surplus)
  SELECT span, ${object(ROLLED_UP_KEY)} AS "group", max(${object(ALL)}) FILTER (WHERE is_expected) AS expected,
    max(${object(ALL)}) FILTER (WHERE NOT is_expected) AS found
  FROM different GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $2`;

const REPAIR = `
  WITH changes AS (DELETE FROM stat_delta WHERE account_id = $1),
  ${SPANS.map((span) => `${span}s AS (DELETE FROM stat_${span} WHERE account_id = $1)`).join(',\n  ')}
  INSERT INTO stat_delta (account_id, created_hour, call_hour, ${KIND.join(', ')}, ${ALL})
  SELECT $1, date_trunc('hour', created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'), ${KIND.join(', ')}, ${SUMS}
  FROM (${ONE_BY_ONE}) AS one GROUP BY 1, 2, 3, ${KIND.map((_, at) => at + 4).join(', ')}`;
