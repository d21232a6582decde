// Notifies a client that a job which re-scores past calls has ended, if the job has an address for it.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SettledRescore } from '../../../scorecards/rescores/rescore-claims.js';
import { Deliveries } from '../../../webhooks/deliveries.service.js';

@Injectable()
export class RescoreNotices {
  constructor(private readonly deliveries: Deliveries) {}

  /** Records the event in the transaction that ends the job. @returns the deliveries to {@link send} after its commit */
  async record(tx: EntityManager, rescore: SettledRescore): Promise<string[]> {
    const { id: rescoreId, accountId, scorecardId, livemode, webhookUrl: url, webhookEvents: events } = rescore;
    const of = { accountId, analysisId: null, rescoreId, scorecardId };
    return this.deliveries.recordEvent(tx, { ...of, event: 'rescore.completed', webhook: { url, events }, livemode });
  }

  send(deliveryIds: readonly string[]): void {
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }
}
