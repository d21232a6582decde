// Finds the ids on one page of a list, newest first, and the exact total. Reads indexes and counters, never whole rows.
import { queryRow, type Sql } from '../platform/database/sql.js';

/** Null means: do not filter by this member. */
export interface AnalysisFilter {
  readonly accountId: string;
  readonly status: AnalysisStatus | null;
  readonly agentId: string | null;
  readonly contactId: string | null;
}

export type AnalysisStatus = 'processing' | 'completed' | 'failed';

export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

export interface FoundPage {
  /** In the order of the list. */
  readonly ids: readonly string[];
  readonly total: number;
}

/** A page of a list without a search. One statement gives total and page, so both belong to one snapshot. */
export async function findPage(sql: Sql, filter: AnalysisFilter, range: PageRange): Promise<FoundPage> {
  const p = new Parameters();
  const found = await queryRow<{ ids: string[]; total: string }>(sql, pageStatement(filter, range, p), p.values);
  return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
}

/** SQL that gives one row: `ids` in the order of the list, and `total`. The text does not depend on the filters' values. */
export function pageStatement(filter: AnalysisFilter, range: PageRange, p: Parameters): string {
  return isCounted(filter) ? pageByMonths(filter, range, p) : pageByParty(filter, range, p);
}

/** True if the monthly counters give the total. Such a list is read through the same index, whatever the values are. */
export function isCounted({ agentId, contactId }: AnalysisFilter): boolean {
  return agentId === null && contactId === null;
}

/** The parameters of one statement. Each is cast, because Postgres cannot infer every type. */
export class Parameters {
  readonly values: unknown[] = [];
  private readonly placeholders = new Map<unknown, string>();

  /** @returns the placeholder with its cast, such as `$1::uuid`. The same text value gives the same placeholder. */
  add(value: unknown, type: 'uuid' | 'text' | 'text[]' | 'int' | 'bigint'): string {
    const known = typeof value === 'string' ? this.placeholders.get(value) : undefined;
    if (known?.endsWith(`::${type}`)) return known;
    this.values.push(value);
    const placeholder = `$${this.values.length}::${type}`;
    if (typeof value === 'string') this.placeholders.set(value, placeholder);
    return placeholder;
  }
}

/** SQL conditions for the filters, with the account first. */
export function conditionsOf({ accountId, status, agentId, contactId }: AnalysisFilter, p: Parameters): string[] {
  return [
    `account_id = ${p.add(accountId, 'uuid')}`,
    ...(status === null ? [] : [`status = ${p.add(status, 'text')}`]),
    ...(agentId === null ? [] : [`agent_id = ${p.add(agentId, 'text')}`]),
    ...(contactId === null ? [] : [`contact_id = ${p.add(contactId, 'text')}`]),
  ];
}

/** SQL expression over the columns of `analysis_month_count`. */
export const COUNT_OF: Readonly<Record<AnalysisStatus | 'any', string>> = {
  any: 'processing + completed + failed',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
};

/** The monthly counters give the total and the month in which the page starts: a deep offset skips rows of one month only. */
function pageByMonths(filter: AnalysisFilter, { limit, offset }: PageRange, p: Parameters): string {
  const n = COUNT_OF[filter.status ?? 'any'];
  const account = p.add(filter.accountId, 'uuid');
  const skipped = p.add(offset, 'bigint');
  return `
    WITH month AS MATERIALIZED (
      SELECT month, sum(${n}) OVER (ORDER BY month DESC) - (${n}) AS before, sum(${n}) OVER () AS total
      FROM analysis_month_count WHERE account_id = ${account} AND ${n} > 0),
    start AS MATERIALIZED (
      SELECT ((month + interval '1 month') AT TIME ZONE 'UTC') AS until, (${skipped} - before)::bigint AS skip
      FROM month WHERE before <= ${skipped} AND total > ${skipped} ORDER BY month LIMIT 1)
    SELECT coalesce((SELECT total FROM month LIMIT 1), 0) AS total,
      ARRAY(SELECT id FROM analysis
        WHERE ${conditionsOf(filter, p).join(' AND ')} AND created_at < (SELECT until FROM start)
        ORDER BY created_at DESC, id DESC LIMIT ${p.add(limit, 'bigint')} OFFSET (SELECT skip FROM start)) AS ids`;
}

/** `analysis_party` has the total of one agent or one contact. With any further filter, index entries are counted. */
function pageByParty(filter: AnalysisFilter, { limit, offset }: PageRange, p: Parameters): string {
  const { accountId, status, agentId, contactId } = filter;
  const where = conditionsOf(filter, p).join(' AND ');
  const alone = status === null && (agentId === null || contactId === null);
  const total = alone
    ? `coalesce((SELECT n FROM analysis_party WHERE account_id = ${p.add(accountId, 'uuid')}
         AND kind = '${agentId === null ? 'contact' : 'agent'}' AND value = ${p.add(agentId ?? contactId, 'text')}), 0)`
    : `(SELECT count(*) FROM analysis WHERE ${where})`;
  return `
    SELECT ${total} AS total,
      ARRAY(SELECT id FROM analysis WHERE ${where} ORDER BY created_at DESC, id DESC
        LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(offset, 'bigint')}) AS ids`;
}
