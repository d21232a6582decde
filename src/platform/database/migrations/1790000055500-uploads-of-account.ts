// The index by which the uploads of an account are deleted with it, also those that were used. It counts the open ones as well.
// The index of parts holds each part from the moment it is written.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class UploadsOfAccount1790000055500 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'upload_account_idx', 'upload (account_id, analysis_id)');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS upload_open_idx');
    // Each look for a part would read all that waits to be put into the index: a thousand took 1.3 s.
    await runner.query('ALTER INDEX upload_part_keys_idx SET (fastupdate = off)');
    await runner.query("SELECT gin_clean_pending_list('upload_part_keys_idx')");
  }

  /** TypeORM undoes in a transaction, where no index can be made or dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX upload_open_idx ON upload (account_id) WHERE analysis_id IS NULL');
    await runner.query('DROP INDEX upload_account_idx');
    await runner.query('ALTER INDEX upload_part_keys_idx RESET (fastupdate)');
  }
}
