// Counts of what a round of retention has ended, until its entry in the audit log is written.
import type { QueryRunner } from 'typeorm';

export class AuditedRounds1790000069000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS retention_ended (
        account_id uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
        -- Calls that lost the part, or all that they were.
        recordings bigint NOT NULL DEFAULT 0,
        originals bigint NOT NULL DEFAULT 0,
        transcripts bigint NOT NULL DEFAULT 0,
        analyses bigint NOT NULL DEFAULT 0)`);
  }
}
