// What an owner may do to an analysis besides reading it: set its webhook, delete it.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../platform/database/sql.js';
import { notFound } from '../platform/errors/api-error.js';
import { ObjectStore } from '../ports/object-store.js';

/** An analysis as far as its notification depends on it. */
export interface WebhookSubject {
  readonly status: 'processing' | 'completed' | 'failed';
  readonly livemode: boolean;
  readonly webhookEvents: readonly string[];
}

@Injectable()
export class AnalysisRecords {
  private readonly logger = new Logger(AnalysisRecords.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Replaces the webhook, in the caller's transaction.
   * @param events null keeps the events that were asked for before
   * @returns what decides whether the webhook must be notified now
   * @throws ApiError 404
   */
  async setWebhook(
    tx: EntityManager,
    accountId: string,
    id: string,
    { url, events }: { readonly url: string; readonly events: readonly string[] | null },
  ): Promise<WebhookSubject> {
    const analysis = await queryRow<WebhookSubject>(
      tx,
      `UPDATE analysis SET webhook_url = $3, webhook_events = coalesce($4, webhook_events)
       WHERE id = $1 AND account_id = $2
       RETURNING status, livemode, webhook_events AS "webhookEvents"`,
      [id, accountId, url, events === null ? null : [...events]],
    );
    if (!analysis) throw notFound('Analysis');
    return analysis;
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
