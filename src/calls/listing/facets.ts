// Lists that are filtered by facets: properties of a call, results of its analysis, or values from its client.
//
// `analysis_facet_count` has the number of calls with each value, so that the total of a list by one facet is a sum of few rows.
// The teams that a member sees are a facet too: a call has one team, so that their counts add up.
// Several filters that most calls match have counts together (`joint-counts.ts`). With other filters calls are counted, through
// the index that Postgres finds best. The total decides how the page is read:
// - gather: read all matching calls, and sort them. For few of them.
// - walk: read the list in its order until the page is full. `analysis_list_idx` holds what most facets compare. Calls with a
//   key of the client, a broken rule or a scorecard are walked in a table of their own, which has the order of the list.
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import {
  type AnalysisFilter,
  between,
  conditionsOf,
  judged,
  metadataEntry,
  Parameters,
  type ScorecardFilter,
  TEAM,
  violationEntry,
} from './analysis-filter.js';
import { byPart, isEvery } from './indexed-part.js';
import { isJoint, jointTotal } from './joint-counts.js';
import type { FoundPage, PageRange } from './page.js';

/** Maximum number of calls that are read and sorted for a page. */
const MAX_GATHERED = 5_000;
/** The same of the calls of teams, of which there are many: to gather reads the entries of all of them. */
const MAX_GATHERED_OF_TEAMS = 500;

export const hasFacets = (filter: AnalysisFilter) => facetsOf(filter).length > 0;

/** True if total and page need only a few rows, whatever the values are. */
export const isQuick = (filter: AnalysisFilter) => isAlone({ ...filter, livemode: null });

/**
 * @param sql one snapshot, so that total and page agree
 * @param maxGathered affects only the speed
 */
export async function findByFacets(
  sql: Sql,
  given: AnalysisFilter,
  range: PageRange,
  maxGathered = MAX_GATHERED,
): Promise<FoundPage> {
  const filter = withoutImpliedStatus(given);
  const p = new Parameters();
  const counted = await queryRow<{ total: string }>(sql, `SELECT ${totalOf(filter, p)} AS total`, p.values);
  const total = Number(counted?.total ?? 0);
  if (range.limit === 0 || range.offset >= total) return { ids: [], total };
  const driver = driverOf(filter);
  const most = filter.sight === null ? maxGathered : Math.min(maxGathered, MAX_GATHERED_OF_TEAMS);
  const isGathered = total <= most && !(driver && isAlone(filter));
  const ids = await (isGathered ? gather(sql, filter, range) : walk(sql, filter, driver ?? null, range));
  return { ids, total };
}

const driverOf = (filter: AnalysisFilter): Driver | null =>
  facetsOf(filter).flatMap(({ driver }) => (driver ? [driver] : []))[0] ?? null;

/** Drops the filter by status where another filter implies it: only completed calls have results. */
function withoutImpliedStatus(filter: AnalysisFilter): AnalysisFilter {
  const { language, flagged, violation, complianceScoreMin, complianceScoreMax, qualityScoreMin, qualityScoreMax } =
    filter;
  const found = [
    language,
    flagged,
    violation,
    complianceScoreMin,
    complianceScoreMax,
    qualityScoreMin,
    qualityScoreMax,
  ];
  return filter.status === 'completed' && found.some((one) => one !== null) ? { ...filter, status: null } : filter;
}

/** SQL expression. */
function totalOf(filter: AnalysisFilter, p: Parameters): string {
  const isOfTeams = filter.sight !== null || filter.metadata !== null;
  if (isJoint(filter) && !(isOfTeams && isAlone(filter))) return jointTotal(filter, p);
  const [facet] = facetsOf(filter);
  return byPart(filter, (part) => {
    const whole = { ...filter, ...part };
    return facet && isEvery(part) && isAlone(whole) ? facet.count(p) : `(SELECT count(*) FROM ${matching(whole, p)})`;
  });
}

