/** Which analyses stand on a page of a list, newest first, and how many there are in all: exact, and from indexes alone. */
import { queryRow, type Sql } from '../platform/database/sql.js';

/** A member that is null leaves that filter out. Every query is scoped by the account. */
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

/** Without a search. Count and page are of one snapshot: they are one statement. */
export async function findPage(sql: Sql, filter: AnalysisFilter, range: PageRange): Promise<FoundPage> {
  const p = new Parameters();
  const found = await queryRow<{ ids: string[]; total: string }>(sql, pageStatement(filter, range, p), p.values);
  return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
}

/** One row: `ids` in the order of the list, and `total`. The text depends on which filters are given, not on their values. */
export function pageStatement(filter: AnalysisFilter, range: PageRange, p: Parameters): string {
  return isCounted(filter) ? pageByMonths(filter, range, p) : pageByParty(filter, range, p);
}

/** True where the counters alone give the total: every such list is read by the same index whatever the values. */
export function isCounted({ agentId, contactId }: AnalysisFilter): boolean {
  return agentId === null && contactId === null;
}

/** The values of one statement. Each has its type, for not every statement tells it. */
export class Parameters {
  readonly values: unknown[] = [];
  private readonly placed = new Map<unknown, string>();

  /** @returns what stands for the value in the text; the same for the same value */
  add(value: unknown, type: 'uuid' | 'text' | 'text[]' | 'int' | 'bigint'): string {
    const known = typeof value === 'string' ? this.placed.get(value) : undefined;
    if (known?.endsWith(`::${type}`)) return known;
    this.values.push(value);
    const placed = `$${this.values.length}::${type}`;
    if (typeof value === 'string') this.placed.set(value, placed);
    return placed;
  }
}

/** The exact filters, the account first. */
export function conditionsOf({ accountId, status, agentId, contactId }: AnalysisFilter, p: Parameters): string[] {
  return [
    `account_id = ${p.add(accountId, 'uuid')}`,
    ...(status === null ? [] : [`status = ${p.add(status, 'text')}`]),
    ...(agentId === null ? [] : [`agent_id = ${p.add(agentId, 'text')}`]),
    ...(contactId === null ? [] : [`contact_id = ${p.add(contactId, 'text')}`]),
  ];
}

/** Column or columns of `analysis_month_count`. */
export const COUNT_OF: Readonly<Record<AnalysisStatus | 'any', string>> = {
  any: 'processing + completed + failed',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
};

/** The month counts give the total, and the month to start in: a deep offset skips within that month only. */
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

/** One party alone has its count in the dictionary; combined with anything else, the index is counted. */
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
