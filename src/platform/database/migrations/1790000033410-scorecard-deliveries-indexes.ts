// The indexes by which the deliveries of an evaluation or of a job are listed, and deleted with it.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class ScorecardDeliveriesIndexes1790000033410 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'webhook_delivery_evaluation_idx',
      'webhook_delivery (evaluation_id) WHERE evaluation_id IS NOT NULL',
    );
    await createIndexConcurrently(
      runner,
      'webhook_delivery_rescore_idx',
      'webhook_delivery (rescore_id) WHERE rescore_id IS NOT NULL',
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_delivery_evaluation_idx, webhook_delivery_rescore_idx');
  }
}