/** SQL source of all matching calls, with its conditions. Filters that only entries are compared with need no other table. */
function matching(filter: AnalysisFilter, p: Parameters): string {
  const driver = isOfEntries(filter) ? driverOf(filter) : null;
  if (driver === null)
    return `analysis WHERE ${conditionsOf(filter, p, isOfFew(filter) ? 'analysis' : null).join(' AND ')}`;
  const others = conditionsOf({ ...filter, ...driver.without }, p).map((condition) => `e.${condition}`);
  return `(${driver.calls(p)}) AS e WHERE ${others.join(' AND ')}`;
}

/** The filters by which `analysis_entry` alone tells whether a call matches. */
const OF_ENTRIES: readonly string[] = ['accountId', 'sight', 'violation', 'metadata', 'createdAfter', 'createdBefore'];

const isOfEntries = ({ violation, metadata, ...others }: AnalysisFilter): boolean =>
  (violation !== null || metadata !== null) &&
  Object.entries(others).every(([name, value]) => value === null || OF_ENTRIES.includes(name));

/** An agent has few of the calls of a team, and a contact fewer. */
const isOfFew = ({ ids, agentId, contactId, externalId }: AnalysisFilter): boolean =>
  [ids, agentId, contactId, externalId].some((one) => one !== null);

