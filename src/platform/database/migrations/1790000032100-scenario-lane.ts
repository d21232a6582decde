// The index from which a worker takes the next due scenario of the next account, as for the other lanes.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class ScenarioLane1790000032100 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_sandbox_turn_idx',
      "analysis (account_id, run_after) WHERE status = 'processing' AND scenario IS NOT NULL",
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX analysis_sandbox_turn_idx');
  }
}
