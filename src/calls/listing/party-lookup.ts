// Looks up the agents and contacts that contain a text, in `analysis_party`: the dictionary of the identifiers that an account
// uses, with the number of analyses of each. A search thereby knows how much it must read before it reads any analysis.
import { queryRows, type Sql } from '../../platform/database/sql.js';
import { type AnalysisFilter, Parameters } from './analysis-filter.js';
import { COUNT_OF } from './analysis-page.js';
import { containing, foldedPattern } from './folded-text.js';

/** Up to so many analyses of test mode are counted, at 0.1 µs each. */
const MAX_COUNTED_TEST_ROWS = 50_000;

export type PartyKind = 'agent' | 'contact';

/** The matching identifiers of one kind. */
export interface MatchingParties {
  /** Analyses with one of these identifiers. */
  readonly rows: number;
  readonly entries: number;
  /** The identifiers. Null if there are too many to send them with a statement. */
  readonly values: readonly string[] | null;
  /** A LIKE pattern that fits all of them as they are written, without folding case. Null if there is none. */
  readonly pattern: string | null;
}

export interface PartyLookup {
  readonly agent: MatchingParties;
  readonly contact: MatchingParties;
  /** All analyses of the account. */
  readonly accountRows: number;
  /** Analyses with the status of the filter, in the months that its dates touch. All of the account if neither is given. */
  readonly statusRows: number;
  /** Upper bound for the number of analyses that pass the filter. */
  readonly filteredRows: number;
  /** The account's agents. Null if they are more than twice `maxValues`. */
  readonly agents: number | null;
  /** True if the filter's own agent or contact contains the text: then every analysis that passes the filter matches. */
  readonly filterMatches: boolean;
}

/**
 * @param text not empty; case does not count
 * @param maxValues limit for `values`, for each kind
 */
export async function lookUpParties(
  sql: Sql,
  filter: AnalysisFilter,
  text: string,
  maxValues: number,
): Promise<PartyLookup> {
  const patterns = spellingsOf(text);
  const p = new Parameters();
  const found = await queryRows<LookupRow>(sql, lookupStatement(filter, text, maxValues, p), p.values);
  const [head] = found;
  if (!head) throw new Error('The statement always gives a row');
  const matching = (kind: PartyKind): MatchingParties => {
    const row = found.find((one) => one.kind === kind);
    return {
      rows: Number(row?.rows ?? 0),
      entries: Number(row?.entries ?? 0),
      values: row ? row.values : [],
      pattern: patterns[row?.spelling ?? -1] ?? null,
    };
  };
  return {
    agent: matching('agent'),
    contact: matching('contact'),
    accountRows: Number(head.account_rows),
    statusRows: Number(head.status_rows),
    filteredRows: Number(head.filtered_rows),
    agents: head.agents,
    filterMatches: head.filter_matches,
  };
}

/** One row for each kind that matches, or one row with `kind` null. Counts are bigint and arrive as text. */
interface LookupRow {
  readonly account_rows: string;
  readonly status_rows: string;
  readonly filtered_rows: string;
  readonly agents: number | null;
  readonly filter_matches: boolean;
  readonly kind: PartyKind | null;
  readonly rows: string | null;
  readonly entries: string | null;
  readonly spelling: number | null;
  readonly values: readonly string[] | null;
}

