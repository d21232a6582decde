// Exports: files of what the API shows, and which calls each file holds.

export const EXPORTS = `
  CREATE TABLE IF NOT EXISTS export (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    livemode boolean NOT NULL,
    request_id text NOT NULL,
    trace_parent text,
    rows_of text NOT NULL CHECK (rows_of IN ('analyses', 'evaluations', 'answers', 'segments', 'reviews')),
    format text NOT NULL CHECK (format IN ('csv', 'jsonl', 'parquet')),
    -- Null for jsonl.
    column_names text[],
    -- The filter as JSON, emptied at the end: it may name a person.
    filter text NOT NULL,
    webhook_url text,
    status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed', 'canceled')),
    row_count bigint NOT NULL DEFAULT 0,
    size_bytes bigint NOT NULL DEFAULT 0,
    -- The moment whose state the rows show.
    as_of timestamptz(3),
    -- Of the file, from before its first byte is written.
    storage_key text,
    expires_at timestamptz(3),
    -- Calls of the file were deleted or redacted.
    ended boolean NOT NULL DEFAULT false,
    -- How often its file was begun anew because a call in it was deleted or redacted.
    begun_anew smallint NOT NULL DEFAULT 0,
    settled_at timestamptz(3),
    error_message text,
    error_code text,
    fence integer NOT NULL DEFAULT 0,
    lease_until timestamptz,
    run_after timestamptz NOT NULL DEFAULT now(),
    crashes smallint NOT NULL DEFAULT 0,
    provider_failures smallint NOT NULL DEFAULT 0,
    failing_since timestamptz,
    last_failed_at timestamptz,
    CONSTRAINT export_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
  );
  CREATE INDEX IF NOT EXISTS export_account_idx ON export (account_id, created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS export_due_idx ON export (account_id, run_after) WHERE status = 'processing';
  CREATE INDEX IF NOT EXISTS export_file_idx ON export (account_id, id) WHERE status = 'processing' OR storage_key IS NOT NULL;
  CREATE INDEX IF NOT EXISTS export_key_idx ON export (storage_key) WHERE storage_key IS NOT NULL;
  CREATE INDEX IF NOT EXISTS export_expiry_idx ON export (expires_at) WHERE status = 'completed' AND storage_key IS NOT NULL;

  -- Which calls a file holds, in parts of neighbours in time.
  CREATE TABLE IF NOT EXISTS export_calls (
    export_id uuid NOT NULL REFERENCES export ON DELETE CASCADE,
    -- Of the run that wrote the part.
    fence integer NOT NULL,
    part integer NOT NULL,
    newest timestamptz(3) NOT NULL,
    oldest timestamptz(3) NOT NULL,
    -- The first eight bytes of the id of each call. Random bytes: they cannot be compressed.
    ids bytea NOT NULL,
    PRIMARY KEY (export_id, fence, part)
  );

  -- Calls that were deleted or redacted while an export was in progress.
  CREATE TABLE IF NOT EXISTS export_gone_call (
    export_id uuid NOT NULL REFERENCES export ON DELETE CASCADE,
    analysis_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (export_id, analysis_id)
  );

  ALTER TABLE export_calls ALTER ids SET STORAGE EXTERNAL;

  -- A file that no export names any more is deleted from the store, however it came to that.
  CREATE OR REPLACE FUNCTION export_file_gone() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO recording_deletion (storage_key) VALUES (OLD.storage_key) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER export_file_replaced AFTER UPDATE OF storage_key ON export
    FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
    EXECUTE FUNCTION export_file_gone();
  CREATE OR REPLACE TRIGGER export_deleted AFTER DELETE ON export
    FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION export_file_gone();

  -- Whether a call that goes may be in a file of the account. A run takes the same lock alone before its snapshot and before its
  -- end: what was deleted by then it sees, and what is deleted later sees its export.
  CREATE OR REPLACE FUNCTION may_be_exported(account uuid) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('exports ' || account, 0));
    RETURN EXISTS (SELECT FROM export WHERE account_id = account AND (status = 'processing' OR storage_key IS NOT NULL));
  END $$;

  -- Ends the files that hold one of the calls, and notes the calls for exports in progress.
  CREATE OR REPLACE FUNCTION end_exports(account uuid, calls uuid[], created timestamptz[]) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    one uuid;
  BEGIN
    INSERT INTO export_gone_call (export_id, analysis_id, created_at)
      SELECT x.id, c.id, c.at FROM export x, unnest(calls, created) AS c (id, at)
      WHERE x.account_id = account AND x.status = 'processing'
      ON CONFLICT DO NOTHING;
    FOR one IN
      SELECT id FROM export x WHERE x.account_id = account AND x.status = 'completed' AND x.storage_key IS NOT NULL
      ORDER BY id FOR NO KEY UPDATE
    LOOP
      IF EXISTS (
        SELECT FROM unnest(calls, created) AS c (id, at), export_calls e
        WHERE e.export_id = one AND c.at BETWEEN e.oldest AND e.newest
          AND position(substring(uuid_send(c.id) FOR 8) IN e.ids) > 0)
      THEN
        UPDATE export SET ended = true, storage_key = NULL, expires_at = least(expires_at, now()) WHERE id = one;
        DELETE FROM export_calls WHERE export_id = one;
      END IF;
    END LOOP;
  END $$;

  CREATE OR REPLACE FUNCTION end_exports_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    account uuid;
  BEGIN
    FOR account IN SELECT DISTINCT account_id FROM deleted ORDER BY 1 LOOP
      IF may_be_exported(account) THEN
        PERFORM end_exports(account, array_agg(id), array_agg(created_at)) FROM deleted WHERE account_id = account;
      END IF;
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER analysis_end_exports AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION end_exports_of_deleted();

  CREATE OR REPLACE FUNCTION end_exports_of_masked() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM end_exports(account_id, ARRAY[id], ARRAY[created_at])
      FROM analysis WHERE id = NEW.analysis_id AND may_be_exported(account_id);
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER analysis_payload_end_exports AFTER UPDATE OF maskings ON analysis_payload
    FOR EACH ROW WHEN (OLD.maskings IS DISTINCT FROM NEW.maskings) EXECUTE FUNCTION end_exports_of_masked();
`;
