// Trials by which engines are compared over stored calls. An item is one call by one engine; its row is claimed as other work is.
import type { QueryRunner } from 'typeorm';
import { HELD_TABLES, type HeldTable, recountOf, sumsOf, triggersOf } from './1790000060000-held-bytes.js';

const TABLES = `
    CREATE TABLE IF NOT EXISTS engine_trial (
      id uuid CONSTRAINT engine_trial_pkey PRIMARY KEY,
      account_id uuid NOT NULL CONSTRAINT engine_trial_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      livemode boolean NOT NULL,
      request_id text NOT NULL,
      sight jsonb,
      name text,
      task text NOT NULL CONSTRAINT engine_trial_task_check CHECK (task IN ('transcription', 'analysis')),
      engines text[] NOT NULL,
      scorecard_id uuid,
      revision integer,
      calls integer NOT NULL,
      -- Both null where the calls were named.
      seed text,
      population integer,
      estimate text NOT NULL,
      status text NOT NULL DEFAULT 'processing'
        CONSTRAINT engine_trial_status_check CHECK (status IN ('processing', 'completed', 'canceled', 'failed')),
      figures text,
      total integer NOT NULL,
      total_test integer NOT NULL,
      completed integer NOT NULL DEFAULT 0,
      completed_test integer NOT NULL DEFAULT 0,
      failed integer NOT NULL DEFAULT 0,
      skipped integer NOT NULL DEFAULT 0,
      failures smallint NOT NULL DEFAULT 0,
      settled_at timestamptz(3),
      fence integer NOT NULL DEFAULT 0,
      lease_until timestamptz,
      run_after timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT engine_trial_revision_fkey FOREIGN KEY (scorecard_id, revision)
        REFERENCES scorecard_revision (scorecard_id, number) ON DELETE CASCADE,
      CONSTRAINT engine_trial_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
    );
    CREATE INDEX IF NOT EXISTS engine_trial_account_idx ON engine_trial (account_id, created_at DESC, id DESC);
    CREATE INDEX IF NOT EXISTS engine_trial_due_idx ON engine_trial (account_id, run_after) WHERE status = 'processing';
    CREATE INDEX IF NOT EXISTS engine_trial_card_idx ON engine_trial (scorecard_id, revision) WHERE scorecard_id IS NOT NULL;

    CREATE TABLE IF NOT EXISTS engine_trial_item (
      id uuid CONSTRAINT engine_trial_item_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
      trial_id uuid NOT NULL CONSTRAINT engine_trial_item_trial_id_fkey REFERENCES engine_trial (id) ON DELETE CASCADE,
      account_id uuid NOT NULL,
      analysis_id uuid NOT NULL CONSTRAINT engine_trial_item_analysis_id_fkey REFERENCES analysis (id) ON DELETE CASCADE,
      engine text NOT NULL,
      task text NOT NULL,
      livemode boolean NOT NULL,
      -- No engine is asked about it.
      is_scenario boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      request_id text NOT NULL,
      status text NOT NULL DEFAULT 'processing' CONSTRAINT engine_trial_item_status_check
        CHECK (status IN ('processing', 'completed', 'failed', 'skipped', 'canceled')),
      skipped_reason text,
      error_message text,
      error_code text,
      -- What came back: the words of a hearing, or the answers of a judge.
      result text,
      audio_ms bigint NOT NULL DEFAULT 0,
      -- Time for which the engine was waited for, and since when it is.
      spent_ms bigint NOT NULL DEFAULT 0,
      clock_at timestamptz,
      stage text NOT NULL DEFAULT 'queued',
      percent smallint NOT NULL DEFAULT 0,
      cost_micros bigint,
      -- By the words that a person corrected; null where no person did.
      errors integer,
      words integer,
      roles_wrong boolean,
      language_wrong boolean,
      settled_at timestamptz(3),
      fence integer NOT NULL DEFAULT 0,
      lease_until timestamptz,
      run_after timestamptz NOT NULL DEFAULT now(),
      crashes smallint NOT NULL DEFAULT 0,
      provider_failures smallint NOT NULL DEFAULT 0,
      failing_since timestamptz,
      last_failed_at timestamptz,
      trace_parent text,
      CONSTRAINT engine_trial_item_final_check CHECK ((status = 'processing') = (settled_at IS NULL)),
      CONSTRAINT engine_trial_item_skipped_check CHECK ((status = 'skipped') = (skipped_reason IS NOT NULL))
    );
    CREATE UNIQUE INDEX IF NOT EXISTS engine_trial_item_key ON engine_trial_item (trial_id, analysis_id, engine);
    CREATE INDEX IF NOT EXISTS engine_trial_item_call_idx ON engine_trial_item (analysis_id);
    CREATE INDEX IF NOT EXISTS engine_trial_item_turn_idx ON engine_trial_item (account_id, run_after) WHERE status = 'processing';
    CREATE INDEX IF NOT EXISTS engine_trial_item_open_idx ON engine_trial_item (trial_id) WHERE status = 'processing';

    CREATE TABLE IF NOT EXISTS engine_trial_checkpoint (
      item_id uuid NOT NULL
        CONSTRAINT engine_trial_checkpoint_item_id_fkey REFERENCES engine_trial_item (id) ON DELETE CASCADE,
      step text NOT NULL,
      piece integer NOT NULL,
      payload text NOT NULL,
      CONSTRAINT engine_trial_checkpoint_pkey PRIMARY KEY (item_id, step, piece)
    );

    -- As sent_request, of items: those of calls decide what a deleted call is billed.
    CREATE TABLE IF NOT EXISTS engine_trial_request (
      item_id uuid NOT NULL
        CONSTRAINT engine_trial_request_item_id_fkey REFERENCES engine_trial_item (id) ON DELETE CASCADE,
      purpose text NOT NULL,
      channel smallint NOT NULL,
      start_ms integer NOT NULL,
      end_ms integer NOT NULL,
      requests integer NOT NULL DEFAULT 1,
      sent_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT engine_trial_request_pkey PRIMARY KEY (item_id, purpose, channel, start_ms, end_ms)
    );

    -- Outlives a deleted trial, which counts into those of the day.
    CREATE TABLE IF NOT EXISTS engine_trial_start (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT engine_trial_start_pkey PRIMARY KEY,
      account_id uuid NOT NULL CONSTRAINT engine_trial_start_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      started_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS engine_trial_start_account_idx ON engine_trial_start (account_id, started_at);`;

