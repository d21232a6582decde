// Engines by name: what an account has chosen, what a call is worked on by, and a pause for each engine and each key of an
// account's own. The names of the two engines of an installation without a file are those of their tasks, as before.
import type { QueryRunner } from 'typeorm';

const COLUMNS = `
    ALTER TABLE analysis ADD COLUMN IF NOT EXISTS transcription_engine text, ADD COLUMN IF NOT EXISTS analysis_engine text;
    CREATE TABLE IF NOT EXISTS engine_settings (
      account_id uuid CONSTRAINT engine_settings_pkey PRIMARY KEY
        CONSTRAINT engine_settings_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      transcription_engine text,
      transcription_key bytea,
      transcription_last4 text,
      analysis_engine text,
      analysis_key bytea,
      analysis_last4 text,
      changed_at timestamptz(3) NOT NULL DEFAULT now()
    );
    ALTER TABLE engine_pause ADD COLUMN IF NOT EXISTS account_id uuid
      CONSTRAINT engine_pause_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      ADD COLUMN IF NOT EXISTS notice_at timestamptz(3);
    CREATE INDEX IF NOT EXISTS engine_pause_account_idx ON engine_pause (account_id) WHERE account_id IS NOT NULL;
    CREATE INDEX IF NOT EXISTS engine_pause_notice_idx ON engine_pause (notice_at) WHERE notice_at IS NOT NULL;`;

export class Engines1790000064300 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }
}
