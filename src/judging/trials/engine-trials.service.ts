// Reads, cancels and deletes engine trials. start-engine-trial.ts starts them.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import { EvaluationLimit } from '../../billing/usage/evaluation-limit.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { seenJob, seenTeams } from '../../work/jobs/seen-jobs.js';
import type { EngineTrialPageRequest } from './engine-trial.requests.js';
import { EngineTrialResponse, type EngineTrialRow, SELECT_ENGINE_TRIALS } from './engine-trial.responses.js';
import { trialFinished, trialNotFound } from './engine-trial-errors.js';
import { TrialClaims } from './trial-claims.js';

@Injectable()
export class EngineTrialsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: TrialClaims,
    private readonly limit: EvaluationLimit,
  ) {}

  /** @throws ApiError 404 */
  async get(accountId: string, id: string, sql: Sql = this.dataSource): Promise<EngineTrialResponse> {
    const found = await queryRow<EngineTrialRow>(sql, `${SELECT_ENGINE_TRIALS} WHERE t.account_id = $1 AND t.id = $2`, [
      accountId,
      id,
    ]);
    if (!found) throw trialNotFound();
    return EngineTrialResponse.of(found);
  }

  /** Newest first. */
  async list(
    { accountId, sight }: Seen,
    { skip, limit }: EngineTrialPageRequest,
  ): Promise<{ items: EngineTrialResponse[]; total: number }> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM engine_trial WHERE account_id = $1 AND ${seenJob('$2')}`,
        [accountId, seenTeams(sight)],
      );
      const rows = await queryRows<EngineTrialRow>(
        tx,
        `${SELECT_ENGINE_TRIALS} WHERE t.account_id = $1 AND ${seenJob('$4', 't.')}
         ORDER BY t.created_at DESC, t.id DESC LIMIT $2 OFFSET $3`,
        [accountId, limit, skip, seenTeams(sight)],
      );
      return { items: rows.map((row) => EngineTrialResponse.of(row)), total: counted?.n ?? 0 };
    });
  }

  /**
   * What was done stays; what was not is not done any more, and is given back.
   * @throws ApiError 401; 403 for a live trial and a test key; 404; 400 when the trial has ended
   */
  async cancel(
    caller: Caller,
    id: string,
    beforeCommit: BeforeCommit<EngineTrialResponse>,
  ): Promise<EngineTrialResponse> {
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await this.lock(tx, caller, id);
      if (!(await this.end(tx, caller.accountId, id))) throw trialFinished();
      const canceled = await this.get(caller.accountId, id, tx);
      await beforeCommit(tx, canceled);
      return canceled;
    });
  }

  /** Cancels it first where it is in progress. @throws ApiError 401; 403 for a live trial and a test key; 404 */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await this.lock(tx, caller, id);
      await this.end(tx, caller.accountId, id);
      await tx.query('DELETE FROM engine_trial WHERE id = $1 AND account_id = $2', [id, caller.accountId]);
    });
  }

  /** A key share: the writers of its counts lock its items before it, and this must not wait for them the other way round. */
  private async lock(tx: EntityManager, caller: Caller, id: string): Promise<void> {
    await lockForChange(tx, caller, 'engine_trial', id, { strength: 'FOR KEY SHARE' });
  }

  /** @returns false when it has ended already */
  private async end(tx: EntityManager, accountId: string, id: string): Promise<boolean> {
    const { created } = await this.get(accountId, id, tx);
    const unused = await this.claims.cancel(tx, id);
    if (unused === null) return false;
    await this.limit.giveBackByMode(tx, accountId, unused, new Date(created * 1000));
    return true;
  }
}
