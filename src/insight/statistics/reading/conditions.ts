// The SQL conditions of a question that is answered call by call, over the rows of calls (`a`) and evaluations (`e`).
import { type AnalysisFilter, conditionsOf, type Parameters } from '../../../calls/listing/analysis-filter.js';
import { containsFolded } from '../../../calls/listing/party-lookup.js';
import type { Question } from './question.js';
import type { TimeAxis } from './statistics.requests.js';

const TIME_COLUMNS: Readonly<Record<TimeAxis, string>> = { created: 'a.created_at', call: 'a.call_started_at' };

export const timeColumn = (axis: TimeAxis): string => TIME_COLUMNS[axis];

/** Calls of the range that pass the filters. */
export function callConditions(question: Question, p: Parameters): string[] {
  const { filter, search, of, revision } = question;
  const ofCalls: AnalysisFilter = {
    ...filter,
    status: null,
    // Which mode an evaluation has does not depend on that of its call: a live key may have a test call judged.
    livemode: null,
    // Of evaluations it narrows these, not the calls that have one.
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

/** Evaluations that pass the filters; of calls, those by the scorecard that is asked for. */
export function evaluationConditions({ of, filter, livemode, revision }: Question, p: Parameters): string[] {
  const { id = null, outcome = null, scoreMin = null, scoreMax = null } = filter.scorecard ?? {};
  return [
    `e.livemode = ${livemode}`,
    ...(id === null ? [] : [`e.scorecard_id = ${p.add(id, 'uuid')}`]),
    ...(revision === null ? [] : [`e.revision = ${p.add(revision, 'int')}`]),
    // Of calls they stand among the filters: of several evaluations the newest must pass.
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
