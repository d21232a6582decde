// The index by which the notifications of an export are deleted with it.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class ExportDeliveriesIndex1790000054510 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'webhook_delivery_export_idx',
      'webhook_delivery (export_id) WHERE export_id IS NOT NULL',
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_delivery_export_idx');
  }
}
