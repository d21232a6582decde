// Who looks at which call of the queue. A claim is one statement: a killed process leaves it whole or not at all. It ends by
// itself, and a review, a dismissal or a release ends it before.

import type { EntityManager } from 'typeorm';
import type { Sight } from '../../access/rights.js';
import { type Changer, lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import { ApiError, badRequest } from '../../platform/errors/api-error.js';
import { Parameters, seenWithin } from '../listing/analysis-filter.js';
import type { ReviewReason } from './doubt.js';
import { hasReason, indexedOrder, orderBy, type QueueOrder, type ReviewTask, TASK_COLUMNS } from './review-task.js';
import { CLOSED, DISPUTED } from './review-tasks.js';

export const CLAIM_MINUTES = 30;

/** Null means: any. */
export interface WantedTask {
  readonly reviewerId: string;
  readonly reason: ReviewReason | null;
  readonly agentId: string | null;
  readonly livemode: boolean | null;
  readonly order: QueueOrder;
}

export const notInQueue = () => new ApiError(404, 'The analysis is not in the review queue');
export const openDispute = () => badRequest('A dispute of this call is open: resolve it');
export const claimedByAnother = () => badRequest('Another reviewer has claimed this analysis');

/**
 * The call that is most worth a look of those that no one has claimed. Claims at the same time skip one another's rows, so that
 * none waits and no call is claimed twice. A reviewer may hold several.
 * @returns null where there is none
 */
export function claimTask(
  tx: EntityManager,
  { accountId, livemode: mayLive }: Changer,
  sight: Sight | null,
  { reviewerId, reason, agentId, livemode, order }: WantedTask,
): Promise<ReviewTask | null> {
  const p = new Parameters();
  const [account, reviewer] = [p.add(accountId, 'uuid'), p.add(reviewerId, 'text')];
  const isOfTest = !mayLive || livemode === false;
  return queryRow<ReviewTask>(
    tx,
    `WITH next AS MATERIALIZED (
       SELECT analysis_id AS id FROM review_task
       WHERE account_id = ${account} AND state = 'open' AND (claimed_until IS NULL OR claimed_until <= now())
         ${reason === null ? '' : `AND ${hasReason(reason)}`} ${agentId === null ? '' : `AND agent_id = ${p.add(agentId, 'text')}`}
         ${sight === null ? '' : `AND ${seenWithin(accountId, sight, p, {}, 'analysis_id')}`}
         ${isOfTest ? 'AND NOT livemode' : ''} ${livemode === true ? 'AND livemode' : ''}
       ORDER BY ${orderBy(agentId === null ? indexedOrder(order, reason) : order)} LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE review_task SET claimed_by = ${reviewer}, claimed_until = now() + interval '${CLAIM_MINUTES} minutes'
     FROM next WHERE analysis_id = next.id RETURNING ${TASK_COLUMNS}`,
    p.values,
  );
}

/**
 * Gives the call back. Does nothing to one that no one has claimed.
 * @throws ApiError 400 for the claim of another; 401, 403, 404 as `lockForChange`; 404 for a call that is not in the queue
 */
export async function releaseTask(
  tx: EntityManager,
  changer: Changer,
  analysisId: string,
  reviewerId: string,
): Promise<ReviewTask> {
  const task = await lockTask(tx, changer, analysisId, reviewerId);
  await tx.query('UPDATE review_task SET claimed_by = NULL, claimed_until = NULL WHERE analysis_id = $1', [analysisId]);
  return { ...task, claimedBy: null, claimedUntil: null };
}

/**
 * Takes the call out of the queue until something new is in doubt. No one needs to have claimed it.
 * @returns it as it was, unclaimed
 * @throws ApiError 400 while a dispute of the call is open; and as `releaseTask`
 */
export async function dismissTask(
  tx: EntityManager,
  changer: Changer,
  analysisId: string,
  { reviewerId, note }: { readonly reviewerId: string; readonly note: string | null },
): Promise<ReviewTask> {
  const task = await lockTask(tx, changer, analysisId, reviewerId);
  if (DISPUTED in task.doubts) throw openDispute();
  await tx.query(
    `UPDATE review_task SET ${CLOSED}, state = 'dismissed', dismissed_by = $2, dismissed_at = now(), dismissed_note = $3
     WHERE analysis_id = $1`,
    [analysisId, reviewerId, note],
  );
  return { ...task, claimedBy: null, claimedUntil: null };
}

async function lockTask(
  tx: EntityManager,
  changer: Changer,
  analysisId: string,
  reviewerId: string,
): Promise<ReviewTask> {
  // A key share: evaluations of the call take the same one and then its task.
  await lockForChange(tx, changer, 'analysis', analysisId, { strength: 'FOR KEY SHARE' });
  const task = await queryRow<ReviewTask>(
    tx,
    `SELECT ${TASK_COLUMNS} FROM review_task WHERE analysis_id = $1 AND state = 'open' FOR UPDATE`,
    [analysisId],
  );
  if (task === null) throw notInQueue();
  if (task.claimedBy !== null && task.claimedBy !== reviewerId) throw claimedByAnother();
  return task;
}
