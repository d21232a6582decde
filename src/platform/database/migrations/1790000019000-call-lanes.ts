// Indexes from which a worker takes the next due call of the next account, without a look at the other calls of either: one for
// each lane.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class CallLanes1790000019000 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const columns = "analysis (account_id, run_after) WHERE status = 'processing'";
    await createIndexConcurrently(runner, 'analysis_work_turn_idx', `${columns} AND storage_key IS NOT NULL`);
    await createIndexConcurrently(runner, 'analysis_fetch_turn_idx', `${columns} AND storage_key IS NULL`);
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX analysis_work_turn_idx, analysis_fetch_turn_idx');
  }
}
