// Reads and cancels the jobs that judge stored calls again. start-rescore.ts starts them.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import { EvaluationLimit, sumByMode } from '../../billing/usage/evaluation-limit.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { seenJob, seenTeams } from '../../work/jobs/seen-jobs.js';
import { rescoreFinished, rescoreNotFound } from '../cards/scorecard-errors.js';
import type { RescorePageRequest } from './rescore.requests.js';
import { RescoreResponse, type RescoreRow, SELECT_RESCORES } from './rescore.response.js';
import { RescoreClaims } from './rescore-claims.js';

@Injectable()
export class RescoresService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: RescoreClaims,
    private readonly limit: EvaluationLimit,
  ) {}

  /** @throws ApiError 404 */
  async get(accountId: string, id: string, sql: Sql = this.dataSource): Promise<RescoreResponse> {
    const found = await queryRow<RescoreRow>(sql, `${SELECT_RESCORES} WHERE r.account_id = $1 AND r.id = $2`, [
      accountId,
      id,
    ]);
    if (!found) throw rescoreNotFound();
    return RescoreResponse.of(found);
  }

  /** Newest first. */
  async list(
    { accountId, sight }: Seen,
    { skip, limit }: RescorePageRequest,
  ): Promise<{ items: RescoreResponse[]; total: number }> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM rescore WHERE account_id = $1 AND ${seenJob('$2')}`,
        [accountId, seenTeams(sight)],
      );
      const rows = await queryRows<RescoreRow>(
        tx,
        `${SELECT_RESCORES} WHERE r.account_id = $1 AND ${seenJob('$4', 'r.')} ORDER BY r.created_at DESC, r.id DESC LIMIT $2 OFFSET $3`,
        [accountId, limit, skip, seenTeams(sight)],
      );
      return { items: rows.map((row) => RescoreResponse.of(row)), total: counted?.n ?? 0 };
    });
  }

  /**
   * What was judged stays; what was not is not judged any more and is given back to the account's evaluations.
   * @throws ApiError 401; 403 for a live job and a test key; 404; 400 when the job has ended
   */
  async cancel(caller: Caller, id: string, beforeCommit: BeforeCommit<RescoreResponse>): Promise<RescoreResponse> {
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      // A key share: the writers of its counts lock its evaluations before it, and this must not wait for them the other way
      // round.
      await lockForChange(tx, caller, 'rescore', id, { strength: 'FOR KEY SHARE' });
      await this.cancelIn(tx, caller.accountId, id);
      const canceled = await this.get(caller.accountId, id, tx);
      await beforeCommit(tx, canceled);
      return canceled;
    });
  }

  private async cancelIn(tx: EntityManager, accountId: string, id: string): Promise<void> {
    const { status, created } = await this.get(accountId, id, tx);
    if (status !== 'processing') throw rescoreFinished();
    // The evaluations before the row of the job, as every writer locks them.
    const deleted = await this.claims.deleteUnsettled(tx, id, 'all');
    const canceled = await this.claims.cancel(tx, id);
    if (!canceled) throw rescoreFinished();
    // A page may have been added in between. A worker that settles one of its evaluations waits for this transaction.
    const further = await this.claims.deleteUnsettled(tx, id, 'free');
    const unused = sumByMode(deleted, further, canceled);
    await this.limit.giveBackByMode(tx, accountId, unused, new Date(created * 1000));
  }
}
