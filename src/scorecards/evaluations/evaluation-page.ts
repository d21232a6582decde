// Finds the ids on one page of a list of evaluations, newest first, and the exact total.
//
// `evaluation_kind_count` has the number of evaluations for each scorecard, revision, outcome and score, by month and by day. It
// gives the total and the month in which the page begins, so that neither a rare outcome nor a deep offset reads a million rows.
// Index entries are counted only in the days that a time bound cuts, and for one agent or contact.
import type { DataSource } from 'typeorm';
import type { Sight } from '../../access/rights.js';
import type { EvaluationOutcome } from '../../calls/evaluation-outcome.js';
import { Parameters, seenWithin } from '../../calls/listing/analysis-filter.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';

/** Null: no filter by this member. */
export interface EvaluationFilter {
  readonly accountId: string;
  readonly sight: Sight | null;
  readonly scorecardId: string | null;
  readonly revision: number | null;
  readonly agentId: string | null;
  readonly contactId: string | null;
  readonly outcome: EvaluationOutcome | null;
  /** Inclusive, like the next one. An evaluation without a score passes neither. */
  readonly scoreMin: number | null;
  readonly scoreMax: number | null;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
  /** Whether a person has answered one of its questions. */
  readonly reviewed: boolean | null;
  readonly livemode: boolean | null;
}

export interface PageRange {
  readonly skip: number;
  readonly limit: number;
}

export interface FoundEvaluations {
  /** Ids in the order of the list. */
  readonly ids: readonly string[];
  readonly total: number;
}

/**
 * Up to this number, evaluations are found by scorecard, outcome and score, and then sorted. More are found by reading down the
 * list.
 */
const MAX_GATHERED = 2_000;

export function findEvaluations(
  dataSource: DataSource,
  filter: EvaluationFilter,
  range: PageRange,
): Promise<FoundEvaluations> {
  // Reviewed evaluations and those of test mode have indexes of their own.
  const isOfFew =
    filter.sight !== null ||
    filter.agentId !== null ||
    filter.contactId !== null ||
    filter.reviewed === true ||
    filter.livemode === false;
  if (isOfFew) return findAmongFew(dataSource, filter, range);
  // One snapshot, so that count and page agree.
  return dataSource.transaction('REPEATABLE READ', (tx) => findByCounts(tx, filter, range));
}

/** SQL condition on rows of `evaluation`: evaluations of a transcript that was corrected since are neither listed nor counted. */
const CURRENT = 'NOT superseded';

/** SQL conditions, of rows of `evaluation` and of `evaluation_kind_count` alike, with the account first. */
function conditionsOf(filter: EvaluationFilter, p: Parameters): string[] {
  const { scorecardId, revision, outcome, scoreMin, scoreMax } = filter;
  return [
    `account_id = ${p.add(filter.accountId, 'uuid')}`,
    ...(scorecardId === null ? [] : [`scorecard_id = ${p.add(scorecardId, 'uuid')}`]),
    ...(revision === null ? [] : [`revision = ${p.add(revision, 'int')}`]),
    ...(outcome === null ? [] : [`outcome = ${p.add(outcome, 'text')}`]),
    // A missing score is counted as -1.
    ...(scoreMin === null && scoreMax === null ? [] : [`score >= ${p.add(scoreMin ?? 0, 'int')}`]),
    ...(scoreMax === null ? [] : [`score <= ${p.add(scoreMax, 'int')}`]),
  ];
}

function betweenTimes(from: Date | null, until: Date | null, p: Parameters): string[] {
  return [
    ...(from === null ? [] : [`created_at >= ${p.add(from, 'timestamptz')}`]),
    ...(until === null ? [] : [`created_at < ${p.add(until, 'timestamptz')}`]),
  ];
}

/**
 * The counts include neither whether evaluations are reviewed nor their mode. No parameters, so that Postgres sees that the
 * indexes of reviewed ones and of test mode fit.
 */
const uncounted = ({ reviewed, livemode }: EvaluationFilter) => [
  ...(reviewed === null ? [] : [reviewed ? 'reviewed' : 'NOT reviewed']),
  ...(livemode === null ? [] : [livemode ? 'livemode' : 'NOT livemode']),
];

/**
 * An agent or contact has few enough evaluations to count their index entries; the same is true of reviewed ones and of those of
 * test mode.
 */
