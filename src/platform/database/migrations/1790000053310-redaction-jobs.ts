// Jobs that mask stored calls, and their notification.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const EVENT_CHECK = 'webhook_delivery_event_check';
const OWNER_CHECK = 'webhook_delivery_owner_check';

export class RedactionJobs1790000053310 implements MigrationInterface {
  /** Columns without a default, or with a constant one: no row is rewritten. The checks hold for all rows before them. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE redaction (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        request_id text NOT NULL,
        -- What was asked for, null for what the settings say; and JSON of what is to be masked in each call.
        preset text,
        wanted text NOT NULL,
        -- The filter as JSON, and the last call that was taken.
        filter text NOT NULL,
        cursor_created_at timestamptz(3),
        cursor_id uuid,
        expanded boolean NOT NULL DEFAULT false,
        webhook_url text,
        webhook_events text[] NOT NULL DEFAULT '{}',
        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'canceled', 'failed')),
        total integer NOT NULL,
        -- Calls taken or passed over so far.
        passed integer NOT NULL DEFAULT 0,
        -- How often the call after the cursor could not be taken, because of an error.
        failures smallint NOT NULL DEFAULT 0,
        completed integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        skipped integer NOT NULL DEFAULT 0,
        settled_at timestamptz(3),
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT redaction_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      CREATE INDEX redaction_account_idx ON redaction (account_id, created_at DESC, id DESC);
      CREATE INDEX redaction_due_idx ON redaction (run_after, id) WHERE status = 'processing' AND NOT expanded;
      CREATE INDEX redaction_expanded_idx ON redaction (id) WHERE status = 'processing' AND expanded;

      ALTER TABLE call_redaction
        ADD CONSTRAINT call_redaction_redaction_id_fkey FOREIGN KEY (redaction_id) REFERENCES redaction ON DELETE SET NULL NOT VALID,
        -- Its end is in the counts of its job.
        ADD COLUMN counted boolean NOT NULL DEFAULT false;
      CREATE INDEX call_redaction_uncounted_idx ON call_redaction (redaction_id, status)
        WHERE redaction_id IS NOT NULL AND NOT counted;

      ALTER TABLE webhook_delivery
        ADD COLUMN redaction_id uuid,
        ADD CONSTRAINT webhook_delivery_redaction_fkey FOREIGN KEY (redaction_id) REFERENCES redaction ON DELETE CASCADE NOT VALID;
      ${checks("WHEN 'redaction.completed' THEN redaction_id IS NOT NULL", ', redaction_id')}
    `);
  }

  /** Earlier releases do not know the event. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM webhook_delivery WHERE redaction_id IS NOT NULL;
      ${checks('', '')}
      ALTER TABLE webhook_delivery DROP COLUMN redaction_id;
      ALTER TABLE call_redaction DROP COLUMN counted, DROP CONSTRAINT call_redaction_redaction_id_fkey;
      DROP TABLE redaction;
    `);
  }
}

const checks = (event: string, owner: string) => `
  ALTER TABLE webhook_delivery
    DROP CONSTRAINT ${EVENT_CHECK},
    ADD CONSTRAINT ${EVENT_CHECK} CHECK (
      CASE event
        WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
        WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
        ${event}
        WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
        WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
        ELSE event IN ('analysis.completed', 'analysis.failed', 'analysis.redacted') AND analysis_id IS NOT NULL
      END) NOT VALID,
    DROP CONSTRAINT ${OWNER_CHECK},
    ADD CONSTRAINT ${OWNER_CHECK}
      CHECK (num_nonnulls(analysis_id, evaluation_id, rescore_id${owner}) = 1) NOT VALID;`;
