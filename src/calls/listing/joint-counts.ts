// The total of a list by filters that most calls match, alone or together: status, mode, reviewed, direction, language, flagged,
// and the time of submission. `analysis_facet_count` has the number of calls of each month with each combination, so that the
// total is a sum of some hundred rows; calls of months that the times cut are counted. The calls of each team have such counts
// of their own.
import { type AnalysisFilter, between, conditionsOf, metadataEntry, type Parameters, TEAM } from './analysis-filter.js';

/** The parts of a combination, in the order of `analysis_joint`. */
const PARTS = ['status', 'livemode', 'reviewed', 'direction', 'flagged', 'language'] as const;
const TIMES = ['createdAfter', 'createdBefore'] as const;
const JOINT: readonly string[] = ['accountId', ...PARTS, ...TIMES];

/** True where no other filter is given, but one by teams. */
export const isJoint = ({ sight, metadata, ...others }: AnalysisFilter): boolean =>
  (metadata === null || (sight === null && isOfTeam(metadata))) &&
  Object.entries(others).every(([name, value]) => value === null || JOINT.includes(name));

const isOfTeam = (metadata: Readonly<Record<string, string>>) => Object.keys(metadata).join() === TEAM;

/** Null: the calls of all teams, and of none. */
const teamsOf = ({ sight, metadata }: AnalysisFilter): readonly string[] | null =>
  sight?.teams ?? (metadata === null ? null : Object.values(metadata));

/** SQL expression. */
export function jointTotal(filter: AnalysisFilter, p: Parameters): string {
  const { createdAfter: from, createdBefore: until } = filter;
  const [first, last] = [from && monthFrom(from), until && monthAt(until)];
  // Not one whole month.
  if (first !== null && last !== null && first >= last) return counted(filter, p);
  return [
    summed(filter, first, last, p),
    ...(from !== null && first !== null && from < startOf(first)
      ? [counted({ ...filter, createdBefore: startOf(first) }, p)]
      : []),
    ...(until !== null && last !== null && startOf(last) < until
      ? [counted({ ...filter, createdAfter: startOf(last) }, p)]
      : []),
  ].join(' + ');
}

/** @param first month, and `last`, exclusive; null for no bound */
function summed(filter: AnalysisFilter, first: number | null, last: number | null, p: Parameters): string {
  const conditions = [
    `account_id = ${p.add(filter.accountId, 'uuid')}`,
    kindsOf(filter, p),
    ...PARTS.flatMap((part, place) => {
      const value = filter[part];
      return value === null ? [] : [`split_part(value, '|', ${place + 1}) = ${p.add(String(value), 'text')}`];
    }),
    ...(first === null ? [] : [`number >= ${p.add(first, 'int')}`]),
    ...(last === null ? [] : [`number < ${p.add(last, 'int')}`]),
  ];
  return `(SELECT coalesce(sum(n), 0) FROM analysis_facet_count WHERE ${conditions.join(' AND ')})`;
}

function kindsOf(filter: AnalysisFilter, p: Parameters): string {
  const teams = teamsOf(filter);
  if (teams === null) return `kind = ${p.add('joint', 'text')}`;
  return `kind = ANY(ARRAY[${teams.map((team) => `'team ' || ${metadataEntry(TEAM, team, p)}`).join(', ')}]::text[])`;
}

function counted(filter: AnalysisFilter, p: Parameters): string {
  const teams = teamsOf(filter);
  if (teams === null) return `(SELECT count(*) FROM analysis WHERE ${conditionsOf(filter, p).join(' AND ')})`;
  const entries = [
    `account_id = ${p.add(filter.accountId, 'uuid')}`,
    `entry = ANY(ARRAY[${teams.map((team) => metadataEntry(TEAM, team, p)).join(', ')}]::uuid[])`,
    ...between('created_at', filter.createdAfter, filter.createdBefore, p),
  ].map((condition) => `e.${condition}`);
  if (PARTS.every((part) => filter[part] === null))
    return `(SELECT count(*) FROM analysis_entry e WHERE ${entries.join(' AND ')})`;
  const others = conditionsOf({ ...filter, sight: null, metadata: null }, p).map((condition) => `a.${condition}`);
  return `(SELECT count(*) FROM analysis_entry e JOIN analysis a ON a.id = e.id WHERE ${[...entries, ...others].join(' AND ')})`;
}

/** Months since the year 0, of UTC, as `analysis_month_number` counts them. */
const monthAt = (at: Date): number => at.getUTCFullYear() * MONTHS + at.getUTCMonth();

/** The first month that begins at that time or later. */
const monthFrom = (at: Date): number => (startOf(monthAt(at)) < at ? monthAt(at) + 1 : monthAt(at));

function startOf(month: number): Date {
  const start = new Date(0);
  start.setUTCFullYear(Math.floor(month / MONTHS), month % MONTHS);
  return start;
}

const MONTHS = 12;
