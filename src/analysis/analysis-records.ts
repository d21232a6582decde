// Changes that an owner can make to an analysis: set its webhook, delete it.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../platform/database/sql.js';
import { notFound } from '../platform/errors/api-error.js';
import { ObjectStore } from '../ports/object-store.js';

/** What decides whether and how an analysis is notified. */
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
   * @param events null keeps the present choice of events
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
   * Deletes the record, the transcript and the audio. The ledger entry stays. A worker that holds the call loses its claim.
   * If the store cannot delete the audio now, the sweep for recordings without a row deletes it later.
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
      this.logger.warn(
        { err: error, analysisId: id },
        'Could not delete the recording of a deleted analysis; the sweep will delete it',
      );
    });
  }

  /** @returns keys of the account's recordings, which the caller must delete after the transaction has committed */
  async eraseAccount(tx: EntityManager, accountId: string): Promise<string[]> {
    const deleted = await queryRows<{ storage_key: string | null }>(
      tx,
      'DELETE FROM analysis WHERE account_id = $1 RETURNING storage_key',
      [accountId],
    );
    return deleted.flatMap(({ storage_key }) => (storage_key === null ? [] : [storage_key]));
  }
}
