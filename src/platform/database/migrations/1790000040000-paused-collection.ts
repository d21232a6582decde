// Whether the payment provider collects payments for a subscription: while it does not, there is no overage.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PausedCollection1790000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscription ADD COLUMN collection_paused boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscription DROP COLUMN collection_paused');
  }
}
