// Registers a webhook for an analysis, and notifies it at once if the analysis is already final.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AnalysisRecords } from '../analysis/analysis-records.js';
import { lockAccountAgainstErasure } from '../platform/database/account-lock.js';
import { invalid } from '../platform/errors/api-error.js';
import type { Caller } from '../platform/http/access/caller.js';
import type { IdempotentRequest } from '../platform/http/idempotency/idempotent-request.js';
import { OutboundDoor } from '../platform/outbound/outbound-door.js';
import { Deliveries } from './deliveries.service.js';
import type { WebhookEvent } from './webhook-events.js';

const EVENT_BY_STATUS: Readonly<Record<string, WebhookEvent>> = {
  completed: 'analysis.completed',
  failed: 'analysis.failed',
};

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
   * @throws ApiError 404; 422 for an address that may not be used
   */
  async register(
    { accountId, livemode }: Pick<Caller, 'accountId' | 'livemode'>,
    analysisId: string,
    { url, events }: { readonly url: string; readonly events: readonly string[] | null },
    idempotent: IdempotentRequest | null = null,
  ): Promise<void> {
    const deliveryId = await this.dataSource.transaction(async (tx) => {
      await lockAccountAgainstErasure(tx, accountId);
      await idempotent?.recordCreated(tx);
      const analysis = await this.analyses.setWebhook(tx, accountId, analysisId, { url, events });
      // The mode of the analysis decides which addresses are allowed, whichever key registers one.
      const fault = this.door.check(url, { livemode: analysis.livemode });
      if (fault) throw invalid([{ ...fault, loc: ['body', 'webhook_url'] }]);
      const event = EVENT_BY_STATUS[analysis.status];
      if (!event || !analysis.webhookEvents.includes(event)) return null;
      // A test key sends nothing, even for an analysis of live mode.
      const sends = analysis.livemode && livemode;
      return this.deliveries.record(tx, { accountId, analysisId, event, url, livemode: sends });
    });
    if (deliveryId) void this.deliveries.enqueue([deliveryId]);
  }
}
