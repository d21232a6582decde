// The SQL of a question to the tables of calls (`a`) and evaluations (`e`): what belongs to it, and which group each is of.
import { type AnalysisFilter, conditionsOf, type Parameters } from '../../analysis/listing/analysis-filter.js';
import { containsFolded } from '../../analysis/listing/party-lookup.js';
import type { Grouping } from './groupings.js';
import type { Question } from './question.js';

const AXES = { created: 'created_at', call: 'call_started_at' } as const;

/** Completed calls of the range that pass the filters. */
export function callConditions(question: Question, p: Parameters): string[] {
  const { filter, search, of, livemode, revision } = question;
  // Which mode an evaluation has does not depend on that of its call.
  const ofCalls: AnalysisFilter = {
    ...filter,
    status: 'completed',
    livemode: of === 'calls' ? livemode : null,
    // Of evaluations it narrows these, not the calls that have one.
    scorecard: of === 'calls' ? filter.scorecard : null,
  };
  return [
    ...conditionsOf(ofCalls, p).map((condition) => `a.${condition}`),
    ...rangeOf(question, p),
    ...(filter.status === null || filter.status === 'completed' ? [] : ['false']),
    ...(search === null
      ? []
      : [
          `(${['agent', 'contact'].map((kind) => containsFolded(`analysis_folded(a.${kind}_id)`, search, p)).join(' OR ')})`,
        ]),
    ...(of === 'calls' && revision !== null
      ? [
          `EXISTS (SELECT FROM evaluation e WHERE e.analysis_id = a.id AND ${countedEvaluations(question, p).join(' AND ')})`,
        ]
      : []),
  ];
}

/** What an index of calls answers: how many calls are to be read. */
export function rangeConditions({ filter, ...question }: Question, p: Parameters): string[] {
  return [
    `a.account_id = ${p.add(filter.accountId, 'uuid')}`,
    ...(filter.agentId === null ? [] : [`a.agent_id = ${p.add(filter.agentId, 'text')}`]),
    ...(filter.contactId === null ? [] : [`a.contact_id = ${p.add(filter.contactId, 'text')}`]),
    ...rangeOf(question, p),
  ];
}

function rangeOf({ axis, range }: Pick<Question, 'axis' | 'range'>, p: Parameters): string[] {
  const column = `a.${AXES[axis]}`;
  return [`${column} >= ${p.addTime(new Date(range.start))}`, `${column} < ${p.addTime(new Date(range.end))}`];
}

/** Completed evaluations that stand; of calls, those by the scorecard that is asked for. */
export function countedEvaluations({ of, filter, livemode, revision }: Question, p: Parameters): string[] {
  const { id = null, outcome = null, scoreMin = null, scoreMax = null } = filter.scorecard ?? {};
  return [
    "e.status = 'completed'",
    'NOT e.superseded',
    `e.livemode = ${livemode}`,
    ...(id === null ? [] : [`e.scorecard_id = ${p.add(id, 'uuid')}`]),
    ...(revision === null ? [] : [`e.revision = ${p.add(revision, 'int')}`]),
    // Of calls they stand among the filters: of several evaluations the newest must pass.
    ...(of === 'calls' || outcome === null ? [] : [`e.outcome = ${p.add(outcome, 'text')}`]),
    ...(of === 'calls' || scoreMin === null ? [] : [`e.score >= ${p.add(scoreMin, 'int')}`]),
    ...(of === 'calls' || scoreMax === null ? [] : [`e.score <= ${p.add(scoreMax, 'int')}`]),
  ];
}

/** Where calls are grouped by the rules that were broken: a row for each rule of a call, and one for a call without. */
export const violationJoin = ({ groupings }: Question): string =>
  groupings.some(({ kind }) => kind === 'violation')
    ? 'LEFT JOIN LATERAL (SELECT DISTINCT unnest(a.violations) AS rule) AS grouped ON true'
    : '';

/** SQL columns `k1` and `k2`: the values of the groupings. */
export function keyColumns(question: Question, p: Parameters): string {
  return [0, 1]
    .map((place) => {
      const grouping = question.groupings[place];
      return `${grouping ? keyExpression(grouping, question, p) : 'NULL::text'} AS k${place + 1}`;
    })
    .join(', ');
}

function keyExpression(grouping: Grouping, { axis, buckets }: Question, p: Parameters): string {
  switch (grouping.kind) {
    case 'agent':
      return 'a.agent_id';
    case 'contact':
      return 'a.contact_id';
    case 'language':
      return 'a.spoken_language';
    case 'direction':
      return 'a.direction';
    case 'violation':
      return 'grouped.rule';
    case 'scorecard':
      return 'e.scorecard_id::text';
    case 'question':
      return 'given.question';
    case 'metadata':
      return grouping.metadataKey === 'team'
        ? 'a.team'
        : `a.custom_metadata::json->>${p.add(grouping.metadataKey, 'text')}`;
    default: {
      const starts = (buckets ?? []).map(({ start }) => new Date(start).toISOString());
      return `(width_bucket(a.${AXES[axis]}, ${p.add(starts, 'text[]')}::timestamptz[]) - 1)::text`;
    }
  }
}