/**
 * A trial holds another hearing of a call than the one that is searched when the call is masked later. It goes in the transaction
 * that says what is masked, and a worker that is at it loses its claim.
 */
const MASKED = `
    CREATE OR REPLACE FUNCTION engine_trial_item_masked() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM engine_trial_item WHERE analysis_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER analysis_engine_trial_masked AFTER UPDATE OF redact ON analysis
      FOR EACH ROW WHEN (OLD.redact IS DISTINCT FROM NEW.redact) EXECUTE FUNCTION engine_trial_item_masked();`;

export const HELD_TRIALS: readonly HeldTable[] = [
  { table: 'engine_trial', kind: 'engine_trials', texts: 'name seed estimate figures', lists: 'engines' },
  { table: 'engine_trial_item', kind: 'engine_trials', texts: 'result error_message', inBulk: 'inserts and deletes' },
];

export class EngineTrials1790000065000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(MASKED);
    for (const held of HELD_TRIALS) {
      const [made] = await runner.query('SELECT FROM pg_trigger WHERE tgname = $1', [`${held.table}_held_insert`]);
      if (made) continue;
      await runner.query(triggersOf(held));
      await runner.query(`INSERT INTO held_bytes (account_id, kind, bytes) ${sumsOf(held)}`);
    }
    await runner.query(recountOf([...HELD_TABLES, ...HELD_TRIALS]));
  }
}
