// Records in which mode a request with an Idempotency-Key was made.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdempotencyModes1790000027000 implements MigrationInterface {
  /** Null in the rows of an earlier release, which kept the keys of both modes in one scope. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key ADD COLUMN livemode boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key DROP COLUMN livemode');
  }
}
