// How calls come beside a plain submission: batches, resumable uploads, and sources with each of their objects and callbacks.

export const ARRIVALS = `
  -- Many calls submitted by one request, line by line.
  CREATE TABLE IF NOT EXISTS batch (
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
  CREATE INDEX IF NOT EXISTS batch_account_idx ON batch (account_id, created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS batch_open_idx ON batch (account_id) WHERE settled_at IS NULL;
  CREATE INDEX IF NOT EXISTS batch_due_idx ON batch (run_after, id)
    WHERE status IN ('processing', 'waiting_for_quota') AND NOT all_taken;
  CREATE INDEX IF NOT EXISTS batch_old_idx ON batch (settled_at) WHERE settled_at IS NOT NULL AND NOT lines_deleted;
  ALTER TABLE batch SET (fillfactor = 50);

  -- A manifest that is to be read, as workers claim it: its id is that of the batch.
  CREATE TABLE IF NOT EXISTS batch_manifest (
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
  CREATE INDEX IF NOT EXISTS batch_manifest_due_idx ON batch_manifest (account_id, run_after) WHERE status = 'processing';

  CREATE TABLE IF NOT EXISTS batch_line (
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
  CREATE INDEX IF NOT EXISTS batch_line_status_idx ON batch_line (batch_id, status, line);
  CREATE INDEX IF NOT EXISTS batch_line_analysis_idx ON batch_line (analysis_id) WHERE analysis_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS batch_line_ended_idx ON batch_line (batch_id) WHERE ended IS NOT NULL;

  -- The counts follow later, so that the ends of many calls do not wait for one row.
  CREATE OR REPLACE FUNCTION end_batch_line() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE batch_line SET ended = NEW.status
      WHERE analysis_id = NEW.id AND status IN ('processing', 'completed', 'failed')
        AND coalesce(ended, status) <> NEW.status;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER analysis_end_batch_line AFTER UPDATE OF status ON analysis
    FOR EACH ROW WHEN (NEW.bulk AND OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('completed', 'failed'))
    EXECUTE FUNCTION end_batch_line();

  -- A call that is deleted in progress has no result any more.
  CREATE OR REPLACE FUNCTION end_line_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.ended IS NULL AND NEW.status = 'processing' THEN
      NEW.ended := 'failed';
      NEW.faults := '[{"type":"value_error","loc":[],"msg":"The call was deleted"}]';
    END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER batch_line_call_deleted BEFORE UPDATE OF analysis_id ON batch_line
    FOR EACH ROW WHEN (OLD.analysis_id IS NOT NULL AND NEW.analysis_id IS NULL) EXECUTE FUNCTION end_line_of_deleted();

      -- How far each recording has arrived, and what the store holds of those that ended.
      CREATE TABLE IF NOT EXISTS upload (
        -- The analysis that is made of it gets the same id.
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        livemode boolean NOT NULL,
        length_bytes bigint NOT NULL CHECK (length_bytes > 0),
        offset_bytes bigint NOT NULL DEFAULT 0 CHECK (offset_bytes BETWEEN 0 AND length_bytes),
        file_name text NOT NULL,
        -- The header Upload-Metadata as it was sent.
        metadata text NOT NULL,
        -- Null until enough has arrived to tell.
        format text,
        -- The first bytes, until the format is known.
        head bytea,
        storage_key text NOT NULL,
        -- What the store needs to go on, as JSON; null before the first byte.
        growth text,
        -- Keys of the objects that hold the bytes until the recording is whole.
        part_keys text[] NOT NULL DEFAULT '{}',
        analysis_id uuid,
        -- Of the request that may write. It ends by itself when that does not renew it.
        lock_token uuid,
        locked_until timestamptz,
        -- Another request has asked for the lock: a holder that receives nothing gives it up.
        lock_wanted boolean NOT NULL DEFAULT false
      );
      -- By it the uploads of an account are deleted with it, also those that were used. It counts the open ones as well.
      CREATE INDEX IF NOT EXISTS upload_account_idx ON upload (account_id, analysis_id);
      CREATE INDEX IF NOT EXISTS upload_expiry_idx ON upload (expires_at);
      -- Holds each part from the moment it is written: each look for a part would read all that waits to be put into the index.
      CREATE INDEX IF NOT EXISTS upload_part_keys_idx ON upload USING gin (part_keys) WITH (fastupdate = off);

      -- What the store still holds of uploads that ended without an analysis.
      CREATE TABLE IF NOT EXISTS upload_remains (
        id uuid PRIMARY KEY,
        storage_key text NOT NULL,
        growth text
      );

      -- However an upload ends: by its client, by time, or with its account.
      CREATE OR REPLACE FUNCTION upload_ended() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO upload_remains (id, storage_key, growth) VALUES (OLD.id, OLD.storage_key, OLD.growth)
          ON CONFLICT DO NOTHING;
        INSERT INTO recording_deletion (storage_key) VALUES (OLD.storage_key) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER upload_deleted AFTER DELETE ON upload
        FOR EACH ROW WHEN (OLD.analysis_id IS NULL AND OLD.growth IS NOT NULL) EXECUTE FUNCTION upload_ended();

      CREATE TABLE IF NOT EXISTS source (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        kind text NOT NULL CHECK (kind IN ('s3', 'twilio')),
        name text NOT NULL,
        -- What its client has chosen for the kind; never a credential.
        settings jsonb NOT NULL,
        -- Members of a submission, for what an object does not say.
        defaults jsonb NOT NULL DEFAULT '{}',
        -- JSON, encrypted. Null once the source is deleted.
        credentials_encrypted bytea,
        paused_at timestamptz(3),
        -- The row stays as long as its items are remembered.
        deleted_at timestamptz(3),
        -- Objects that were last written before are not taken. Null: all are.
        since timestamptz(3),
        -- How far its bucket is listed.
        place jsonb NOT NULL DEFAULT '{}',
        cursor text,
        seen bigint NOT NULL DEFAULT 0,
        taken bigint NOT NULL DEFAULT 0,
        existing bigint NOT NULL DEFAULT 0,
        refused bigint NOT NULL DEFAULT 0,
        lag_seconds integer,
        last_polled_at timestamptz(3),
        -- Failed looks since the last good one.
        failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz(3),
        last_error text,
        -- When the mail about its failure goes out. Null: there is none to send.
        notice_at timestamptz,
        -- The mail about the failure that lasts went out.
        told boolean NOT NULL DEFAULT false,
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX IF NOT EXISTS source_account_idx ON source (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
      CREATE INDEX IF NOT EXISTS source_due_idx ON source (run_after) WHERE kind = 's3' AND paused_at IS NULL AND deleted_at IS NULL;
      CREATE INDEX IF NOT EXISTS source_notice_idx ON source (notice_at) WHERE notice_at IS NOT NULL;
      CREATE INDEX IF NOT EXISTS source_deleted_idx ON source (deleted_at) WHERE deleted_at IS NOT NULL;

      CREATE TABLE IF NOT EXISTS source_item (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        source_id uuid NOT NULL REFERENCES source ON DELETE CASCADE,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        -- SHA-256 of the account's mode and what it is known by: bucket, key and version; or the id of the callback's recording.
        identity bytea NOT NULL,
        -- Null once its call is deleted: it may name a person.
        object_key text,
        version text,
        size_bytes bigint,
        modified_at timestamptz(3),
        status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'taken', 'existing', 'refused')),
        external_id text,
        analysis_id uuid REFERENCES analysis ON DELETE SET NULL,
        -- {"loc": […], "msg": "…"}: why it was refused.
        error jsonb,
        settled_at timestamptz(3),
        -- Failed tries since failing_since.
        failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        -- The tag with the id of its call is still to be written.
        tag_due boolean NOT NULL DEFAULT false,
        -- The submission that a callback asks for, until it is settled. Null for an object of a bucket.
        submission jsonb
      );
      CREATE UNIQUE INDEX IF NOT EXISTS source_item_identity_idx ON source_item (source_id, identity);
      CREATE INDEX IF NOT EXISTS source_item_known_idx ON source_item (account_id, identity);
      -- A key that grows has one row.
      CREATE UNIQUE INDEX IF NOT EXISTS source_item_key_idx ON source_item (source_id, object_key) WHERE status = 'waiting';
      CREATE INDEX IF NOT EXISTS source_item_waiting_idx ON source_item (source_id, id) WHERE status = 'waiting';
      CREATE INDEX IF NOT EXISTS source_item_tag_idx ON source_item (source_id, id) WHERE tag_due;
      CREATE INDEX IF NOT EXISTS source_item_list_idx ON source_item (source_id, status, id DESC);
      CREATE INDEX IF NOT EXISTS source_item_newest_idx ON source_item (source_id, id DESC);
      CREATE INDEX IF NOT EXISTS source_item_analysis_idx ON source_item (analysis_id) WHERE analysis_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS source_item_age_idx ON source_item (created_at);
      CREATE INDEX IF NOT EXISTS source_item_callback_idx ON source_item (run_after) WHERE status = 'waiting' AND submission IS NOT NULL;
      CREATE INDEX IF NOT EXISTS source_item_callback_account_idx ON source_item (account_id)
        WHERE status = 'waiting' AND submission IS NOT NULL;

      CREATE OR REPLACE FUNCTION source_item_call_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.status := 'refused';
        NEW.error := '{"loc": [], "msg": "The call was deleted"}';
        NEW.object_key := NULL;
        NEW.external_id := NULL;
        NEW.tag_due := false;
        RETURN NEW;
      END $$;
      CREATE OR REPLACE TRIGGER source_item_call_deleted BEFORE UPDATE OF analysis_id ON source_item
        FOR EACH ROW WHEN (OLD.analysis_id IS NOT NULL AND NEW.analysis_id IS NULL)
        EXECUTE FUNCTION source_item_call_deleted();
`;
