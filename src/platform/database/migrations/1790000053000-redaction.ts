// What is masked in calls: the settings of an account, what each call was accepted with, and what became of it.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Redaction1790000053000 implements MigrationInterface {
  /** Adds columns without defaults alone, which rewrites no row. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE redaction_settings (
        account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
        -- JSON, without its object name. No row: nothing is masked.
        settings text NOT NULL,
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      );
      ALTER TABLE analysis
        -- What is to be masked, as JSON; null where nothing is. It stays with the call.
        ADD COLUMN redact text,
        -- The recording as it was sent, where another one stands in storage_key, or none because it is withheld.
        ADD COLUMN original_key text,
        ADD COLUMN original_format text,
        -- The masked recording, until the call completes with it in storage_key.
        ADD COLUMN redacted_key text,
        ADD COLUMN redacted_format text;
      ALTER TABLE analysis_payload
        -- JSON texts: what clients see as "redaction", and the list of masked stretches.
        ADD COLUMN redaction text,
        ADD COLUMN redactions text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analysis_payload DROP COLUMN redactions, DROP COLUMN redaction;
      ALTER TABLE analysis DROP COLUMN redacted_format, DROP COLUMN redacted_key, DROP COLUMN original_format,
        DROP COLUMN original_key, DROP COLUMN redact;
      DROP TABLE redaction_settings;
    `);
  }
}
