// The index by which the notifications of a batch are deleted with it.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class BatchDeliveriesIndex1790000055110 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'webhook_delivery_batch_idx',
      'webhook_delivery (batch_id) WHERE batch_id IS NOT NULL',
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_delivery_batch_idx');
  }
}
