// Reads disputes for their owner. Every query here is scoped by account.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Seen } from '../../access/rights.js';
import { Parameters, seenWithin } from '../../calls/listing/analysis-filter.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { DisputeResponse, type DisputeRow, SELECT_DISPUTES } from '../../wire/dispute.response.js';
import { disputeNotFound } from './dispute-errors.js';
import type { ListDisputesQuery } from './disputes.requests.js';
import type { DisputePageResponse } from './disputes.responses.js';

@Injectable()
export class DisputeReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ApiError 404 */
  async get(accountId: string, id: string, sql: Sql = this.dataSource): Promise<DisputeRow> {
    const found = await queryRow<DisputeRow>(sql, `${SELECT_DISPUTES} WHERE d.id = $1 AND d.account_id = $2`, [
      id,
      accountId,
    ]);
    if (!found) throw disputeNotFound();
    return found;
  }

  /** Newest first. */
  list({ accountId, sight }: Seen, query: ListDisputesQuery): Promise<DisputePageResponse> {
    const {
      analysis_id = null,
      status = null,
      agent_id = null,
      scorecard_id = null,
      livemode = null,
      skip,
      limit,
    } = query;
    const p = new Parameters();
    const conditions = [
      `d.account_id = ${p.add(accountId, 'uuid')}`,
      ...(analysis_id === null ? [] : [`d.analysis_id = ${p.add(analysis_id, 'uuid')}`]),
      ...(status === null ? [] : [`d.status = ${p.add(status, 'text')}`]),
      ...(agent_id === null ? [] : [`d.agent_id = ${p.add(agent_id, 'text')}`]),
      ...(scorecard_id === null ? [] : [`d.scorecard_id = ${p.add(scorecard_id, 'uuid')}`]),
      ...(livemode === null ? [] : [`d.livemode = ${livemode}`]),
      ...(sight === null ? [] : [seenWithin(accountId, sight, p, {}, 'd.analysis_id')]),
    ].join(' AND ');
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM dispute d WHERE ${conditions}`,
        p.values,
      );
      const rows = await queryRows<DisputeRow>(
        tx,
        `${SELECT_DISPUTES} WHERE ${conditions} ORDER BY d.created_at DESC, d.id DESC LIMIT ${p.add(limit, 'bigint')}
         OFFSET ${p.add(skip, 'bigint')}`,
        p.values,
      );
      return { items: rows.map(DisputeResponse.of), total: counted?.n ?? 0, skip, limit };
    });
  }
}
