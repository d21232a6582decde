// When a call began, who called, and in which language its analysis is written; with the account's defaults.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CallDetails1790000017000 implements MigrationInterface {
  /** Nullable and without a default: no row is rewritten, and a release that does not know the columns leaves them null. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analysis
        ADD COLUMN call_started_at timestamptz(3), ADD COLUMN direction text, ADD COLUMN output_language text;
      ALTER TABLE account ADD COLUMN output_language text, ADD COLUMN agent_channel smallint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account DROP COLUMN output_language, DROP COLUMN agent_channel;
      ALTER TABLE analysis DROP COLUMN call_started_at, DROP COLUMN direction, DROP COLUMN output_language;
    `);
  }
}
