// Notifies a client that a batch has ended or waits for minutes: at the batch's own address, and at the account's endpoints.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import type { NotifiedBatch } from './batch-claims.js';

@Injectable()
export class BatchNotices {
  constructor(private readonly deliveries: Deliveries) {}

  /** Records the event in the transaction that causes it. @returns the deliveries to {@link send} after its commit */
  async record(
    tx: EntityManager,
    event: 'batch.completed' | 'batch.waiting',
    { id, accountId, livemode, webhookUrl: url }: NotifiedBatch,
  ): Promise<string[]> {
    const webhook = { url, events: [event] };
    return this.deliveries.recordEvent(tx, { accountId, analysisId: null, batchId: id, event, webhook, livemode });
  }

  send(deliveryIds: readonly string[]): void {
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }
}
