// Batches: many calls submitted by one request, line by line, and the notifications about them.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const EVENT_CHECK = 'webhook_delivery_event_check';
const OWNER_CHECK = 'webhook_delivery_owner_check';

export class Batches1790000055100 implements MigrationInterface {
  /** Columns without a default, or with a constant one: no row is rewritten. The checks hold for all rows before them. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE batch (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        request_id text NOT NULL,
        -- Of the manifest; null where the request itself holds the items.
        format text CHECK (format IN ('jsonl', 'csv')),
        -- JSON object of what a line leaves out.
        defaults text NOT NULL,
        on_quota text NOT NULL CHECK (on_quota IN ('wait', 'fail')),
        webhook_url text,
        -- The header of a CSV manifest, as it was.
        column_names text[],
        ignored_columns text[] NOT NULL DEFAULT '{}',
        status text NOT NULL CHECK (status IN ('reading', 'processing', 'waiting_for_quota', 'completed', 'canceled', 'failed')),
        total integer NOT NULL DEFAULT 0,
        queued integer NOT NULL DEFAULT 0,
        processing integer NOT NULL DEFAULT 0,
        completed integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        existing integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        canceled integer NOT NULL DEFAULT 0,
        -- Every line is accepted or refused.
        all_taken boolean NOT NULL DEFAULT false,
        -- No line before this one is queued.
        next_line integer NOT NULL DEFAULT 0,
        -- How often the next line could not be accepted, because of an error of ours.
        failures smallint NOT NULL DEFAULT 0,
        -- When batch.waiting was told last.
        told_waiting_at timestamptz(3),
        settled_at timestamptz(3),
        error_message text,
        -- The lines were kept as long as lines are kept.
        lines_deleted boolean NOT NULL DEFAULT false,
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT batch_final_check
          CHECK ((status IN ('reading', 'processing', 'waiting_for_quota')) = (settled_at IS NULL)),
        CONSTRAINT batch_counts_check
          CHECK (queued + processing + completed + failed + existing + refused + canceled = total
            AND least(queued, processing, completed, failed, existing, refused, canceled) >= 0)
      );
      CREATE INDEX batch_account_idx ON batch (account_id, created_at DESC, id DESC);
      CREATE INDEX batch_open_idx ON batch (account_id) WHERE settled_at IS NULL;
      CREATE INDEX batch_due_idx ON batch (run_after, id)
        WHERE status IN ('processing', 'waiting_for_quota') AND NOT all_taken;
      CREATE INDEX batch_old_idx ON batch (settled_at) WHERE settled_at IS NOT NULL AND NOT lines_deleted;
      ALTER TABLE batch SET (fillfactor = 50);

      -- A manifest that is to be read, as workers claim it: its id is that of the batch.
      CREATE TABLE batch_manifest (
        id uuid PRIMARY KEY REFERENCES batch ON DELETE CASCADE,
        account_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        request_id text NOT NULL,
        trace_parent text,
        url text NOT NULL,
        format text NOT NULL,
        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed', 'canceled')),
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        crashes smallint NOT NULL DEFAULT 0,
        provider_failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz,
        last_failed_at timestamptz
      );
      CREATE INDEX batch_manifest_due_idx ON batch_manifest (account_id, run_after) WHERE status = 'processing';

      CREATE TABLE batch_line (
        batch_id uuid NOT NULL REFERENCES batch ON DELETE CASCADE,
        line integer NOT NULL,
        -- In a canceled batch, queued is what the API calls canceled.
        status text NOT NULL DEFAULT 'queued'
          CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'existing', 'refused')),
        -- As it was sent: JSON text, for CSV an array of the cells. Null once the call is accepted.
        body text,
        external_id text,
        analysis_id uuid REFERENCES analysis ON DELETE SET NULL,
        -- Why the line is refused: JSON array of items as in a 422.
        faults text,
        -- The status that the line is to have and the counts of its batch do not show yet.
        ended text CHECK (ended IN ('completed', 'failed')),
        PRIMARY KEY (batch_id, line)
      );
      CREATE INDEX batch_line_status_idx ON batch_line (batch_id, status, line);
      CREATE INDEX batch_line_analysis_idx ON batch_line (analysis_id) WHERE analysis_id IS NOT NULL;
      CREATE INDEX batch_line_ended_idx ON batch_line (batch_id) WHERE ended IS NOT NULL;

      ${TRIGGERS}

      ALTER TABLE webhook_delivery
        ADD COLUMN batch_id uuid,
        ADD CONSTRAINT webhook_delivery_batch_fkey FOREIGN KEY (batch_id) REFERENCES batch ON DELETE CASCADE NOT VALID;
      ${checks(
        `WHEN 'batch.completed' THEN batch_id IS NOT NULL
        WHEN 'batch.waiting' THEN batch_id IS NOT NULL`,
        ', batch_id',
      )}
    `);
  }

  /** Earlier releases do not know the events. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM webhook_delivery WHERE batch_id IS NOT NULL;
      ${checks('', '')}
      ALTER TABLE webhook_delivery DROP COLUMN batch_id;
      DROP TRIGGER analysis_end_batch_line ON analysis;
      DROP TABLE batch_line, batch_manifest, batch;
      DROP FUNCTION end_batch_line, end_line_of_deleted;
    `);
  }
}

const TRIGGERS = `
  -- The counts follow later, so that the ends of many calls do not wait for one row.
  CREATE FUNCTION end_batch_line() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE batch_line SET ended = NEW.status
      WHERE analysis_id = NEW.id AND status IN ('processing', 'completed', 'failed')
        AND coalesce(ended, status) <> NEW.status;
    RETURN NULL;
  END $$;
  CREATE TRIGGER analysis_end_batch_line AFTER UPDATE OF status ON analysis
    FOR EACH ROW WHEN (NEW.bulk AND OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('completed', 'failed'))
    EXECUTE FUNCTION end_batch_line();

  -- A call that is deleted in progress has no result any more.
  CREATE FUNCTION end_line_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.ended IS NULL AND NEW.status = 'processing' THEN
      NEW.ended := 'failed';
      NEW.faults := '[{"type":"value_error","loc":[],"msg":"The call was deleted"}]';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER batch_line_call_deleted BEFORE UPDATE OF analysis_id ON batch_line
    FOR EACH ROW WHEN (OLD.analysis_id IS NOT NULL AND NEW.analysis_id IS NULL) EXECUTE FUNCTION end_line_of_deleted();`;

const checks = (events: string, owner: string) => `
  ALTER TABLE webhook_delivery
    DROP CONSTRAINT ${EVENT_CHECK},
    ADD CONSTRAINT ${EVENT_CHECK} CHECK (
      CASE event
        WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
        WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
        WHEN 'redaction.completed' THEN redaction_id IS NOT NULL
        WHEN 'export.completed' THEN export_id IS NOT NULL
        ${events}
        WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
        WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
        ELSE event IN ('analysis.completed', 'analysis.failed', 'analysis.redacted') AND analysis_id IS NOT NULL
      END) NOT VALID,
    DROP CONSTRAINT ${OWNER_CHECK},
    ADD CONSTRAINT ${OWNER_CHECK}
      CHECK (num_nonnulls(analysis_id, evaluation_id, rescore_id, redaction_id, export_id${owner}) = 1) NOT VALID;`;
