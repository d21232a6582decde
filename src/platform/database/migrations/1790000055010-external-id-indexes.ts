// One name, one call; and the order of turns in which an account's single calls come before those of its batches and sources.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const LANES = {
  fetch: "status = 'processing' AND storage_key IS NULL",
  work: "status = 'processing' AND storage_key IS NOT NULL",
  sandbox: "status = 'processing' AND scenario IS NOT NULL",
} as const;

export class ExternalIdIndexes1790000055010 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_external_id_idx',
      'analysis (account_id, external_id, livemode) WHERE external_id IS NOT NULL',
      'unique',
    );
    for (const [lane, where] of Object.entries(LANES)) {
      await createIndexConcurrently(
        runner,
        `analysis_${lane}_order_idx`,
        `analysis (account_id, bulk, run_after) WHERE ${where}`,
      );
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS analysis_${lane}_turn_idx`);
    }
  }

  /** TypeORM undoes in a transaction, where no index can be made or dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX analysis_external_id_idx');
    for (const [lane, where] of Object.entries(LANES)) {
      await runner.query(`CREATE INDEX analysis_${lane}_turn_idx ON analysis (account_id, run_after) WHERE ${where}`);
      await runner.query(`DROP INDEX analysis_${lane}_order_idx`);
    }
  }
}
