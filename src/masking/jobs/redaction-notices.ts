// Notifies a client that a job which masks stored calls has ended, if the job has an address for it.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import type { SettledJob } from './redaction-job-claims.js';

@Injectable()
export class RedactionNotices {
  constructor(private readonly deliveries: Deliveries) {}

  /** Records the notifications in the transaction that ends the job. @returns the deliveries to {@link send} after its commit */
  async record(tx: EntityManager, job: SettledJob): Promise<string[]> {
    const { id: redactionId, accountId, livemode, webhookUrl: url, webhookEvents: events } = job;
    const of = { accountId, analysisId: null, redactionId };
    return this.deliveries.recordEvent(tx, { ...of, event: 'redaction.completed', webhook: { url, events }, livemode });
  }

  send(deliveryIds: readonly string[]): void {
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }
}
