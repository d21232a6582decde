// Tells a client that a job which judges stored calls again has ended, where the job names an address for it.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SettledRescore } from '../../scorecards/rescores/rescore-claims.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';

@Injectable()
export class RescoreNotices {
  constructor(private readonly deliveries: Deliveries) {}

  /** In the transaction that ends the job. @returns the delivery to {@link send} after its commit; null where none is wanted */
  async record(tx: EntityManager, rescore: SettledRescore): Promise<string | null> {
    const { id, accountId, livemode, webhookUrl, webhookEvents } = rescore;
    const event = 'rescore.completed';
    if (webhookUrl === null || !webhookEvents.includes(event)) return null;
    return this.deliveries.record(tx, { accountId, analysisId: null, rescoreId: id, event, url: webhookUrl, livemode });
  }

  send(deliveryId: string | null): void {
    if (deliveryId !== null) void this.deliveries.enqueue([deliveryId]);
  }
}
