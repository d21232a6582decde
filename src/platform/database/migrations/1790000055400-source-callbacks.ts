// Callbacks that are kept until their call is accepted.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SourceCallbacks1790000055400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The submission that a callback asks for, until it is settled. Null for an object of a bucket.
      ALTER TABLE source_item ADD COLUMN submission jsonb;
      CREATE INDEX source_item_callback_idx ON source_item (run_after) WHERE status = 'waiting' AND submission IS NOT NULL;
      CREATE INDEX source_item_callback_account_idx ON source_item (account_id)
        WHERE status = 'waiting' AND submission IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX source_item_callback_account_idx, source_item_callback_idx;
      ALTER TABLE source_item DROP COLUMN submission;
    `);
  }
}
