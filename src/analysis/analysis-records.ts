/** What an owner may do to an analysis besides reading it: register a webhook, delete it. */
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockAccountAgainstErasure } from '../platform/database/account-lock.js';
import { queryRow, queryRows } from '../platform/database/sql.js';
import { invalid, notFound } from '../platform/errors/api-error.js';
import type { Caller } from '../platform/http/access/caller.js';
import type { IdempotentRequest } from '../platform/http/idempotency/idempotent-request.js';
import { OutboundDoor } from '../platform/outbound/outbound-door.js';
import { ObjectStore } from '../ports/object-store.js';
import { Deliveries, type WebhookEvent } from '../webhooks/deliveries.service.js';

@Injectable()
export class AnalysisRecords {
  private readonly logger = new Logger(AnalysisRecords.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly deliveries: Deliveries,
    private readonly door: OutboundDoor,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Replaces the webhook. An analysis that is final already notifies at once, if it ended in an event asked for.
   * @param events null: those asked for before
   * @param idempotent told in the same transaction, so that one key never notifies twice
   * @throws ApiError 404; 422 for an address that may not be used
   */
  async registerWebhook(
    { accountId, livemode }: Pick<Caller, 'accountId' | 'livemode'>,
    id: string,
    { url, events }: { readonly url: string; readonly events: readonly string[] | null },
    idempotent: IdempotentRequest | null = null,
  ): Promise<void> {
    const deliveryId = await this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, accountId);
      await idempotent?.recordMade(tx);
      const analysis = await queryRow<{ status: string; livemode: boolean; webhook_events: string[] }>(
        tx,
        `UPDATE analysis SET webhook_url = $3, webhook_events = coalesce($4, webhook_events)
         WHERE id = $1 AND account_id = $2
         RETURNING status, livemode, webhook_events`,
        [id, accountId, url, events === null ? null : [...events]],
      );
      if (!analysis) throw notFound('Analysis');
      // What goes there is of the analysis's mode, whichever key names the address.
      const fault = this.door.check(url, { livemode: analysis.livemode });
      if (fault) throw invalid([{ ...fault, loc: ['body', 'webhook_url'] }]);
      const event = EVENT_OF[analysis.status];
      if (!event || !analysis.webhook_events.includes(event)) return null;
      // A test key sends nothing, whatever it speaks of.
      const sends = analysis.livemode && livemode;
      return this.deliveries.record(tx, { accountId, analysisId: id, event, url, livemode: sends });
    });
    if (deliveryId) void this.deliveries.ring([deliveryId]);
  }

  /**
   * Record, transcript and audio are gone; the ledger entry stays. A running worker loses its claim. Audio that cannot be
   * deleted now has no row any more, and is swept with the other orphans.
   * @throws ApiError 404
   */
  async delete(accountId: string, id: string): Promise<void> {
    const deleted = await queryRow<{ storage_key: string | null }>(
      this.dataSource,
      'DELETE FROM analysis WHERE id = $1 AND account_id = $2 RETURNING storage_key',
      [id, accountId],
    );
    if (!deleted) throw notFound('Analysis');
    if (deleted.storage_key === null) return;
    await this.store.delete(deleted.storage_key).catch((error: unknown) => {
      this.logger.warn({ err: error, analysisId: id }, 'The recording of a deleted analysis is left to the sweep');
    });
  }

  /** All of an account's analyses. @returns keys of the stored recordings, to be deleted once the transaction is committed */
  async eraseAccount(tx: EntityManager, accountId: string): Promise<string[]> {
    const deleted = await queryRows<{ storage_key: string | null }>(
      tx,
      'DELETE FROM analysis WHERE account_id = $1 RETURNING storage_key',
      [accountId],
    );
    return deleted.flatMap(({ storage_key }) => (storage_key === null ? [] : [storage_key]));
  }
}

const EVENT_OF: Readonly<Record<string, WebhookEvent>> = {
  completed: 'analysis.completed',
  failed: 'analysis.failed',
};
