// Finds the kept answers that tell of something, and those of an account that take much room.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class SubjectsOfAnswersIndexes1790000043110 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'idempotency_key_subjects_idx',
      'idempotency_key USING gin (subjects) WITH (fastupdate = off)',
    );
    await createIndexConcurrently(
      runner,
      'idempotency_key_large_idx',
      'idempotency_key (account_id, expires_at) WHERE octet_length(body) > 4096',
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotency_key_subjects_idx, idempotency_key_large_idx');
  }
}
