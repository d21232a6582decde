// The notifications of an erasure, which go with it.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class DeliveriesOfErasures1790000069200 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const ofErasure = 'webhook_delivery (erasure_id) WHERE erasure_id IS NOT NULL';
    await createIndexConcurrently(runner, 'webhook_delivery_erasure_idx', ofErasure);
  }
}
