// What is masked in calls: the settings of an account, and stored calls masked afterwards, one by one or by jobs.

export const REDACTION = `
  CREATE TABLE IF NOT EXISTS redaction_settings (
    account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    -- JSON, without its object name. No row: nothing is masked.
    settings text NOT NULL,
    updated_at timestamptz(3) NOT NULL DEFAULT now()
  );

  CREATE TABLE IF NOT EXISTS redaction (
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
  CREATE INDEX IF NOT EXISTS redaction_account_idx ON redaction (account_id, created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS redaction_due_idx ON redaction (run_after, id) WHERE status = 'processing' AND NOT expanded;
  CREATE INDEX IF NOT EXISTS redaction_expanded_idx ON redaction (id) WHERE status = 'processing' AND expanded;

  CREATE TABLE IF NOT EXISTS call_redaction (
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
    -- Its end is in the counts of its job.
    counted boolean NOT NULL DEFAULT false,
    CONSTRAINT call_redaction_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
  );
  CREATE UNIQUE INDEX IF NOT EXISTS call_redaction_in_progress_idx ON call_redaction (analysis_id) WHERE status = 'processing';
  CREATE INDEX IF NOT EXISTS call_redaction_analysis_idx ON call_redaction (analysis_id, created_at DESC);
  CREATE INDEX IF NOT EXISTS call_redaction_turn_idx ON call_redaction (account_id, run_after) WHERE status = 'processing';
  CREATE INDEX IF NOT EXISTS call_redaction_of_job_idx ON call_redaction (redaction_id) WHERE redaction_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS call_redaction_uncounted_idx ON call_redaction (redaction_id, status)
    WHERE redaction_id IS NOT NULL AND NOT counted;
  ALTER TABLE call_redaction DROP CONSTRAINT IF EXISTS call_redaction_redaction_id_fkey,
    ADD CONSTRAINT call_redaction_redaction_id_fkey FOREIGN KEY (redaction_id) REFERENCES redaction ON DELETE SET NULL NOT VALID;

  -- Answers of persons whose evaluations are deleted, until the evaluations that are made in their place are judged.
  CREATE TABLE IF NOT EXISTS carried_answers (
    analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
    scorecard_id uuid NOT NULL,
    revision integer NOT NULL,
    answers text NOT NULL,
    PRIMARY KEY (analysis_id, scorecard_id, revision),
    FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision ON DELETE CASCADE
  );
`;
