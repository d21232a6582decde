// Notifies a client that an export is completed or has failed: at the address of the export, and at its endpoints.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import type { ClaimedExport } from './export-claims.js';

@Injectable()
export class ExportNotices {
  constructor(private readonly deliveries: Deliveries) {}

  /** Records the event in the transaction that ends the export. @returns the deliveries to {@link send} after its commit */
  async record(tx: EntityManager, { id, accountId, livemode, webhookUrl: url }: ClaimedExport): Promise<string[]> {
    const event = 'export.completed';
    const webhook = { url, events: [event] };
    return this.deliveries.recordEvent(tx, { accountId, analysisId: null, exportId: id, event, webhook, livemode });
  }

  send(deliveryIds: readonly string[]): void {
    if (deliveryIds.length > 0) void this.deliveries.enqueue(deliveryIds);
  }
}
