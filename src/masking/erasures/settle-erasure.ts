// Ends an erasure of which all is erased that no hold keeps: it is completed with a receipt, deferred, or failed.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { chainEnd } from '../../platform/audit/audit-chain.js';
import { recordAudit, theService } from '../../platform/audit/record-audit.js';
import { Signatures } from '../../platform/audit/signatures.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { queryRow } from '../../platform/database/sql.js';
import { ObjectStore } from '../../ports/object-store.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import { type ErasureAtWork, hasDeferred, lockErasure, readErasure } from './carry-out.js';
import { lookAgain } from './look-again.js';

/** Anything that others still delete after so long is a failure too. */
const MAX_PENDING_MS = 10 * 60_000;

@Injectable()
export class SettleErasure {
  private readonly logger = new Logger(SettleErasure.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly deliveries: Deliveries,
    private readonly signatures: Signatures,
  ) {}

  /** @returns false while something must end first @throws ProviderError when the store fails */
  async settle(id: string, accountId: string, now = Date.now()): Promise<boolean> {
    const erasure = await readErasure(this.dataSource, id);
    if (!erasure) return true;
    const found = await lookAgain(this.dataSource, this.store, this.deliveries, erasure);
    const isLate = found.pending.length > 0 && now - erasure.by.getTime() > MAX_PENDING_MS;
    if (found.pending.length > 0 && !isLate && found.places.length === 0) return false;
    const left = [...found.places, ...(isLate ? found.pending : [])];
    const deliveryIds = await this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountAgainstErasure(tx, accountId))) return [];
      const locked = await lockErasure(tx, id);
      // A release has let it go on.
      if (!locked || (await queryRow(tx, WAITING, [id]))) return [];
      if (left.length > 0) return this.fail(tx, locked, left);
      return (await hasDeferred(tx, id)) ? this.defer(tx, locked) : this.complete(tx, locked);
    });
    void this.deliveries.enqueue(deliveryIds);
    return true;
  }

  private async fail(tx: EntityManager, erasure: ErasureAtWork, places: readonly string[]): Promise<string[]> {
    const { id, subject, status } = erasure;
    const found = places.join(', ');
    await tx.query(FAIL, [id, found, subject === 'analyses']);
    await tx.query(AGAIN, [id]);
    this.logger.error({ erasureId: id, found }, 'Something is left of what was erased; the next round erases it again');
    if (status !== 'failed') await this.enter(tx, erasure, 'erasure.failed', { found: places });
    return [];
  }

  private async defer(tx: EntityManager, erasure: ErasureAtWork): Promise<string[]> {
    await tx.query(DEFER, [erasure.id]);
    await this.forget(tx, erasure.id);
    await this.enter(tx, erasure, 'erasure.deferred', { counts: erasure.counts });
    return [];
  }

  private async complete(tx: EntityManager, erasure: ErasureAtWork): Promise<string[]> {
    const { id, accountId, livemode, counts } = erasure;
    const completedAt = new Date();
    const receipt = this.signatures.sign({
      erasure_id: id,
      subject_hash: erasure.subjectHash,
      counts,
      deferred: [],
      completed_at: Math.floor(completedAt.getTime() / 1000),
      audit_head: await chainEnd(tx, accountId),
    });
    await tx.query(COMPLETE, [id, completedAt, JSON.stringify(receipt)]);
    await this.forget(tx, id);
    await this.enter(tx, erasure, 'erasure.completed', { counts });
    return this.deliveries.recordEvent(tx, {
      accountId,
      analysisId: null,
      erasureId: id,
      event: 'erasure.completed',
      livemode,
      webhook: { url: null, events: [] },
    });
  }

  /** Ids are no longer needed once they were looked for. */
  private async forget(tx: EntityManager, id: string): Promise<void> {
    await tx.query("DELETE FROM erasure_call WHERE erasure_id = $1 AND state = 'erased'", [id]);
    await tx.query('DELETE FROM erasure_key WHERE erasure_id = $1', [id]);
  }

  private enter(
    tx: EntityManager,
    erasure: ErasureAtWork,
    action: 'erasure.failed' | 'erasure.deferred' | 'erasure.completed',
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return recordAudit(tx, theService(erasure), action, { type: 'erasure', id: erasure.id }, details);
  }
}

const WAITING = "SELECT 1 FROM erasure_call WHERE erasure_id = $1 AND state = 'waiting' LIMIT 1";
const FAIL = `
  UPDATE erasure SET status = 'failed', found = $2, collected = $3, names_erased = false, run_after = now() + interval '1 minute'
  WHERE id = $1`;
const AGAIN = `
  UPDATE erasure_call c SET state = 'waiting' FROM analysis a
  WHERE c.erasure_id = $1 AND c.state = 'erased' AND a.id = c.analysis_id`;
const DEFER = "UPDATE erasure SET status = 'deferred', name = NULL, found = NULL WHERE id = $1";
const COMPLETE = `
  UPDATE erasure SET status = 'completed', name = NULL, found = NULL, settled_at = $2, receipt = $3 WHERE id = $1`;
