// Indexes for what is deleted: recordings whose retention has ended, the deliveries of an erased account, and expired checkouts.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class RetentionIndexes1790000024000 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // The id breaks ties, so that a reader continues after the last row of its page.
    await createIndexConcurrently(
      runner,
      'analysis_recording_retention_idx',
      'analysis (settled_at, id) WHERE storage_key IS NOT NULL AND settled_at IS NOT NULL',
    );
    await createIndexConcurrently(runner, 'webhook_delivery_account_idx', 'webhook_delivery (account_id)');
    await createIndexConcurrently(
      runner,
      'subscription_checkout_idx',
      'subscription (checkout_expires_at) WHERE checkout_expires_at IS NOT NULL',
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP INDEX analysis_recording_retention_idx, webhook_delivery_account_idx, subscription_checkout_idx',
    );
  }
}
