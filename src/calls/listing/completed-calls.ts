// Completed calls that match a filter, for jobs that process all of them.
import type { EntityManager } from 'typeorm';
import type { Seen, Sight } from '../../access/rights.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { AnalysisFilterFields } from '../analysis.requests.js';
import { type AnalysisFilter, conditionsOf, Parameters, toFilter } from './analysis-filter.js';
import { findPage } from './analysis-page.js';
import { searchPage } from './analysis-search.js';
import { containsFolded } from './folded-text.js';

export interface CompletedCalls {
  /** A filter with a status other than completed matches no call. */
  readonly filter: AnalysisFilter;
  /** A part of the agent or of the contact; null for any. */
  readonly search: string | null;
  /** Only calls completed at this time or earlier. */
  readonly settledBy: Date;
}

export interface CompletedCall {
  readonly id: string;
  readonly createdAt: Date;
  /** True for a call of the sandbox, for which no provider is asked. */
  readonly isScenario: boolean;
  readonly livemode: boolean;
  /** Length of its recording, or of the one that its scenario stands for. */
  readonly durationMs: number;
}

const TIMES = ['created_after', 'created_before', 'call_after', 'call_before'] as const;

/**
 * Calls of a job.
 * @param filter JSON text, in which times are ISO 8601
 * @param settledBy start of the job
 */
export const callsOfJob = (accountId: string, filter: string, settledBy: Date): CompletedCalls => ({
  ...readStoredFilter(accountId, filter),
  settledBy,
});

/** @returns JSON text for `readStoredFilter`: a job touches what its maker saw when it was started. */
export const toStoredFilter = (fields: AnalysisFilterFields, { sight }: Pick<Seen, 'sight'>): string =>
  JSON.stringify({ ...fields, ...(sight && { sight }) });

/** @param filter JSON text, in which times are ISO 8601, with what its maker sees under `sight` */
export function readStoredFilter(accountId: string, filter: string): Omit<CompletedCalls, 'settledBy'> {
  const { sight, ...fields }: AnalysisFilterFields & { readonly sight?: Sight } = JSON.parse(filter);
  for (const name of TIMES) if (fields[name]) fields[name] = new Date(fields[name]);
  return { filter: toFilter({ accountId, sight: sight ?? null }, fields), search: fields.search ?? null };
}

/**
 * Counts the calls with the counters and indexes of the list of analyses, so that both totals agree, but for those that have
 * lost their transcript.
 * @param tx one snapshot
 */
export async function countCompletedCalls(tx: EntityManager, { filter, search }: CompletedCalls): Promise<number> {
  if (!mayFind(filter)) return 0;
  const completed: AnalysisFilter = { ...filter, status: 'completed' };
  const none = { limit: 0, offset: 0 };
  const { total } = await (search === null ? findPage(tx, completed, none) : searchPage(tx, completed, search, none));
  const p = new Parameters();
  const deleted = await queryRow<{ n: number }>(
    tx,
    `SELECT count(*)::int AS n FROM ${callsSql(completed, search, p)} AND a.transcript_deleted_at IS NOT NULL`,
    p.values,
  );
  return total - (deleted?.n ?? 0);
}

/** Counts only the calls of test mode. They are few, and have an index of their own. */
export async function countCompletedTestCalls(tx: EntityManager, calls: CompletedCalls): Promise<number> {
  const p = new Parameters();
  const found = await queryRow<{ n: number }>(
    tx,
    `SELECT count(*)::int AS n FROM ${completedCallsSql(calls, p)} AND NOT a.livemode`,
    p.values,
  );
  return found?.n ?? 0;
}

/**
 * The next calls, newest first.
 * @param after the last call of the page before; null for the first page
 */
export async function nextCompletedCalls(
  sql: Sql,
  calls: CompletedCalls,
  after: Pick<CompletedCall, 'id' | 'createdAt'> | null,
  limit: number,
): Promise<CompletedCall[]> {
  const p = new Parameters();
  const further = after
    ? ` AND (a.created_at, a.id) < (${p.addTime(after.createdAt)}, ${p.add(after.id, 'uuid')})`
    : '';
  return queryRows(
    sql,
    `SELECT a.id, a.created_at AS "createdAt", a.scenario IS NOT NULL AS "isScenario", a.livemode,
       coalesce(a.duration_ms, 0)::float8 AS "durationMs"
     FROM ${completedCallsSql(calls, p)}${further} ${NEWEST_FIRST} LIMIT ${p.add(limit, 'int')}`,
    p.values,
  );
}

export const NEWEST_FIRST = 'ORDER BY a.created_at DESC, a.id DESC';

/** SQL source `a` and its conditions; more conditions can be added. A call without a transcript is none for a job. */
export function completedCallsSql({ filter, search, settledBy }: CompletedCalls, p: Parameters): string {
  const calls = callsSql({ ...filter, status: 'completed' }, search, p);
  return `${calls}${mayFind(filter) ? '' : ' AND false'} AND a.settled_at <= ${p.addTime(settledBy)} AND a.transcript_deleted_at IS NULL`;
}

/** SQL source like {@link completedCallsSql}, for calls in every state. */
export function callsSql(filter: AnalysisFilter, search: string | null, p: Parameters): string {
  const conditions = [
    ...conditionsOf(filter, p).map((condition) => `a.${condition}`),
    ...(search === null ? [] : [`(${['agent', 'contact'].map((kind) => matches(kind, search, p)).join(' OR ')})`]),
  ];
  return `analysis a WHERE ${conditions.join(' AND ')}`;
}

const mayFind = ({ status }: AnalysisFilter) => status === null || status === 'completed';

const matches = (kind: string, text: string, p: Parameters) => containsFolded(`analysis_folded(a.${kind}_id)`, text, p);
