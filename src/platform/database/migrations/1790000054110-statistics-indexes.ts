// Indexes for the statistics: calls and evaluations that an earlier release left without what the sums are made of.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class StatisticsIndexes1790000054110 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_without_facts_idx',
      `analysis (id) WHERE status = 'completed' AND flagged IS NULL`,
    );
    await createIndexConcurrently(
      runner,
      'evaluation_without_facts_idx',
      'evaluation (id) WHERE call_created_at IS NULL',
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX evaluation_without_facts_idx, analysis_without_facts_idx');
  }
}