/** True if one facet is the only filter of the list. */
function isAlone(filter: AnalysisFilter): boolean {
  const { status, agentId, contactId, externalId, livemode, createdAfter, createdBefore, reviewed } = filter;
  const others = [status, agentId, contactId, externalId, livemode, createdAfter, createdBefore, reviewed];
  return others.every((one) => one === null) && facetsOf(filter).length === 1;
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

async function gather(sql: Sql, filter: AnalysisFilter, { limit, offset }: PageRange): Promise<string[]> {
  const p = new Parameters();
  // OFFSET keeps Postgres from reading the list in its order.
  const found = await queryRows<{ id: string }>(
    sql,
    `SELECT id FROM (SELECT id, created_at FROM ${matching(filter, p)} OFFSET 0) AS found
     ${NEWEST_FIRST} LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(offset, 'bigint')}`,
    p.values,
  );
  return found.map(({ id }) => id);
}

async function walk(
  sql: Sql,
  filter: AnalysisFilter,
  driver: Driver | null,
  { limit, offset }: PageRange,
): Promise<string[]> {
  const p = new Parameters();
  const found = await queryRows<{ id: string }>(
    sql,
    `SELECT id FROM ${driver ? driven(driver, filter, p) : listed(filter, p)} ${NEWEST_FIRST}
     LIMIT ${p.add(limit, 'bigint')} OFFSET ${p.add(offset, 'bigint')}`,
    p.values,
  );
  return found.map(({ id }) => id);
}

/**
 * SQL source with its conditions. Calls are usually sent soon after they took place, so calls of an early time are at the end of
 * the list: it is read from the newest month that has one.
 */
function listed(filter: AnalysisFilter, p: Parameters): string {
  const { accountId, callAfter, callBefore } = filter;
  const conditions = conditionsOf(filter, p);
  if (callAfter === null && callBefore === null) return `analysis WHERE ${conditions.join(' AND ')}`;
  const times = between('call_started_at', callAfter, callBefore, p).join(' AND ');
  const account = `account_id = ${p.add(accountId, 'uuid')}`;
  return `analysis WHERE ${conditions.join(' AND ')} AND created_at < (
    SELECT (month + interval '1 month') AT TIME ZONE 'UTC' FROM analysis_month_count AS counted CROSS JOIN LATERAL (
      SELECT FROM analysis WHERE ${account} AND analysis_month(created_at) = counted.month AND ${times} LIMIT 1) AS any_call
    WHERE counted.${account} ORDER BY month DESC LIMIT 1)`;
}

/** SQL source with its conditions: calls of the driver that match all filters. OFFSET keeps its order. */
function driven(driver: Driver, filter: AnalysisFilter, p: Parameters): string {
  const source = `(${driver.calls(p)}) AS driver`;
  if (isAlone(filter)) return source;
  return `${source} CROSS JOIN LATERAL (
    SELECT FROM analysis a WHERE ${passing(filter, driver, p).join(' AND ')} OFFSET 0) AS passed`;
}

/** SQL conditions on `a`: it is the call of `driver`, and matches the other filters. An index has both its time and its id. */
const passing = (filter: AnalysisFilter, { without }: Driver, p: Parameters): string[] => [
  'a.created_at = driver.created_at AND a.id = driver.id',
  ...conditionsOf({ ...filter, ...without }, p, 'a').map((condition) => `a.${condition}`),
];

/**
 * SQL source of the calls of teams in the order of lists, of those that match the filters and further conditions.
 * @param filter with a sight
 * @param conditions on `a`
 */
export function walkTeams(
  filter: AnalysisFilter,
  teams: readonly string[],
  conditions: readonly string[],
  p: Parameters,
) {
  const driver = driverOfTeams(filter.accountId, teams);
  return `(${driver.calls(p)}) AS driver CROSS JOIN LATERAL (
    SELECT FROM analysis a WHERE ${[...passing(filter, driver, p), ...conditions].join(' AND ')} OFFSET 0) AS passed`;
}

/** A table that has the calls with a facet in the order of lists. */
interface Driver {
  /** SQL query of `id` and `created_at`. */
  readonly calls: (p: Parameters) => string;
  /** Filters that the driver already applies, and that need no further comparison. */
  readonly without: Partial<AnalysisFilter>;
}

interface Facet {
  /** SQL expression: number of calls in the account that have it. */
  readonly count: (p: Parameters) => string;
  readonly driver: Driver | null;
}

function facetsOf(filter: AnalysisFilter): Facet[] {
  const { accountId, sight, direction, language, flagged, violation, metadata, scorecard } = filter;
  const sum = (kind: string, conditions: readonly string[], p: Parameters) =>
    `(SELECT coalesce(sum(n), 0) FROM analysis_facet_count
      WHERE ${[`account_id = ${p.add(accountId, 'uuid')}`, `kind = ${p.add(kind, 'text')}`, ...conditions].join(' AND ')})`;
  const named = (kind: string, value: string | boolean | null): Facet[] =>
    value === null ? [] : [{ count: (p) => sum(kind, [`value = ${p.add(String(value), 'text')}`], p), driver: null }];
  const entry = (sql: (p: Parameters) => string, without: Partial<AnalysisFilter>): Facet => ({
    count: (p) => sum('entry', [`value = ${sql(p)}::text`], p),
    driver: {
      calls: (p) =>
        `SELECT account_id, id, created_at FROM analysis_entry WHERE account_id = ${p.add(accountId, 'uuid')} AND entry = ${sql(p)}`,
      without,
    },
  });
  const range = (kind: string, column: string, from: number | null, until: number | null, scale: Scale): Facet[] =>
    from === null && until === null
      ? []
      : [
          {
            count: (p) => {
              const { whole, rest } = splitRange(from, until, scale.unit);
              const entries = rest.map(
                ([after, before]) =>
                  `(SELECT count(*) FROM analysis WHERE account_id = ${p.add(accountId, 'uuid')}
                    AND ${column} >= ${scale.add(after, p)} AND ${column} < ${scale.add(before, p)})`,
              );
              return [...(whole ? [sum(kind, numbersIn(whole, p), p)] : []), ...entries, '0'].join(' + ');
            },
            driver: null,
          },
        ];
  return [
    ...(violation === null ? [] : [entry((p) => violationEntry(violation, p), { violation: null })]),
    ...Object.entries(metadata ?? {}).map(([key, value]) => {
      const { [key]: _, ...others } = metadata ?? {};
      return entry((p) => metadataEntry(key, value, p), { metadata: others });
    }),
    ...(scorecard === null ? [] : [judgedFacet(accountId, scorecard, sum)]),
    ...(sight === null ? [] : [seenFacet(accountId, sight.teams, sum)]),
    ...named('direction', direction),
    ...named('language', language),
    ...named('flagged', flagged),
    ...range(
      'compliance_score',
      'compliance_score',
      filter.complianceScoreMin,
      next(filter.complianceScoreMax),
      NUMBERS,
    ),
    ...range('quality_score', 'quality_score', filter.qualityScoreMin, next(filter.qualityScoreMax), NUMBERS),
    ...range('duration', 'duration_ms', filter.durationMsMin, next(filter.durationMsMax), SECONDS),
    ...range('call', 'call_started_at', timeOf(filter.callAfter), timeOf(filter.callBefore), HOURS),
  ];
}

function judgedFacet(
  accountId: string,
  scorecard: ScorecardFilter,
  sum: (kind: string, conditions: readonly string[], p: Parameters) => string,
): Facet {
  const { id, outcome, scoreMin, scoreMax } = scorecard;
  return {
    count: (p) =>
      sum(
        `scorecard ${id}`,
        [
          ...(outcome === null ? [] : [`value = ${p.add(outcome, 'text')}`]),
          // -1 stands for no score.
          ...(scoreMin === null && scoreMax === null ? [] : numbersIn([scoreMin ?? 0, next(scoreMax)], p)),
        ],
        p,
      ),
    driver: {
      calls: (p) =>
        `SELECT analysis_id AS id, created_at FROM analysis_scorecard WHERE ${judged(accountId, scorecard, p)}`,
      without: { scorecard: null },
    },
  };
}

function seenFacet(
  accountId: string,
  teams: readonly string[],
  sum: (kind: string, conditions: readonly string[], p: Parameters) => string,
): Facet {
  const entries = (p: Parameters) => teams.map((team) => metadataEntry(TEAM, team, p));
  return {
    count: (p) => sum('entry', [`value = ANY(ARRAY[${entries(p).join(', ')}]::text[])`], p),
    driver: driverOfTeams(accountId, teams),
  };
}

/** Each team has the order of the list, and Postgres merges them. */
function driverOfTeams(accountId: string, teams: readonly string[]): Driver {
  const ofTeam = (entry: string, p: Parameters) =>
    `(SELECT id, created_at FROM analysis_entry WHERE account_id = ${p.add(accountId, 'uuid')} AND entry = ${entry} ${NEWEST_FIRST})`;
  return {
    calls: (p) =>
      teams.length === 0
        ? 'SELECT id, created_at FROM analysis_entry WHERE false'
        : // In order, so that Postgres merges the teams instead of reading all of them.
          `SELECT id, created_at FROM (${teams
            .map((team) => ofTeam(metadataEntry(TEAM, team, p), p))
            .join(' UNION ALL ')}) AS merged ${NEWEST_FIRST}`,
    without: { sight: null },
  };
}

/** Unit in which a range is counted: each number covers so much of the column. */
interface Scale {
  readonly unit: number;
  /** Adds a value of the column as a parameter. @returns its placeholder */
  readonly add: (value: number, p: Parameters) => string;
}

const NUMBERS: Scale = { unit: 1, add: (value, p) => p.add(value, 'bigint') };
/** Seconds, for columns in milliseconds. */
const SECONDS: Scale = { unit: 1_000, add: (value, p) => p.add(value, 'bigint') };
const HOURS: Scale = { unit: 3_600_000, add: (value, p) => p.addTime(new Date(value)) };

const next = (last: number | null) => (last === null ? null : last + 1);
const timeOf = (at: Date | null) => at?.getTime() ?? null;

/** Range from the first (inclusive) to the second (exclusive); null for no bound. */
type Numbers = readonly [number | null, number | null];

const numbersIn = ([from, until]: Numbers, p: Parameters) => [
  ...(from === null ? [] : [`number >= ${p.add(from, 'bigint')}`]),
  ...(until === null ? [] : [`number < ${p.add(until, 'bigint')}`]),
];

/**
 * Splits a range into whole units, as numbers, and the partial units at its ends.
 * @param from inclusive
 * @param until exclusive
 */
function splitRange(
  from: number | null,
  until: number | null,
  unit: number,
): { whole: Numbers | null; rest: (readonly [number, number])[] } {
  if (from !== null && until !== null && from >= until) return { whole: null, rest: [] };
  const first = from === null ? null : Math.ceil(from / unit);
  const last = until === null ? null : Math.floor(until / unit);
  if (from !== null && until !== null && first !== null && last !== null && first >= last)
    return { whole: null, rest: [[from, until]] };
  return {
    whole: [first, last],
    rest: [
      ...(from !== null && first !== null && from < first * unit ? [[from, first * unit] as const] : []),
      ...(until !== null && last !== null && last * unit < until ? [[last * unit, until] as const] : []),
    ],
  };
}