async function findAmongFew(sql: Sql, filter: EvaluationFilter, { skip, limit }: PageRange): Promise<FoundEvaluations> {
  const p = new Parameters();
  const { accountId, sight, agentId, contactId, from, until } = filter;
  const conditions = [
    ...conditionsOf(filter, p),
    CURRENT,
    ...(sight === null ? [] : [seenWithin(accountId, sight, p, {}, 'analysis_id')]),
    ...(agentId === null ? [] : [`agent_id = ${p.add(agentId, 'text')}`]),
    ...(contactId === null ? [] : [`contact_id = ${p.add(contactId, 'text')}`]),
    ...betweenTimes(from, until, p),
    ...uncounted(filter),
  ].join(' AND ');
  const found = await queryRow<{ ids: string[]; total: string }>(
    sql,
    `SELECT (SELECT count(*) FROM evaluation WHERE ${conditions}) AS total,
       ARRAY(SELECT id FROM evaluation WHERE ${conditions} ORDER BY created_at DESC, id DESC
         LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(skip, 'bigint')}) AS ids`,
    p.values,
  );
  return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
}

/** False where only times filter the list: then every evaluation on the way down matches. */
const isOfSomeKinds = ({ scorecardId, revision, outcome, scoreMin, scoreMax }: EvaluationFilter) =>
  [scorecardId, revision, outcome, scoreMin, scoreMax].some((one) => one !== null);

/** Interval of time, with the number of matching evaluations in it. */
interface CountedSpan {
  /** Exclusive; null for the newest interval, which has no end. */
  readonly until: Date | null;
  readonly n: number;
}

async function findByCounts(sql: Sql, filter: EvaluationFilter, range: PageRange): Promise<FoundEvaluations> {
  const counted = await countSpans(sql, filter);
  const few = [...(filter.reviewed === false ? ['reviewed'] : []), ...(filter.livemode ? ['NOT livemode'] : [])];
  const spans = few.length === 0 ? counted : await without(sql, few, filter, counted);
  const total = totalOf(spans);
  if (range.skip >= total) return { ids: [], total };
  if (totalOf(counted) <= MAX_GATHERED && isOfSomeKinds(filter))
    return { ids: await gather(sql, filter, range), total };
  let skip = range.skip;
  for (const { until, n } of spans) {
    if (skip < n)
      return { ids: await walk(sql, { ...filter, until: until ?? filter.until }, { ...range, skip }), total };
    skip -= n;
  }
  return { ids: [], total };
}

const totalOf = (spans: readonly CountedSpan[]) => spans.reduce((sum, { n }) => sum + n, 0);

/** Subtracts evaluations from each interval. @param few SQL conditions; one is enough */
async function without(
  sql: Sql,
  few: readonly string[],
  filter: EvaluationFilter,
  spans: readonly CountedSpan[],
): Promise<CountedSpan[]> {
  const p = new Parameters();
  const conditions = [
    ...conditionsOf(filter, p),
    CURRENT,
    ...betweenTimes(filter.from, filter.until, p),
    `(${few.join(' OR ')})`,
  ];
  const months = await queryRows<{ start: Date; n: number }>(
    sql,
    `SELECT date_trunc('month', created_at, 'UTC') AS start, count(*)::int AS n FROM evaluation
     WHERE ${conditions.join(' AND ')} GROUP BY 1`,
    p.values,
  );
  const less = new Map<CountedSpan, number>();
  for (const { start, n } of months) {
    const span = spans.findLast(({ until }) => until === null || until > start);
    if (span) less.set(span, (less.get(span) ?? 0) + n);
  }
  return spans.map((span) => ({ ...span, n: span.n - (less.get(span) ?? 0) }));
}

/** Newest first: the interval after the last whole month, each whole month, and the interval before the first one. */
async function countSpans(sql: Sql, filter: EvaluationFilter): Promise<CountedSpan[]> {
  const { from, until } = filter;
  const firstMonth = from && ceilMonth(from);
  const lastMonth = until && floorMonth(until);
  // Both times are in the same month, or in two consecutive ones.
  if (firstMonth && lastMonth && firstMonth >= lastMonth)
    return [{ until, n: await countDays(sql, filter, from, until) }];
  const newest = until && lastMonth ? [{ until, n: await countDays(sql, filter, lastMonth, until) }] : [];
  const oldest = from && firstMonth ? [{ until: firstMonth, n: await countDays(sql, filter, from, firstMonth) }] : [];
  return [...newest, ...(await countMonths(sql, filter, firstMonth, lastMonth)), ...oldest];
}

