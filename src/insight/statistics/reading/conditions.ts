// SQL conditions of a query that reads each call, over the rows of calls (`a`) and evaluations (`e`).
import { type AnalysisFilter, conditionsOf, type Parameters } from '../../../calls/listing/analysis-filter.js';
import { containsFolded } from '../../../calls/listing/folded-text.js';
import type { Question } from './question.js';
import type { TimeAxis } from './statistics.requests.js';

const TIME_COLUMNS: Readonly<Record<TimeAxis, string>> = { created: 'a.created_at', call: 'a.call_started_at' };

export const timeColumn = (axis: TimeAxis): string => TIME_COLUMNS[axis];

/** Calls in the range that match the filters. */
export function callConditions(question: Question, p: Parameters): string[] {
  const { filter, search, of, revision } = question;
  const ofCalls: AnalysisFilter = {
    ...filter,
    status: null,
    // An evaluation's mode does not depend on the mode of its call: a live key may evaluate a test call.
    livemode: null,
    // A query on evaluations filters evaluations by it, not calls that have one.
    scorecard: of === 'calls' ? filter.scorecard : null,
  };
  return [
    ...conditionsOf(ofCalls, p).map((condition) => `a.${condition}`),
    ...inRange(question, p),
    ...(search === null ? [] : [`(${['agent', 'contact'].map((kind) => matches(kind, search, p)).join(' OR ')})`]),
    ...(of === 'calls' && revision !== null ? [hasRevision(question, p)] : []),
  ];
}

const matches = (kind: string, text: string, p: Parameters) => containsFolded(`analysis_folded(a.${kind}_id)`, text, p);

const hasRevision = (question: Question, p: Parameters) => `EXISTS (
  SELECT FROM evaluation e WHERE e.analysis_id = a.id AND e.status = 'completed' AND NOT e.superseded
    AND ${evaluationConditions(question, p).join(' AND ')})`;

/** Evaluations that match the filters; for calls, evaluations by the requested scorecard. */
export function evaluationConditions({ of, filter, livemode, revision }: Question, p: Parameters): string[] {
  const { id = null, outcome = null, scoreMin = null, scoreMax = null } = filter.scorecard ?? {};
  return [
    `e.livemode = ${livemode}`,
    ...(id === null ? [] : [`e.scorecard_id = ${p.add(id, 'uuid')}`]),
    ...(revision === null ? [] : [`e.revision = ${p.add(revision, 'int')}`]),
    // A query on calls has these conditions among its filters: of several evaluations the newest must match.
    ...(of === 'calls' || outcome === null ? [] : [`e.outcome = ${p.add(outcome, 'text')}`]),
    ...(of === 'calls' || scoreMin === null ? [] : [`e.score >= ${p.add(scoreMin, 'int')}`]),
    ...(of === 'calls' || scoreMax === null ? [] : [`e.score <= ${p.add(scoreMax, 'int')}`]),
  ];
}

/** Conditions that an index of calls answers: they tell how many calls are to be read. */
export function indexedConditions({ filter, ...question }: Question, p: Parameters): string[] {
  return [
    `a.account_id = ${p.add(filter.accountId, 'uuid')}`,
    ...(filter.agentId === null ? [] : [`a.agent_id = ${p.add(filter.agentId, 'text')}`]),
    ...(filter.contactId === null ? [] : [`a.contact_id = ${p.add(filter.contactId, 'text')}`]),
    "a.status = 'completed'",
    ...inRange(question, p),
  ];
}

function inRange({ axis, range }: Pick<Question, 'axis' | 'range'>, p: Parameters): string[] {
  const column = timeColumn(axis);
  return [`${column} >= ${p.addTime(new Date(range.start))}`, `${column} < ${p.addTime(new Date(range.end))}`];
}
