// Stored calls masked afterwards: the work of a call, and what outlives its evaluations.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHECK = 'webhook_delivery_event_check';

export class CallRedaction1790000053200 implements MigrationInterface {
  /** A column with a constant default rewrites no row. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE call_redaction (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        request_id text NOT NULL,
        is_scenario boolean NOT NULL,
        -- The job that asked for it; null for a client's own request.
        redaction_id uuid,
        -- JSON: what is to be masked in the call from now on.
        wanted text NOT NULL,
        -- Whether its texts were masked, so that it is judged anew.
        is_text_masked boolean NOT NULL,
        -- JSON: the notifications that had reached their receivers when it was accepted.
        delivered_before text NOT NULL,
        -- Checkpoints, as JSON: how well it was searched, with what a model finds; what was made of the sound; the analyst's answer.
        searched text,
        sound text,
        answer text,
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
        CONSTRAINT call_redaction_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      CREATE UNIQUE INDEX call_redaction_in_progress_idx ON call_redaction (analysis_id) WHERE status = 'processing';
      CREATE INDEX call_redaction_analysis_idx ON call_redaction (analysis_id, created_at DESC);
      CREATE INDEX call_redaction_turn_idx ON call_redaction (account_id, run_after) WHERE status = 'processing';
      CREATE INDEX call_redaction_of_job_idx ON call_redaction (redaction_id) WHERE redaction_id IS NOT NULL;
      -- Answers of persons whose evaluations are deleted, until the evaluations that are made in their place are judged.
      CREATE TABLE carried_answers (
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        scorecard_id uuid NOT NULL,
        revision integer NOT NULL,
        answers text NOT NULL,
        PRIMARY KEY (analysis_id, scorecard_id, revision),
        FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision ON DELETE CASCADE
      );
      -- How often its texts were masked: a transcript that is masked keeps its version.
      ALTER TABLE analysis_payload ADD COLUMN maskings integer NOT NULL DEFAULT 0;
      ${check(['analysis.completed', 'analysis.failed', 'analysis.redacted'])}
    `);
  }

  /** Earlier releases know neither the work nor the event. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM webhook_delivery WHERE event = 'analysis.redacted';
      ${check(['analysis.completed', 'analysis.failed'])}
      ALTER TABLE analysis_payload DROP COLUMN maskings;
      DROP TABLE carried_answers;
      DROP TABLE call_redaction;
    `);
  }
}

/** SQL. It holds for all rows before it, which need not be read. @param ofAnalyses events that carry an analysis alone */
const check = (ofAnalyses: readonly string[]) => `
  ALTER TABLE webhook_delivery
    DROP CONSTRAINT ${CHECK},
    ADD CONSTRAINT ${CHECK} CHECK (
      CASE event
        WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
        WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
        WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
        WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
        ELSE event IN (${ofAnalyses.map((event) => `'${event}'`).join(', ')}) AND analysis_id IS NOT NULL
      END) NOT VALID;`;