function lookupStatement(filter: AnalysisFilter, text: string, maxValues: number, p: Parameters): string {
  const { accountId, status, agentId, contactId, livemode, createdAfter, createdBefore } = filter;
  const account = p.add(accountId, 'uuid');
  const folded = foldedPattern(text, p);
  const agent = p.add(agentId, 'text');
  const contact = p.add(contactId, 'text');
  const filterMatches = `(coalesce(analysis_folded(${agent}) LIKE ${folded}, false)
    OR coalesce(analysis_folded(${contact}) LIKE ${folded}, false))`;
  const months = [
    ...(createdAfter === null ? [] : [`month >= analysis_month(${p.addTime(createdAfter)})`]),
    ...(createdBefore === null ? [] : [`month <= analysis_month(${p.addTime(createdBefore)})`]),
  ];
  const inMonths = months.length === 0 ? '' : ` FILTER (WHERE ${months.join(' AND ')})`;
  const rowsOf = (kind: PartyKind, value: string) =>
    `CASE WHEN ${value} IS NULL THEN NULL ELSE coalesce((SELECT n FROM analysis_party
       WHERE account_id = ${account} AND kind = '${kind}' AND value = ${value}), 0) END`;
  const atMost = (limit: number, rows: string) =>
    `(SELECT CASE WHEN count(*) <= ${limit} THEN count(*)::int END FROM (SELECT FROM ${rows} LIMIT ${limit + 1}) AS few)`;
  const testRows = atMost(MAX_COUNTED_TEST_ROWS, `analysis WHERE account_id = ${account} AND livemode = false`);
  const kinds = [...(agentId === null ? ["'agent'"] : []), ...(contactId === null ? ["'contact'"] : [])];
  return `
    WITH counted AS MATERIALIZED (
      SELECT coalesce(sum(${COUNT_OF.any}), 0) AS account_rows, coalesce(sum(${COUNT_OF[status ?? 'any']})${inMonths}, 0) AS status_rows
      FROM analysis_month_count WHERE account_id = ${account}),
    found AS MATERIALIZED (${foundStatement({ account, text, folded, kinds, filterMatches, maxValues }, p)})
    SELECT counted.account_rows, counted.status_rows,
      least(counted.status_rows, ${rowsOf('agent', agent)}, ${rowsOf('contact', contact)}
        ${livemode === false ? `, ${testRows}` : ''}) AS filtered_rows,
      ${atMost(2 * maxValues, `analysis_party WHERE account_id = ${account} AND kind = 'agent'`)} AS agents,
      ${filterMatches} AS filter_matches, found.kind, found.rows, found.entries, found.spelling, found."values"
    FROM counted LEFT JOIN found ON true`;
}

/** SQL expressions, but `text` and `maxValues`. */
interface FoundParties {
  readonly account: string;
  readonly text: string;
  readonly folded: string;
  readonly kinds: readonly string[];
  readonly filterMatches: string;
  readonly maxValues: number;
}

/** SQL query: a row for each kind that matches. */
function foundStatement(
  { account, text, folded, kinds, filterMatches, maxValues }: FoundParties,
  p: Parameters,
): string {
  const patterns = spellingsOf(text);
  const spelling = patterns.map((one, i) => `WHEN bool_and(value LIKE ${p.add(one, 'text')}) THEN ${i}`).join(' ');
  const totals = `sum(n) AS rows, count(*) AS entries, CASE ${spelling} END AS spelling`;
  const max = p.add(maxValues, 'int');
  if (hasTrigram(text))
    return `SELECT kind, ${totals}, CASE WHEN count(*) <= ${max} THEN array_agg(value) END AS "values"
      FROM analysis_party WHERE account_id = ${account} AND folded LIKE ${folded} GROUP BY kind`;
  // A single character has no bigram: every identifier of the account is read. `@>` nothing is true, should a locale fold two
  // characters to one.
  const withBigrams =
    lettersOf(text) < 2
      ? ''
      : ` AND analysis_bigrams(folded) COLLATE "C" @> coalesce(analysis_bigrams(analysis_folded(${p.add(text, 'text')})), '{}')`;
  // The fewer identifiers are collected, the better: a text this short may be in all of them.
  const matching = `FROM analysis_party WHERE account_id = ${account} AND folded LIKE ${folded}${withBigrams} AND NOT ${filterMatches}`;
  return `SELECT totals.*, CASE WHEN entries <= ${max} THEN ARRAY(SELECT value ${matching} AND kind = totals.kind) END AS "values"
    FROM (SELECT kind, ${totals} ${matching} AND kind IN (${kinds.length === 0 ? 'NULL' : kinds.join(', ')}) GROUP BY kind) AS totals`;
}

/** Number of characters that folding leaves, or fewer: an e and the accent behind it are one letter. */
const lettersOf = (text: string) => [...text.normalize('NFKD').replace(/[\p{M}\p{Cf}\u0640]/gu, '')].length;

/** True if the trigram index can find the text. */
function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}

/** LIKE patterns for the text as given, in lower case and in upper case: most accounts write their identifiers in one case. */
function spellingsOf(text: string): string[] {
  const pattern = containing(text);
  return [...new Set([pattern, pattern.toLowerCase(), pattern.toUpperCase()])];
}
