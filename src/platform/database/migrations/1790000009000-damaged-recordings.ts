// Lets a client see that a recording was cut short or damaged.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DamagedRecordings1790000009000 implements MigrationInterface {
  /** Nullable and without a default: no row is rewritten, and a release that does not know the column leaves it null. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis ADD COLUMN damaged boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis DROP COLUMN damaged');
  }
}
