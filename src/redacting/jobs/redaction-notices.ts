// Tells a client that a job which masks stored calls has ended, where the job names an address for it.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import type { SettledJob } from './redaction-job-claims.js';

@Injectable()
export class RedactionNotices {
  constructor(private readonly deliveries: Deliveries) {}

  /** In the transaction that ends the job. @returns the delivery to {@link send} after its commit; null where none is wanted */
  async record(tx: EntityManager, job: SettledJob): Promise<string | null> {
    const { id, accountId, livemode, webhookUrl, webhookEvents } = job;
    const event = 'redaction.completed';
    if (webhookUrl === null || !webhookEvents.includes(event)) return null;
    const wanted = { accountId, analysisId: null, redactionId: id, event, url: webhookUrl, livemode } as const;
    return this.deliveries.record(tx, wanted);
  }

  send(deliveryId: string | null): void {
    if (deliveryId !== null) void this.deliveries.enqueue([deliveryId]);
  }
}
