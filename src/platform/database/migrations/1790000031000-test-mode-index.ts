// An index on the analyses of test mode, which are few: lists of one mode count them, and subtract them from those of both modes.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class TestModeIndex1790000031000 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_test_idx',
      `analysis (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id) WHERE NOT livemode`,
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX analysis_test_idx');
  }
}
