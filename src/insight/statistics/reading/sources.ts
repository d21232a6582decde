// Rows of sums from which a query is answered: the stored sums, or one row for each call or evaluation. Both have the groupings
// as `k1` and `k2`, the columns of `measures.ts`, and `scorecard_id`.
import type { Parameters } from '../../../calls/listing/analysis-filter.js';
import {
  CALL_COUNTS,
  type Dimension,
  EVALUATION_COUNTS,
  grainWith,
  rowOfOne,
  type StatisticsOf,
} from '../sums/measures.js';
import type { Cover } from '../sums/runs.js';
import { sumsSource } from '../sums/sums-source.js';
import { callConditions, evaluationConditions, timeColumn } from './conditions.js';
import type { Grouping } from './groupings.js';
import { isOfTeam, type Question, TEAM } from './question.js';

/** SQL query. */
export function sourceOf(question: Question, of: StatisticsOf, p: Parameters): string {
  const { cover } = question;
  return cover === null ? callByCall(question, of, p) : keptSource(question, cover, of, p);
}

/** True where every filter and grouping is a dimension of the stored sums. */
export function isKept({
  of,
  filter,
  search,
  revision,
  groupings,
}: Omit<Question, 'range' | 'buckets' | 'cover'>): boolean {
  const { accountId, status, agentId, livemode, direction, language, metadata, scorecard, ...others } = filter;
  const { id = null, ...ofEvaluation } = scorecard ?? {};
  return (
    [search, ...Object.values(others), ...Object.values(ofEvaluation)].every((one) => one === null) &&
    (metadata === null || Object.keys(metadata).every((key) => key === TEAM)) &&
    // A call may have evaluations by several scorecards or by none: its own sums do not include them.
    (of !== 'calls' || (id === null && revision === null)) &&
    groupings.every(
      (one) => one.kind !== 'contact' && one.kind !== 'violation' && (one.kind !== 'metadata' || isOfTeam(one)),
    )
  );
}

function keptSource(
  { filter, revision, livemode, axis, groupings }: Question,
  cover: Cover,
  of: StatisticsOf,
  p: Parameters,
): string {
  const { agentId, direction, language, metadata, scorecard } = filter;
  const wanted = (
    [
      ['agent_id', agentId],
      ['team', metadata?.[TEAM] ?? null],
      ['language', language],
      ['direction', direction],
    ] as const satisfies readonly (readonly [Dimension, string | null])[]
  ).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  const grouped = groupings.flatMap(({ kind }) => DIMENSIONS_GROUPED[kind] ?? []);
  const grain = grainWith([...wanted.map(({ name }) => name), ...grouped]);
  const conditions = [
    ...wanted.map(({ name, value }) => `s.${name} = ${p.add(value, 'text')}`),
    ...(scorecard === null ? [] : [`s.scorecard_id = ${p.add(scorecard.id, 'uuid')}`]),
    ...(revision === null ? [] : [`s.revision = ${p.add(revision, 'int')}`]),
  ];
  const { accountId } = filter;
  const sums = sumsSource({ accountId, livemode, of, time: axis, grain, cover, conditions }, p);
  return `SELECT ${keyColumns(groupings, keptColumn)}, s.*
    FROM (${sums}) AS s ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

const DIMENSIONS_GROUPED: Readonly<Partial<Record<Grouping['kind'], Dimension>>> = {
  agent: 'agent_id',
  language: 'language',
  direction: 'direction',
  metadata: 'team',
  scorecard: 'scorecard_id',
};

function keptColumn({ kind }: Grouping): string {
  const dimension = DIMENSIONS_GROUPED[kind];
  if (dimension !== undefined) return `s.${dimension}::text`;
  return kind === 'day' || kind === 'week' || kind === 'month' ? 's.bucket::text' : 'NULL';
}

function callByCall(question: Question, of: StatisticsOf, p: Parameters): string {
  const ofEvaluations = of === 'evaluations';
  const conditions = [
    CALL_COUNTS,
    ...callConditions(question, p),
    ...(ofEvaluations
      ? [EVALUATION_COUNTS, ...evaluationConditions(question, p)]
      : [`a.livemode = ${question.livemode}`]),
  ];
  return `SELECT ${keyColumns(question.groupings, (one) => valueOfCall(one, question, p))}, ${rowOfOne(of)}
    FROM analysis a ${violationJoin(question)} ${ofEvaluations ? 'JOIN evaluation e ON e.analysis_id = a.id' : ''}
    WHERE ${conditions.join(' AND ')}`;
}

function valueOfCall(grouping: Grouping, { axis, buckets }: Question, p: Parameters): string {
  if (grouping.kind === 'metadata')
    return isOfTeam(grouping) ? 'a.team' : `a.custom_metadata::json->>${p.add(grouping.metadataKey, 'text')}`;
  const column = COLUMNS[grouping.kind];
  if (column !== undefined) return column;
  const starts = (buckets ?? []).map(({ start }) => new Date(start).toISOString());
  // Subquery, because Postgres would parse the texts of an expression again for each call.
  return `(width_bucket(${timeColumn(axis)}, (SELECT ${p.add(starts, 'text[]')}::timestamptz[])) - 1)::text`;
}

const COLUMNS: Readonly<Partial<Record<Grouping['kind'], string>>> = {
  agent: 'a.agent_id',
  contact: 'a.contact_id',
  language: 'a.spoken_language',
  direction: 'a.direction',
  violation: 'grouped.rule',
  scorecard: 'e.scorecard_id::text',
  // The items include the question.
  question: 'NULL',
};

/**
 * SQL join for calls that are grouped by the rules that were broken: a row for each rule of a call, and one for a call without.
 */
const violationJoin = ({ groupings }: Question): string =>
  groupings.some(({ kind }) => kind === 'violation')
    ? 'LEFT JOIN LATERAL (SELECT DISTINCT unnest(a.violations) AS rule) AS grouped ON true'
    : '';

const keyColumns = ([first, second]: readonly Grouping[], expression: (grouping: Grouping) => string): string =>
  `${first ? expression(first) : 'NULL'}::text AS k1, ${second ? expression(second) : 'NULL'}::text AS k2`;
