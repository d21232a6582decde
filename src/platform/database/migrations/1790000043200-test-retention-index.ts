// An index on the analyses of test mode by their end: the sweep deletes those that are due, and must not read live ones.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class TestRetentionIndex1790000043200 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_test_retention_idx',
      'analysis (settled_at, id) WHERE NOT livemode AND settled_at IS NOT NULL',
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX analysis_test_retention_idx');
  }
}
