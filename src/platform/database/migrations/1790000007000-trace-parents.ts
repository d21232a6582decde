// Carries a trace across the queue: jobs hold identifiers only, so the row says which trace its work belongs to.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TraceParents1790000007000 implements MigrationInterface {
  /** Nullable and without a default: no row is rewritten, and a release that does not know the columns leaves them null. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis ADD COLUMN trace_parent text');
    await runner.query('ALTER TABLE webhook_delivery ADD COLUMN trace_parent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_delivery DROP COLUMN trace_parent');
    await runner.query('ALTER TABLE analysis DROP COLUMN trace_parent');
  }
}
