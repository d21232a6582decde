// The indexes of the deliveries of an endpoint: its log, what waits, and what failed.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const INDEXES = {
  webhook_delivery_endpoint_idx:
    'webhook_delivery (endpoint_id, created_at DESC, id DESC) WHERE endpoint_id IS NOT NULL',
  webhook_delivery_endpoint_status_idx:
    'webhook_delivery (endpoint_id, status, created_at DESC, id DESC) WHERE endpoint_id IS NOT NULL',
  // What is held comes last, the oldest of it first.
  webhook_delivery_endpoint_due_idx: `webhook_delivery (endpoint_id, next_attempt_at, created_at, id)
    WHERE status = 'pending' AND endpoint_id IS NOT NULL`,
  webhook_delivery_endpoint_failed_idx: `webhook_delivery (endpoint_id, failed_at, id)
    WHERE status = 'failed' AND failed_at IS NOT NULL AND endpoint_id IS NOT NULL`,
} as const;

export class EndpointDeliveriesIndexes1790000054610 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES)) await createIndexConcurrently(runner, name, on);
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
