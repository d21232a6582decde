// Corrections of transcripts: the work itself, the versions that it replaces, and the evaluations of these.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const LARGE_COLUMNS = ['transcript', 'words', 'results', 'metrics', 'engine'];

export class Corrections1790000049000 implements MigrationInterface {
  /** Adds columns with constant defaults alone, which rewrites no row. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE correction (
        id uuid PRIMARY KEY,
        -- The order of those of one analysis.
        seq bigint GENERATED ALWAYS AS IDENTITY,
        -- That of the analysis, with which the row goes.
        account_id uuid NOT NULL,
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        request_id text NOT NULL,
        -- Played from a scenario: no provider is asked about the call.
        is_scenario boolean NOT NULL,
        base_version integer NOT NULL,
        version integer NOT NULL,
        -- What the person changes, as JSON; and what a list shows of it, since the texts of the edits may be a megabyte.
        changes text NOT NULL,
        swap_roles boolean NOT NULL,
        speakers text NOT NULL,
        edited_segments integer NOT NULL,
        reviewer_id text NOT NULL,
        via text NOT NULL CHECK (via IN ('api_key', 'token', 'review_link')),
        principal_id text NOT NULL,
        note text,

        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed')),
        error_message text,
        error_code text,
        settled_at timestamptz(3),

        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        crashes smallint NOT NULL DEFAULT 0,
        provider_failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz,
        last_failed_at timestamptz,
        trace_parent text,

        CONSTRAINT correction_version_check CHECK (version = base_version + 1),
        CONSTRAINT correction_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      CREATE INDEX correction_analysis_idx ON correction (analysis_id, seq DESC);
      CREATE UNIQUE INDEX correction_in_progress_idx ON correction (analysis_id) WHERE status = 'processing';
      CREATE INDEX correction_turn_idx ON correction (account_id, run_after) WHERE status = 'processing';

      -- The analyst's report, which may have cost money. Deleted when the correction is final.
      CREATE TABLE correction_checkpoint (
        correction_id uuid PRIMARY KEY REFERENCES correction ON DELETE CASCADE,
        payload text NOT NULL
      );

      -- The versions before the present one, which stands in analysis_payload. JSON texts, as clients receive them.
      CREATE TABLE transcript_version (
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        version integer NOT NULL,
        replaced_at timestamptz(3) NOT NULL DEFAULT now(),
        transcript text NOT NULL,
        words text NOT NULL,
        results text NOT NULL,
        metrics text NOT NULL,
        engine text NOT NULL,
        PRIMARY KEY (analysis_id, version)
      );

      ALTER TABLE analysis_payload ADD COLUMN transcript_version integer NOT NULL DEFAULT 1;
      ALTER TABLE evaluation
        -- Of a transcript that was corrected since.
        ADD COLUMN superseded boolean NOT NULL DEFAULT false,
        -- Taken from EVALUATIONS_PER_MONTH. Not so where a correction made it anew.
        ADD COLUMN counted boolean NOT NULL DEFAULT true;
    `);
    const [{ known }] = await runner.query(
      `SELECT 'lz4' = ANY(enumvals) AS known FROM pg_settings WHERE name = 'default_toast_compression'`,
    );
    if (!known) return;
    const changes = LARGE_COLUMNS.map((column) => `ALTER COLUMN ${column} SET COMPRESSION lz4`);
    await runner.query(`ALTER TABLE transcript_version ${changes.join(', ')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE evaluation DROP COLUMN counted, DROP COLUMN superseded;
      ALTER TABLE analysis_payload DROP COLUMN transcript_version;
      DROP TABLE transcript_version, correction_checkpoint, correction;
    `);
  }
}
