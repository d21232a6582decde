// Registers a webhook for an analysis, and notifies it at once if the analysis is already final.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AnalysisRecords } from '../calls/analysis-records.js';
import { invalid } from '../platform/errors/api-error.js';
import type { Caller } from '../platform/http/access/caller.js';
import type { IdempotentRequest } from '../platform/http/idempotency/idempotent-request.js';
import { OutboundDoor } from '../platform/outbound/outbound-door.js';
import { Deliveries } from './deliveries.service.js';
import { endOf } from './event-table.js';

@Injectable()
export class WebhookRegistration {
  constructor(
    private readonly dataSource: DataSource,
    private readonly analyses: AnalysisRecords,
    private readonly deliveries: Deliveries,
    private readonly door: OutboundDoor,
  ) {}

  /**
   * Replaces the webhook. If the analysis is final and its event is among those asked for, a delivery is recorded too.
   * @param events null keeps those of the earlier registration or submission
   * @param idempotent recorded in the same transaction, so that a repeated request does not notify twice
   * @throws ApiError 403 for a live analysis and a test key; 404; 422 for an address that may not be used
   */
  async register(
    caller: Pick<Caller, 'accountId' | 'livemode'>,
    analysisId: string,
    { url, events }: { readonly url: string; readonly events: readonly string[] | null },
    idempotent: IdempotentRequest | null = null,
  ): Promise<void> {
    const { accountId } = caller;
    const deliveryId = await this.dataSource.transaction(async (tx) => {
      // Locks the analysis before the key, as its deletion does, which also deletes the stored responses about it.
      const analysis = await this.analyses.setWebhook(tx, caller, analysisId, { url, events });
      await idempotent?.recordCreated(tx);
      // The mode of the analysis decides which addresses are allowed, not that of the key.
      const fault = this.door.check(url, analysis);
      if (fault) throw invalid([{ ...fault, loc: ['body', 'webhook_url'] }]);
      const event = endOf(analysis.status);
      if (!event || !analysis.webhookEvents.includes(event)) return null;
      await this.deliveries.checkRoom(tx, analysisId);
      return this.deliveries.record(tx, { accountId, analysisId, event, url, livemode: analysis.livemode });
    });
    if (deliveryId) void this.deliveries.enqueue([deliveryId]);
  }
}
