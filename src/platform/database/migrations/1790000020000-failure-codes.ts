// Why a call failed, as a word beside the sentence.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FailureCodes1790000020000 implements MigrationInterface {
  /** Nullable and without a default: no row is rewritten. Null also where an earlier release failed the call. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis ADD COLUMN error_code text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis DROP COLUMN error_code');
  }
}