async function countMonths(
  sql: Sql,
  filter: EvaluationFilter,
  from: Date | null,
  until: Date | null,
): Promise<CountedSpan[]> {
  const p = new Parameters();
  const conditions = [...conditionsOf(filter, p), "span = 'month'", ...betweenDates(from, until, p)];
  const months = await queryRows<{ until: Date; n: string }>(
    sql,
    `SELECT (start + interval '1 month') AT TIME ZONE 'UTC' AS until, sum(n) AS n FROM evaluation_kind_count
     WHERE ${conditions.join(' AND ')} GROUP BY start HAVING sum(n) > 0 ORDER BY start DESC`,
    p.values,
  );
  return months.map(({ until: end, n }) => ({ until: end, n: Number(n) }));
}

/** Counts by whole days, and by index entries in the days that the times cut. */
async function countDays(sql: Sql, filter: EvaluationFilter, from: Date, until: Date): Promise<number> {
  if (from >= until) return 0;
  const [firstDay, lastDay] = [ceilDay(from), floorDay(until)];
  const p = new Parameters();
  const entries = (after: Date, before: Date) => {
    if (after >= before) return [];
    const conditions = [...conditionsOf(filter, p), CURRENT, ...betweenTimes(after, before, p)];
    return [`(SELECT count(*) FROM evaluation WHERE ${conditions.join(' AND ')})`];
  };
  const days = () => {
    const conditions = [...conditionsOf(filter, p), "span = 'day'", ...betweenDates(firstDay, lastDay, p)];
    return `(SELECT coalesce(sum(n), 0) FROM evaluation_kind_count WHERE ${conditions.join(' AND ')})`;
  };
  const parts =
    firstDay >= lastDay ? entries(from, until) : [...entries(from, firstDay), days(), ...entries(lastDay, until)];
  const counted = await queryRow<{ n: string }>(sql, `SELECT ${parts.join(' + ')} AS n`, p.values);
  return Number(counted?.n ?? 0);
}

function betweenDates(from: Date | null, until: Date | null, p: Parameters): string[] {
  const dateOf = (at: Date) => at.toISOString().slice(0, 10);
  return [
    ...(from === null ? [] : [`start >= ${p.add(dateOf(from), 'date')}`]),
    ...(until === null ? [] : [`start < ${p.add(dateOf(until), 'date')}`]),
  ];
}

/** Reads the list from the top. */
async function walk(sql: Sql, filter: EvaluationFilter, { skip, limit }: PageRange): Promise<string[]> {
  const p = new Parameters();
  const conditions = [
    ...conditionsOf(filter, p),
    CURRENT,
    ...betweenTimes(filter.from, filter.until, p),
    ...uncounted(filter),
  ].join(' AND ');
  const rows = await queryRows<{ id: string }>(
    sql,
    `SELECT id FROM evaluation WHERE ${conditions} ORDER BY created_at DESC, id DESC
     LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(skip, 'bigint')}`,
    p.values,
  );
  return rows.map(({ id }) => id);
}

/** Looks up every known combination of scorecard, revision, outcome and score. */
async function gather(sql: Sql, filter: EvaluationFilter, { skip, limit }: PageRange): Promise<string[]> {
  const p = new Parameters();
  const months = betweenDates(filter.from && floorMonth(filter.from), filter.until && ceilMonth(filter.until), p);
  const cells = [...conditionsOf(filter, p), "span = 'month'", ...months].join(' AND ');
  const account = p.add(filter.accountId, 'uuid');
  const times = [...betweenTimes(filter.from, filter.until, p), ...uncounted(filter)].map(
    (condition) => ` AND ${condition}`,
  );
  const rows = await queryRows<{ id: string }>(
    sql,
    `WITH cell AS MATERIALIZED (
       SELECT DISTINCT scorecard_id, revision, outcome, score FROM evaluation_kind_count WHERE ${cells})
     SELECT e.id FROM cell CROSS JOIN LATERAL (
       SELECT id, created_at FROM evaluation
       WHERE account_id = ${account} AND scorecard_id = cell.scorecard_id AND revision = cell.revision
         AND coalesce(outcome, '') = cell.outcome AND coalesce(score, -1::smallint) = cell.score AND ${CURRENT}${times.join('')}
       OFFSET 0) e
     ORDER BY e.created_at DESC, e.id DESC LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(skip, 'bigint')}`,
    p.values,
  );
  return rows.map(({ id }) => id);
}

/** Days and months are in UTC, as the counters of evaluations have them. */
export const floorDay = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
export const floorMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

/** The next midnight, or the moment itself. */
export function ceilDay(at: Date): Date {
  const day = floorDay(at);
  if (day.getTime() === at.getTime()) return day;
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1));
}

/** The next start of a month, or the moment itself. */
export function ceilMonth(at: Date): Date {
  const month = floorMonth(at);
  if (month.getTime() === at.getTime()) return month;
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
}
