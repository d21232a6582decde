import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { type Caller, seenBy } from '../../platform/http/access/caller.js';
import { ErasureResponse, type ErasureRow, SELECT_ERASURES } from '../../wire/erasure.response.js';
import { seenJob, seenTeams } from '../../work/jobs/seen-jobs.js';
import { erasureNotFound } from './erasure-errors.js';
import type { ErasurePageRequest } from './erasures.requests.js';
import type { ErasurePageResponse } from './erasures.responses.js';

@Injectable()
export class ErasureReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 404, also for an erasure over calls that the caller does not see */
  async get(caller: Caller, id: string, sql: Sql = this.dataSource): Promise<ErasureResponse> {
    const { accountId, sight } = seenBy(caller);
    const found = await queryRow<ErasureRow>(
      sql,
      `${SELECT_ERASURES} WHERE e.account_id = $1 AND e.id = $2 AND ${seenJob('$3', 'e.')}`,
      [accountId, id, seenTeams(sight)],
    );
    if (!found) throw erasureNotFound();
    return ErasureResponse.of(found);
  }

  async list(caller: Caller, { skip, limit }: ErasurePageRequest): Promise<ErasurePageResponse> {
    const { accountId, sight } = seenBy(caller);
    const seen = [accountId, seenTeams(sight)];
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM erasure e WHERE e.account_id = $1 AND ${seenJob('$2', 'e.')}`,
        seen,
      );
      const rows = await queryRows<ErasureRow>(
        tx,
        `${SELECT_ERASURES} WHERE e.account_id = $1 AND ${seenJob('$2', 'e.')} ORDER BY e.created_at DESC, e.id DESC LIMIT $3 OFFSET $4`,
        [...seen, limit, skip],
      );
      return { items: rows.map(ErasureResponse.of), total: counted?.n ?? 0, skip, limit };
    });
  }
}
