/** Which analyses stand on a page of a list, newest first, and how many there are in all: exact, and from indexes alone. */
import { row, type Sql } from '../platform/database/sql.js';

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
  const counted = filter.agentId === null && filter.contactId === null;
  const { statement, parameters } = counted ? pageByMonths(filter, range) : pageByParty(filter, range);
  const found = await row<{ ids: string[]; total: string }>(sql, statement, parameters);
  return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
}

/** Conditions of the exact filters, with their values behind the parameters given; the account is `$1`. */
export function allOf(
  { status, agentId, contactId }: AnalysisFilter,
  before: readonly unknown[],
): { conditions: string[]; parameters: unknown[] } {
  const parameters = [...before];
  const conditions: string[] = [];
  const columns = { status, agent_id: agentId, contact_id: contactId };
  for (const [column, value] of Object.entries(columns)) {
    if (value === null) continue;
    parameters.push(value);
    conditions.push(`${column} = $${parameters.length}`);
  }
  return { conditions, parameters };
}

/** The month counts give the total, and the month to start in: a deep offset skips within that month only. */
function pageByMonths(filter: AnalysisFilter, { limit, offset }: PageRange): Query {
  const { conditions, parameters } = allOf(filter, [filter.accountId, limit, offset]);
  const n = COUNT_OF[filter.status ?? 'any'];
  return {
    statement: `
      WITH month AS MATERIALIZED (
        SELECT month, sum(${n}) OVER (ORDER BY month DESC) - (${n}) AS before, sum(${n}) OVER () AS total
        FROM analysis_month_count WHERE account_id = $1 AND ${n} > 0),
      start AS MATERIALIZED (
        SELECT ((month + interval '1 month') AT TIME ZONE 'UTC') AS until, ($3::bigint - before)::bigint AS skip
        FROM month WHERE before <= $3::bigint AND total > $3::bigint ORDER BY month LIMIT 1)
      SELECT coalesce((SELECT total FROM month LIMIT 1), 0) AS total,
        ARRAY(SELECT id FROM analysis
          WHERE ${['account_id = $1', ...conditions].join(' AND ')} AND created_at < (SELECT until FROM start)
          ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET (SELECT skip FROM start)) AS ids`,
    parameters,
  };
}

const COUNT_OF: Readonly<Record<AnalysisStatus | 'any', string>> = {
  any: 'processing + completed + failed',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
};

/** One party alone has its count in the dictionary; combined with anything else, the index is counted. */
function pageByParty(filter: AnalysisFilter, { limit, offset }: PageRange): Query {
  const { conditions, parameters } = allOf(filter, [filter.accountId, limit, offset]);
  const where = ['account_id = $1', ...conditions].join(' AND ');
  const kind = filter.agentId === null ? 'contact' : 'agent';
  const total =
    conditions.length === 1
      ? `coalesce((SELECT n FROM analysis_party WHERE account_id = $1 AND kind = '${kind}' AND value = $4), 0)`
      : `(SELECT count(*) FROM analysis WHERE ${where})`;
  return {
    statement: `
      SELECT ${total} AS total,
        ARRAY(SELECT id FROM analysis WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3) AS ids`,
    parameters,
  };
}

interface Query {
  readonly statement: string;
  readonly parameters: unknown[];
}
