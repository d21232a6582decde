// Releases holds, by request and when they are due. What they have put off is carried out by the rounds of erasures and of
// retention, which begin at once.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockToHold } from '../../calls/holds/held-calls.js';
import { type Acting, recordAudit, theService } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { beginRound } from '../../platform/operations/shared-round.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import { resumeErasures } from '../erasures/deferred-erasures.js';
import { countOverdue } from '../retention/overdue-calls.js';
import { RETENTION_ROUND } from '../retention/retention-rounds.js';
import { HoldReader } from './hold-reader.js';
import { ReleasedHoldResponse } from './holds.responses.js';

const DUE_AT_A_TIME = 20;

@Injectable()
export class ReleaseHold {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: HoldReader,
    private readonly deliveries: Deliveries,
    private readonly config: Config,
  ) {}

  /** A hold that is released already stays as it is. @throws ApiError 401; 403 for a live hold and a test key; 404 */
  async release(
    caller: Caller,
    id: string,
    reason: string,
    beforeCommit: BeforeCommit<ReleasedHoldResponse>,
  ): Promise<ReleasedHoldResponse> {
    const { released, deliveryIds } = await this.dataSource.transaction(async (tx) => {
      await lockToHold(tx, caller.accountId);
      await caller.confirm(tx);
      await this.reader.row(caller, id, tx);
      const { livemode, status } = await lockForChange<{ status: string }>(tx, caller, 'hold', id, LOCKED);
      const { accountId } = caller;
      const recorded = status === 'active' ? await this.end(tx, { id, accountId, livemode }, caller, reason) : [];
      const after = ReleasedHoldResponse.released(await this.reader.row(caller, id, tx));
      await beforeCommit(tx, after);
      return { released: after, deliveryIds: recorded };
    });
    void this.deliveries.enqueue(deliveryIds);
    return released;
  }

  /** Releases what is due, each hold in a transaction of its own. @returns how many were due */
  async releaseDue(): Promise<number> {
    const due = await queryRows<{ id: string; accountId: string }>(this.dataSource, DUE, [DUE_AT_A_TIME]);
    for (const { id, accountId } of due) {
      const deliveryIds = await this.dataSource.transaction(async (tx) => {
        await lockToHold(tx, accountId);
        const hold = await queryRow<ActiveHold>(tx, LOCK_ACTIVE, [id]);
        return hold ? this.end(tx, hold, theService(hold), null) : [];
      });
      void this.deliveries.enqueue(deliveryIds);
    }
    return due.length;
  }

  /** @returns ids of the deliveries to the endpoints that ask for it: a hold has no address of its own */
  private async end(
    tx: EntityManager,
    { id, accountId, livemode }: ActiveHold,
    by: Acting,
    reason: string | null,
  ): Promise<string[]> {
    await tx.query(RELEASE, [id, accountId, reason]);
    const overdue = await countOverdue(tx, id, this.config.retention);
    const erasures = await resumeErasures(tx, id);
    await tx.query('UPDATE hold SET carried_out = $2, carried_erasures = $3 WHERE id = $1', [id, overdue, erasures]);
    await beginRound(tx, RETENTION_ROUND);
    await recordAudit(
      tx,
      by,
      'hold.released',
      { type: 'hold', id },
      {
        carried_out: { analyses: overdue, erasures },
      },
    );
    return this.deliveries.recordEvent(tx, {
      accountId,
      analysisId: null,
      holdId: id,
      event: 'hold.released',
      livemode,
      webhook: { url: null, events: [] },
    });
  }
}

interface ActiveHold {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
}

const LOCKED = { columns: 'status' } as const;
const DUE = `
  SELECT id, account_id AS "accountId" FROM hold WHERE status = 'active' AND until <= now() ORDER BY until LIMIT $1`;
const LOCK_ACTIVE = `
  SELECT id, account_id AS "accountId", livemode FROM hold WHERE id = $1 AND status = 'active' FOR NO KEY UPDATE`;
const RELEASE = `
  UPDATE hold SET status = 'released', searched = true, released_at = clock_timestamp(), release_reason = $3,
    held = (SELECT count(*) FROM held_call WHERE hold_id = $1)
  WHERE id = $1 AND account_id = $2`;
