// The notifications of a hold, which go with it.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class DeliveriesOfHolds1790000068600 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const ofHold = 'webhook_delivery (hold_id) WHERE hold_id IS NOT NULL';
    await createIndexConcurrently(runner, 'webhook_delivery_hold_idx', ofHold);
  }
}
