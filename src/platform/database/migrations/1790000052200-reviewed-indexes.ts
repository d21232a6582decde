// The lists of what persons have reviewed: these are few, and an index has them by themselves.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class ReviewedIndexes1790000052200 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_reviewed_idx',
      `analysis (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id) WHERE reviewed`,
    );
    await createIndexConcurrently(
      runner,
      'evaluation_reviewed_idx',
      `evaluation (account_id, created_at DESC, id DESC) INCLUDE (scorecard_id, revision, outcome, score, superseded) WHERE reviewed`,
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX evaluation_reviewed_idx, analysis_reviewed_idx');
  }
}
