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

/** SQL query. @param columns that are read: Postgres computes the others too where several sources are one */
export function sourceOf(question: Question, of: StatisticsOf, columns: readonly string[], p: Parameters): string {
  const { cover } = question;
  if (cover === null) return callByCall(question, of, p);
  return isByViolation(question)
    ? violationSource(question, cover, of, p)
        .map((rows) => `SELECT ${columns.join(', ')} FROM (${rows}) AS rows`)
        .join('\nUNION ALL\n')
    : keptSource(question, cover, of, p);
}

/**
 * Only calls with violations are read one by one, each once for each of its rules. What calls without have is what is left when
 * these calls are taken away from the stored sums.
 */
function violationSource(question: Question, cover: Cover, of: StatisticsOf, p: Parameters): string[] {
  const withViolations = { ...question, cover: null };
  return [
    keptSource(question, cover, of, p),
    callByCall(withViolations, of, p, { rule: 'NULL', from: 'analysis a', sign: '-1' }),
    callByCall(withViolations, of, p, { rule: 'grouped.rule', from: `analysis a ${BROKEN_RULES}`, sign: '1' }),
  ];
}

const isByViolation = ({ groupings }: Pick<Question, 'groupings'>) =>
  groupings.some(({ kind }) => kind === 'violation');

/** True where every filter and grouping is a dimension of the stored sums, or the rules that were broken. */
export function isKept({
  of,
  filter,
  search,
  revision,
  groupings,
}: Omit<Question, 'range' | 'buckets' | 'cover'>): boolean {
  const {
    accountId,
    sight: _,
    status,
    agentId,
    livemode,
    direction,
    language,
    metadata,
    scorecard,
    ...others
  } = filter;
  const { id = null, ...ofEvaluation } = scorecard ?? {};
  return (
    [search, ...Object.values(others), ...Object.values(ofEvaluation)].every((one) => one === null) &&
    (metadata === null || Object.keys(metadata).every((key) => key === TEAM)) &&
    // A call may have evaluations by several scorecards or by none: its own sums do not include them.
    (of !== 'calls' || (id === null && revision === null)) &&
    groupings.every((one) => one.kind !== 'contact' && (one.kind !== 'metadata' || isOfTeam(one)))
  );
}

function keptSource(
  { filter, revision, livemode, axis, groupings }: Question,
  cover: Cover,
  of: StatisticsOf,
  p: Parameters,
): string {
  const { sight, agentId, direction, language, metadata, scorecard } = filter;
  const teams = sight?.teams ?? null;
  const wanted = (
    [
      ['agent_id', agentId],
      ['team', metadata?.[TEAM] ?? null],
      ['language', language],
      ['direction', direction],
    ] as const satisfies readonly (readonly [Dimension, string | null])[]
  ).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  const grouped = groupings.flatMap(({ kind }) => DIMENSIONS_GROUPED[kind] ?? []);
  const grain = grainWith([...wanted.map(({ name }) => name), ...(teams === null ? [] : [TEAM]), ...grouped] as const);
  const conditions = [
    ...wanted.map(({ name, value }) => `s.${name} = ${p.add(value, 'text')}`),
    ...(teams === null ? [] : [`s.team = ANY(${p.add(teams, 'text[]')})`]),
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

/** Calls with violations alone. */
interface Violating {
  /** SQL of the grouping by rules. */
  readonly rule: string;
  readonly from: string;
  readonly sign: '1' | '-1';
}

function callByCall(question: Question, of: StatisticsOf, p: Parameters, violating: Violating | null = null): string {
  const ofEvaluations = of === 'evaluations';
  const conditions = [
    CALL_COUNTS,
    // As the condition of `analysis_violations_idx`.
    ...(violating === null ? [] : ["a.violations <> '{}'"]),
    ...callConditions(question, p),
    ...(ofEvaluations
      ? [EVALUATION_COUNTS, ...evaluationConditions(question, p)]
      : [`a.livemode = ${question.livemode}`]),
  ];
  const from = violating?.from ?? `analysis a ${isByViolation(question) ? `LEFT ${BROKEN_RULES}` : ''}`;
  const keys = keyColumns(question.groupings, (one) =>
    one.kind === 'violation' && violating !== null ? violating.rule : valueOfCall(one, question, p),
  );
  return `SELECT ${keys}, ${rowOfOne(of, violating?.sign)}
    FROM ${from} ${ofEvaluations ? 'JOIN evaluation e ON e.analysis_id = a.id' : ''}
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

/** SQL join: a row for each rule that a call broke. */
const BROKEN_RULES = 'JOIN LATERAL (SELECT DISTINCT unnest(a.violations) AS rule) AS grouped ON true';

const keyColumns = ([first, second]: readonly Grouping[], expression: (grouping: Grouping) => string): string =>
  `${first ? expression(first) : 'NULL'}::text AS k1, ${second ? expression(second) : 'NULL'}::text AS k2`;
