// Reads and cancels the jobs that mask stored calls. start-redaction.ts starts them.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { RedactionJobResponse, type RedactionJobRow, SELECT_REDACTIONS } from '../../wire/redaction-job.response.js';
import { seenJob, seenTeams } from '../../work/jobs/seen-jobs.js';
import type { RedactionPageRequest } from './redaction-job.requests.js';
import { RedactionJobClaims } from './redaction-job-claims.js';
import { redactionFinished, redactionNotFound } from './redaction-job-errors.js';

@Injectable()
export class RedactionJobs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: RedactionJobClaims,
  ) {}

  /** @throws ApiError 404 */
  async get(accountId: string, id: string, sql: Sql = this.dataSource): Promise<RedactionJobResponse> {
    const found = await queryRow<RedactionJobRow>(sql, `${SELECT_REDACTIONS} WHERE r.account_id = $1 AND r.id = $2`, [
      accountId,
      id,
    ]);
    if (!found) throw redactionNotFound();
    return RedactionJobResponse.of(found);
  }

  /** Newest first. */
  async list(
    { accountId, sight }: Seen,
    { skip, limit }: RedactionPageRequest,
  ): Promise<{ items: RedactionJobResponse[]; total: number }> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM redaction WHERE account_id = $1 AND ${seenJob('$2')}`,
        [accountId, seenTeams(sight)],
      );
      const rows = await queryRows<RedactionJobRow>(
        tx,
        `${SELECT_REDACTIONS} WHERE r.account_id = $1 AND ${seenJob('$4', 'r.')} ORDER BY r.created_at DESC, r.id DESC LIMIT $2 OFFSET $3`,
        [accountId, limit, skip, seenTeams(sight)],
      );
      return { items: rows.map((row) => RedactionJobResponse.of(row)), total: counted?.n ?? 0 };
    });
  }

  /**
   * No further call is taken. Those that are taken are masked already, and their recordings are made again.
   * @throws ApiError 401; 403 for a live job and a test key; 404; 400 when the job has ended
   */
  async cancel(
    caller: Caller,
    id: string,
    beforeCommit: BeforeCommit<RedactionJobResponse>,
  ): Promise<RedactionJobResponse> {
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      await lockForChange(tx, caller, 'redaction', id);
      if (!(await this.claims.cancel(tx, id))) throw redactionFinished();
      await recordAudit(tx, caller, 'redaction.canceled', { type: 'redaction', id });
      const canceled = await this.get(caller.accountId, id, tx);
      await beforeCommit(tx, canceled);
      return canceled;
    });
  }
}
