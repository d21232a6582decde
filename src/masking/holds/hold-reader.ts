import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { type Caller, seenBy } from '../../platform/http/access/caller.js';
import { HoldResponse, type HoldRow, SELECT_HOLDS } from '../../wire/hold.response.js';
import { seenJob, seenTeams } from '../../work/jobs/seen-jobs.js';
import { holdNotFound } from './hold-errors.js';
import type { HoldPageRequest } from './holds.requests.js';
import {
  type HeldAnalysisPageResponse,
  HeldAnalysisResponse,
  type HeldAnalysisRow,
  type HoldPageResponse,
} from './holds.responses.js';

@Injectable()
export class HoldReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 404, also for a hold over calls that the caller does not see */
  async row(caller: Caller, id: string, sql: Sql = this.dataSource): Promise<HoldRow> {
    const { accountId, sight } = seenBy(caller);
    const found = await queryRow<HoldRow>(
      sql,
      `${SELECT_HOLDS} WHERE h.account_id = $1 AND h.id = $2 AND ${seenJob('$3', 'h.')}`,
      [accountId, id, seenTeams(sight)],
    );
    if (!found) throw holdNotFound();
    return found;
  }

  async list(caller: Caller, { skip, limit }: HoldPageRequest): Promise<HoldPageResponse> {
    const { accountId, sight } = seenBy(caller);
    const seen = [accountId, seenTeams(sight)];
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM hold h WHERE h.account_id = $1 AND ${seenJob('$2', 'h.')}`,
        seen,
      );
      const rows = await queryRows<HoldRow>(
        tx,
        `${SELECT_HOLDS} WHERE h.account_id = $1 AND ${seenJob('$2', 'h.')} ORDER BY h.created_at DESC, h.id DESC LIMIT $3 OFFSET $4`,
        [...seen, limit, skip],
      );
      return { items: rows.map(HoldResponse.of), total: counted?.n ?? 0, skip, limit };
    });
  }

  /** The calls of a hold, also of a released one as long as they are stored. @throws ApiError 404 */
  async analyses(caller: Caller, id: string, { skip, limit }: HoldPageRequest): Promise<HeldAnalysisPageResponse> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      await this.row(caller, id, tx);
      const counted = await queryRow<{ n: number }>(tx, 'SELECT count(*)::int AS n FROM held_call WHERE hold_id = $1', [
        id,
      ]);
      const rows = await queryRows<HeldAnalysisRow>(tx, HELD_ANALYSES, [id, caller.accountId, limit, skip]);
      return { items: rows.map(HeldAnalysisResponse.of), total: counted?.n ?? 0, skip, limit };
    });
  }
}

const HELD_ANALYSES = `
  SELECT a.id, a.created_at, a.status, a.livemode, a.agent_id, a.contact_id FROM (
    SELECT analysis_id, created_at FROM held_call WHERE hold_id = $1
    ORDER BY created_at DESC, analysis_id DESC LIMIT $3 OFFSET $4) AS c
  JOIN analysis a ON a.id = c.analysis_id AND a.account_id = $2
  ORDER BY c.created_at DESC, c.analysis_id DESC`;
