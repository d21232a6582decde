// Finds the ids on one page of a list, newest first, and the exact total. Reads indexes and counters, never whole rows.
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { type AnalysisFilter, type AnalysisStatus, conditionsOf, Parameters } from './analysis-filter.js';
import { findByFacets, hasFacets } from './facets.js';
import { byPart, EVERY, type IndexedPart, isEvery } from './indexed-part.js';
import type { FoundPage, PageRange } from './page.js';

/**
 * A page of a list without a search.
 * @param sql one snapshot, where the list is filtered by facets; else one statement gives total and page
 */
export async function findPage(sql: Sql, filter: AnalysisFilter, range: PageRange): Promise<FoundPage> {
  if (hasFacets(filter)) return findByFacets(sql, filter, range);
  const p = new Parameters();
  const found = await queryRow<{ ids: string[]; total: string }>(sql, pageStatement(filter, range, p), p.values);
  return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
}

/**
 * SQL that gives one row: `ids` in the order of the list, and `total`. The text does not depend on the filters' values.
 * @param filter without facets
 */
export function pageStatement(filter: AnalysisFilter, range: PageRange, p: Parameters): string {
  return isByMonths(filter) ? pageByMonths(filter, range, p) : pageByParty(filter, range, p);
}

/** True if the monthly counters give the whole total. Such a list is read through the same index, whatever the values are. */
export function isCounted(filter: AnalysisFilter): boolean {
  return isByMonths(filter) && isOfAllDatesAndModes(filter) && !hasFacets(filter);
}

const isByMonths = ({ agentId, contactId, externalId }: AnalysisFilter) =>
  agentId === null && contactId === null && externalId === null;

/** True if the dictionary's totals of agents and contacts hold, and the counters' totals of months. */
function isOfAllDatesAndModes({ livemode, createdAfter, createdBefore, reviewed }: AnalysisFilter): boolean {
  return [livemode, createdAfter, createdBefore, reviewed].every((one) => one === null);
}

/** SQL expression over the columns of `analysis_month_count`. */
export const COUNT_OF: Readonly<Record<AnalysisStatus | 'any', string>> = {
  any: 'processing + completed + failed',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
};

/**
 * The monthly counters give the total and the month in which the page starts: a deep offset skips rows of one month only. Index
 * entries are counted only in the months that the dates cut, those of test mode where the mode matters, and the reviewed ones
 * where that matters.
 */
function pageByMonths(filter: AnalysisFilter, { limit, offset }: PageRange, p: Parameters): string {
  const skipped = p.add(offset, 'bigint');
  return `
    WITH month AS MATERIALIZED (
      SELECT month, sum(n) OVER (ORDER BY month DESC) - n AS before, sum(n) OVER () AS total
      FROM (${countedMonths(filter, p)}) AS counted WHERE n > 0),
    start AS MATERIALIZED (
      SELECT ${END_OF_MONTH} AS until, (${skipped} - before)::bigint AS skip
      FROM month WHERE before <= ${skipped} AND total > ${skipped} ORDER BY month LIMIT 1)
    SELECT coalesce((SELECT total FROM month LIMIT 1), 0) AS total,
      ARRAY(SELECT id FROM analysis
        WHERE ${conditionsOf(filter, p).join(' AND ')} AND created_at < (SELECT until FROM start)
        ORDER BY created_at DESC, id DESC LIMIT ${p.add(limit, 'bigint')} OFFSET (SELECT skip FROM start)) AS ids`;
}

/** A date alone would be read in the zone of the session first. */
const START_OF_MONTH = "(month::timestamp AT TIME ZONE 'UTC')";
const END_OF_MONTH = "((month + interval '1 month') AT TIME ZONE 'UTC')";

/** SQL query: each `month` of the account, and `n`, how many of its analyses pass the filter. */
function countedMonths(filter: AnalysisFilter, p: Parameters): string {
  const { accountId, status, createdAfter, createdBefore } = filter;
  const count = COUNT_OF[status ?? 'any'];
  const months = `SELECT month, ${count} AS n FROM analysis_month_count WHERE account_id = ${p.add(accountId, 'uuid')} AND ${count} > 0`;
  const [after, before] = [createdAfter, createdBefore].map((at) => (at === null ? null : p.addTime(at)));
  const touched = [
    ...(after ? [`${END_OF_MONTH} > ${after}`] : []),
    ...(before ? [`${START_OF_MONTH} < ${before}`] : []),
  ];
  const cut = [...(after ? [`${START_OF_MONTH} < ${after}`] : []), ...(before ? [`${END_OF_MONTH} > ${before}`] : [])];
  const entries = (part: IndexedPart) => entriesOfMonth({ ...filter, ...part }, p);
  const all = () => (cut.length === 0 ? 'n' : `CASE WHEN ${cut.join(' OR ')} THEN ${entries(EVERY)} ELSE n END`);
  const n = byPart(filter, (part) => (isEvery(part) ? all() : entries(part)));
  // OFFSET keeps Postgres from counting twice, where `n` is compared and where it is summed.
  return n === 'n' && touched.length === 0
    ? months
    : `SELECT month, ${n} AS n FROM (${months}) AS whole ${touched.length === 0 ? '' : `WHERE ${touched.join(' AND ')}`} OFFSET 0`;
}

/** SQL expression over `month`: how many of its index entries pass the filter. */
function entriesOfMonth(filter: AnalysisFilter, p: Parameters): string {
  return `(SELECT count(*) FROM analysis WHERE ${conditionsOf(filter, p).join(' AND ')}
    AND created_at >= ${START_OF_MONTH} AND created_at < ${END_OF_MONTH})`;
}

/** `analysis_party` has the total of one agent or one contact. With any further filter, index entries are counted. */
function pageByParty(filter: AnalysisFilter, { limit, offset }: PageRange, p: Parameters): string {
  const { accountId, status, agentId, contactId, externalId } = filter;
  const alone =
    status === null &&
    externalId === null &&
    (agentId === null || contactId === null) &&
    isOfAllDatesAndModes({ ...filter, ...EVERY });
  const counter = () => `coalesce((SELECT n FROM analysis_party WHERE account_id = ${p.add(accountId, 'uuid')}
    AND kind = '${agentId === null ? 'contact' : 'agent'}' AND value = ${p.add(agentId ?? contactId, 'text')}), 0)`;
  const where = (part: IndexedPart) => conditionsOf({ ...filter, ...part }, p).join(' AND ');
  const entries = (part: IndexedPart) => `(SELECT count(*) FROM analysis WHERE ${where(part)})`;
  return `
    SELECT ${byPart(filter, (part) => (isEvery(part) && alone ? counter() : entries(part)))} AS total,
      ARRAY(SELECT id FROM analysis WHERE ${where(filter)} ORDER BY created_at DESC, id DESC
        LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(offset, 'bigint')}) AS ids`;
}
