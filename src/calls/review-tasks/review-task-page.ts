// Finds one page of the review queue, by priority (`worth`), and the total. Every filter has an index in the order of the queue,
// and at most MAX_LISTED entries of it are counted, so that a million calls cost no more than ten thousand. A second filter is a
// condition on the entries of the first: of the agent, else of the scorecard, else of the reason.

import type { Sight } from '../../access/rights.js';
import { queryRows, type Sql } from '../../platform/database/sql.js';
import { Parameters, seenWithin } from '../listing/analysis-filter.js';
import type { ReviewReason } from './doubt.js';
import { hasReason, indexedOrder, orderBy, type QueueOrder, type ReviewTask, TASK_COLUMNS } from './review-task.js';

/** Null: no filter by this member. */
export interface ReviewTaskFilter {
  readonly accountId: string;
  readonly sight: Sight | null;
  readonly reason: ReviewReason | null;
  readonly agentId: string | null;
  readonly scorecardId: string | null;
  /** Inclusive. */
  readonly createdAfter: Date | null;
  /** Id of a single call. */
  readonly analysisId: string | null;
  readonly livemode: boolean | null;
  /** Name of the reviewer who has claimed the calls. */
  readonly claimedBy: string | null;
  readonly order: QueueOrder;
}

export interface FoundTasks {
  readonly tasks: readonly ReviewTask[];
  readonly total: number;
}

/** Persons work from the top of the queue: further calls are neither counted nor listed. */
export const MAX_LISTED = 10_000;

/** One statement gives total and page, so both belong to one snapshot. */
export async function findTasks(
  sql: Sql,
  filter: ReviewTaskFilter,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<FoundTasks> {
  const p = new Parameters();
  const { agentId, scorecardId, reason } = filter;
  // The indexes of an agent and of a scorecard are in the wanted order whatever the reason.
  const order = orderBy(agentId === null && scorecardId === null ? indexedOrder(filter.order, reason) : filter.order);
  const entries = entriesOf(filter, p);
  const first = p.add(Math.min(skip, MAX_LISTED), 'bigint');
  const most = p.add(Math.max(0, Math.min(limit, MAX_LISTED - skip)), 'bigint');
  const rows = await queryRows<{ total: number } & (ReviewTask | { readonly analysisId: null })>(
    sql,
    `SELECT total, task.* FROM
       (SELECT count(*)::int AS total FROM
         (SELECT ${entries} ${countedInOrder(filter, order)} LIMIT ${MAX_LISTED}) AS one) AS counted
       LEFT JOIN LATERAL (
         SELECT ${TASK_COLUMNS} FROM review_task JOIN (
           SELECT ${entries} ORDER BY ${order} LIMIT ${most} OFFSET ${first}
         ) AS page USING (analysis_id, worth, severity, created_at)
       ) AS task ON true
     ORDER BY ${orderBy(filter.order).replace('created_at, analysis_id', '"createdAt", "analysisId"')}`,
    p.values,
  );
  const tasks = rows.flatMap(({ total: _, ...task }) => (task.analysisId === null ? [] : [task]));
  return { tasks, total: rows[0]?.total ?? 0 };
}

/** Order that lets an index count the entries. A filter by date alone uses the index by date. */
const countedInOrder = ({ agentId, scorecardId, createdAfter }: ReviewTaskFilter, order: string) =>
  createdAfter !== null && agentId === null && scorecardId === null ? 'ORDER BY created_at DESC' : `ORDER BY ${order}`;

/** SQL of a query after SELECT: the entries that match the filter, with the columns of the order. */
function entriesOf(filter: ReviewTaskFilter, p: Parameters): string {
  const { accountId, sight, agentId, scorecardId, reason, createdAfter, analysisId, livemode, claimedBy } = filter;
  // An agent has far fewer calls than a scorecard.
  const ofScorecard = scorecardId !== null && agentId === null;
  const conditions = [
    `account_id = ${p.add(accountId, 'uuid')}`,
    ...(ofScorecard ? [`scorecard_id = ${p.add(scorecardId, 'uuid')}`] : ["state = 'open'"]),
    ...(agentId === null ? [] : [`agent_id = ${p.add(agentId, 'text')}`]),
    ...(scorecardId === null || ofScorecard ? [] : [`scorecards @> ARRAY[${p.add(scorecardId, 'uuid')}]`]),
    ...(reason === null ? [] : [hasReason(reason)]),
    ...(createdAfter === null ? [] : [`created_at >= ${p.addTime(createdAfter)}`]),
    ...(analysisId === null ? [] : [`analysis_id = ${p.add(analysisId, 'uuid')}`]),
    ...(sight === null ? [] : [seenWithin(accountId, sight, p, {}, 'analysis_id')]),
    ...(livemode === null ? [] : [inMode(livemode)]),
    ...(claimedBy === null ? [] : [ofScorecard ? ofTask(claimedNow(p, claimedBy)) : claimedNow(p, claimedBy)]),
  ];
  const table = ofScorecard ? 'review_task_scorecard' : 'review_task';
  return `analysis_id, worth, severity, created_at FROM ${table} WHERE ${conditions.join(' AND ')}`;
}

/** SQL condition. No parameter: the calls of test mode have an index of their own. */
const inMode = (livemode: boolean) => (livemode ? 'livemode' : 'NOT livemode');

const claimedNow = (p: Parameters, reviewerId: string) =>
  `claimed_by = ${p.add(reviewerId, 'text')} AND claimed_until > now()`;

/** SQL condition on the task of an entry in the list of a scorecard. */
const ofTask = (condition: string) =>
  `EXISTS (SELECT FROM review_task AS task WHERE task.analysis_id = review_task_scorecard.analysis_id AND ${condition})`;
