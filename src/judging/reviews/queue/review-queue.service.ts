// Lists the calls that need review, and reserves them for reviewers.

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Seen } from '../../../access/rights.js';
import type { ReviewTask } from '../../../calls/review-tasks/review-task.js';
import { claimTask, dismissTask, releaseTask } from '../../../calls/review-tasks/review-task-claims.js';
import { findTasks } from '../../../calls/review-tasks/review-task-page.js';
import { type Caller, seenBy } from '../../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../../platform/http/idempotency/store-response.js';
import { reviewerOf } from '../reviewer/reviewer.js';
import type { ClaimReviewRequest, DismissReviewRequest, ListReviewQueueQuery } from './review-queue.requests.js';
import { ReviewQueueItemResponse, type ReviewQueuePageResponse } from './review-queue.responses.js';

type Store = BeforeCommit<ReviewQueueItemResponse>;

@Injectable()
export class ReviewQueueService {
  constructor(private readonly dataSource: DataSource) {}

  async list({ accountId, sight }: Seen, query: ListReviewQueueQuery): Promise<ReviewQueuePageResponse> {
    const { reason = null, agent_id: agentId = null, scorecard_id: scorecardId = null } = query;
    const { created_after: createdAfter = null, analysis_id: analysisId = null, livemode = null, order } = query;
    const { claimed_by: claimedBy = null, skip, limit } = query;
    const filter = {
      accountId,
      sight,
      reason,
      agentId,
      scorecardId,
      createdAfter,
      analysisId,
      livemode,
      claimedBy,
      order,
    };
    const { tasks, total } = await findTasks(this.dataSource, filter, { skip, limit });
    return { items: tasks.map(ReviewQueueItemResponse.of), total, skip, limit };
  }

  /** @returns null where nothing is to do @throws ApiError 401 */
  async claim(
    caller: Caller,
    { reviewer_id, reason = null, agent_id: agentId = null, livemode = null, order }: ClaimReviewRequest,
    store: Store,
  ): Promise<ReviewQueueItemResponse | null> {
    const reviewerId = reviewerOf(caller, reviewer_id);
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      const task = await claimTask(tx, caller, seenBy(caller).sight, {
        reviewerId,
        reason,
        agentId,
        livemode,
        order: order ?? 'worth',
      });
      return task === null ? null : stored(tx, task, store);
    });
  }

  /** @throws as `releaseTask` */
  release(caller: Caller, analysisId: string, reviewerId: string, store: Store): Promise<ReviewQueueItemResponse> {
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      return stored(tx, await releaseTask(tx, caller, analysisId, reviewerId), store);
    });
  }

  /** @throws as `dismissTask` */
  dismiss(
    caller: Caller,
    analysisId: string,
    { reviewer_id, note = null }: DismissReviewRequest,
    store: Store,
  ): Promise<ReviewQueueItemResponse> {
    const reviewerId = reviewerOf(caller, reviewer_id);
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      return stored(tx, await dismissTask(tx, caller, analysisId, { reviewerId, note }), store);
    });
  }
}

async function stored(tx: EntityManager, task: ReviewTask, store: Store): Promise<ReviewQueueItemResponse> {
  const item = ReviewQueueItemResponse.of(task);
  await store(tx, item);
  return item;
}
