// Finds by its key a recording that no one may hear any more: links to it may have been given out before.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const INDEX = 'analysis_original_idx';

export class WithheldRecordings1790000053210 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, INDEX, 'analysis (original_key) WHERE original_key IS NOT NULL');
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${INDEX}`);
  }
}
