// Reads, cancels and resumes batches. start-batch.ts starts them.

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import { AnalysisRecords } from '../../calls/analysis-records.js';
import { lockHolds } from '../../calls/holds/held-calls.js';
import { lockAccountAgainstErasure, lockAccountToCount } from '../../platform/database/account-lock.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { MANIFESTS_QUEUE } from '../../platform/queue/queue-names.js';
import type { BatchRow } from '../../wire/batch.response.js';
import { BatchResponse, SELECT_BATCHES } from '../../wire/batch.response.js';
import { Doorbells } from '../../work/doorbells.js';
import { seenJob, seenTeams } from '../../work/jobs/seen-jobs.js';
import type { BatchItemsRequest, BatchPageRequest } from './batch.requests.js';
import { BatchClaims } from './batch-claims.js';
import { batchEnded, batchNotCanceled, batchNotFound, linesDeleted } from './batch-errors.js';
import { BatchItemResponse, type BatchLineRow, type ItemStatus } from './batch-line.response.js';
import { BatchNotices } from './batch-notices.js';
import { checkOpen } from './open-batches.js';

@Injectable()
export class Batches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: BatchClaims,
    private readonly records: AnalysisRecords,
    private readonly notices: BatchNotices,
    private readonly doorbells: Doorbells,
  ) {}

  /** @throws ApiError 404 */
  async get(accountId: string, id: string, sql: Sql = this.dataSource): Promise<BatchResponse> {
    const found = await queryRow<BatchRow>(sql, `${SELECT_BATCHES} WHERE b.account_id = $1 AND b.id = $2`, [
      accountId,
      id,
    ]);
    if (!found) throw batchNotFound();
    return BatchResponse.of(found);
  }

  /** Newest first. */
  async list(
    { accountId, sight }: Seen,
    { skip, limit }: BatchPageRequest,
  ): Promise<{ items: BatchResponse[]; total: number }> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM batch WHERE account_id = $1 AND ${seenJob('$2')}`,
        [accountId, seenTeams(sight)],
      );
      const rows = await queryRows<BatchRow>(
        tx,
        `${SELECT_BATCHES} WHERE b.account_id = $1 AND ${seenJob('$4', 'b.')} ORDER BY b.created_at DESC, b.id DESC LIMIT $2 OFFSET $3`,
        [accountId, limit, skip, seenTeams(sight)],
      );
      return { items: rows.map((row) => BatchResponse.of(row)), total: counted?.n ?? 0 };
    });
  }

  /** Returns items in the order of the lines. The total is read from the batch's row. @throws ApiError 404 */
  async items(
    accountId: string,
    id: string,
    { status = null, skip, limit }: BatchItemsRequest,
  ): Promise<{ items: BatchItemResponse[]; total: number }> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const batch = await queryRow<BatchRow & { readonly lines_deleted: boolean }>(tx, WITH_LINES, [accountId, id]);
      if (!batch) throw batchNotFound();
      const total = batch.lines_deleted ? 0 : batch[status ?? 'total'];
      if (total <= skip) return { items: [], total };
      // A canceled batch keeps the stored status of its lines.
      const stored = status === 'canceled' ? 'queued' : status;
      const rows = await queryRows<BatchLineRow>(tx, stored === null ? ALL_LINES : LINES_OF_STATUS, [
        id,
        limit,
        skip,
        ...(stored === null ? [] : [stored]),
      ]);
      const isCanceled = batch.status === 'canceled';
      return { items: rows.map((row) => BatchItemResponse.of(asShown(row, isCanceled))), total };
    });
  }

  /**
   * Accepts no further line, and takes back those whose calls no worker has begun. Other calls continue, and are counted.
   * @throws ApiError 401; 403 for a live batch and a test key; 404; 400 when it has ended
   */
  async cancel(caller: Caller, id: string, beforeCommit: BeforeCommit<BatchResponse>): Promise<BatchResponse> {
    return this.dataSource.transaction(async (tx) => {
      await lockHolds(tx, [caller.accountId]);
      await caller.confirm(tx);
      if (!(await lockAccountAgainstErasure(tx, caller.accountId))) throw unauthorized();
      await this.claims.lockManifest(tx, caller.accountId, id);
      const waiting = await this.claims.takeBack(tx, caller.accountId, id);
      await this.records.deleteNotBegun(tx, waiting);
      await lockForChange(tx, caller, 'batch', id);
      if (!(await this.claims.cancel(tx, id, waiting.length))) throw batchEnded();
      const canceled = await this.get(caller.accountId, id, tx);
      await beforeCommit(tx, canceled);
      return canceled;
    });
  }

  /**
   * Queues the dropped lines again.
   * @throws ApiError as {@link cancel}; 400 when it is not canceled, for one open batch too many, and once its lines are deleted
   */
  async resume(caller: Caller, id: string, beforeCommit: BeforeCommit<BatchResponse>): Promise<BatchResponse> {
    const { resumed, deliveryIds } = await this.dataSource.transaction(async (tx) => {
      await lockAccountToCount(tx, caller.accountId);
      await caller.confirm(tx);
      await this.claims.lockManifest(tx, caller.accountId, id);
      const found = await lockForChange<{ status: string; lines_deleted: boolean }>(tx, caller, 'batch', id, {
        columns: 'status, lines_deleted',
      });
      if (found.status !== 'canceled') throw batchNotCanceled();
      if (found.lines_deleted) throw linesDeleted();
      await checkOpen(tx, caller.accountId);
      const isSettled = await this.claims.resume(tx, id);
      const after = await this.get(caller.accountId, id, tx);
      const of = { id, accountId: caller.accountId, livemode: after.livemode, webhookUrl: after.webhook_url };
      const recorded = isSettled === true ? await this.notices.record(tx, 'batch.completed', of) : [];
      await beforeCommit(tx, after);
      return { resumed: after, deliveryIds: recorded };
    });
    this.notices.send(deliveryIds);
    if (resumed.status === 'reading') void this.doorbells.ring(MANIFESTS_QUEUE);
    return resumed;
  }
}

const asShown = (row: BatchLineRow, isCanceled: boolean): BatchLineRow => {
  const status: ItemStatus = isCanceled && row.status === 'queued' ? 'canceled' : row.status;
  return { ...row, status };
};

const WITH_LINES = SELECT_BATCHES.replace(
  'FROM batch b',
  ', b.lines_deleted FROM batch b WHERE b.account_id = $1 AND b.id = $2',
);
const LINES = `
  SELECT l.line, l.external_id, l.analysis_id, l.status, l.faults, CASE WHEN l.status = 'failed' THEN a.error_message END AS error_message
  FROM batch_line l LEFT JOIN analysis a ON a.id = l.analysis_id
  WHERE l.batch_id = $1`;
const ALL_LINES = `${LINES} ORDER BY l.line LIMIT $2 OFFSET $3`;
const LINES_OF_STATUS = `${LINES} AND l.status = $4 ORDER BY l.line LIMIT $2 OFFSET $3`;
