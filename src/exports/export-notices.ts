// Tells a client that an export is completed or has failed, where the export names an address for it.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Deliveries } from '../webhooks/deliveries.service.js';
import type { ClaimedExport } from './export-claims.js';

@Injectable()
export class ExportNotices {
  constructor(private readonly deliveries: Deliveries) {}

  /** In the transaction that ends it. @returns the delivery to {@link send} after its commit; null where none is wanted */
  async record(tx: EntityManager, { id, accountId, livemode, webhookUrl: url }: ClaimedExport): Promise<string | null> {
    if (url === null) return null;
    return this.deliveries.record(tx, {
      accountId,
      analysisId: null,
      exportId: id,
      event: 'export.completed',
      url,
      livemode,
    });
  }

  send(deliveryId: string | null): void {
    if (deliveryId !== null) void this.deliveries.enqueue([deliveryId]);
  }
}
