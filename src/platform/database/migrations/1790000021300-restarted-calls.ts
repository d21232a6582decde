// When a client started a failed call again: its patience with a provider and its waiting time count from then.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RestartedCalls1790000021300 implements MigrationInterface {
  /** Nullable and without a default: no row is rewritten. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis ADD COLUMN restarted_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis DROP COLUMN restarted_at');
  }
}
