// The answers to POST requests with an Idempotency-Key, and the claims of the processes that work on such requests. With an
// analysis, a draft, an API key or an account goes what kept answers tell of it: triggers do so for every statement that deletes.

const forgetting = (table: string, subject: string, account: string) => `
      CREATE OR REPLACE FUNCTION ${table}_forgets_answers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM forget_answers((SELECT array_agg(${subject}) FROM deleted), (SELECT array_agg(DISTINCT ${account}) FROM deleted));
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER ${table}_forget_answers AFTER DELETE ON ${table}
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION ${table}_forgets_answers();`;

export const IDEMPOTENCY = `
      CREATE TABLE IF NOT EXISTS idempotency_key (
        -- Derived from the key and its scope; cannot be turned back into either.
        id bytea PRIMARY KEY,
        -- Null for a request without credentials.
        account_id uuid REFERENCES account ON DELETE CASCADE,
        -- The id of the resource that the request creates; chosen before the resource exists.
        resource_id uuid NOT NULL,
        -- Hash of the body. Null until a streamed body has been read.
        fingerprint bytea,
        -- Counts the claims, so that a process that has lost its claim cannot write.
        fence integer NOT NULL DEFAULT 1,
        lease_until timestamptz NOT NULL,
        -- Set in the transaction that creates the resource.
        made_at timestamptz(3),
        -- The answer. The body is encrypted under a key that only the holder of the Idempotency-Key can derive.
        status smallint,
        content_type text,
        body bytea,
        expires_at timestamptz NOT NULL,
        livemode boolean,
        -- Ids, and scorecard/number for a revision. Null: a row of an earlier release, which may tell of anything of its account.
        subjects text[],
        -- The body of the answer is empty, or will be: what it tells of was deleted, or newer answers took its room.
        forgotten boolean NOT NULL DEFAULT false,
        -- Kind and id of the object that the answer shows. Empty: it holds no words of a call. Null: it cannot be written anew.
        renders text,
        -- The words of a call that it tells of were masked since the request began.
        masked boolean NOT NULL DEFAULT false,
        CONSTRAINT idempotency_key_answer CHECK ((status IS NULL) = (body IS NULL)),
        CONSTRAINT idempotency_key_compared CHECK (fingerprint IS NOT NULL OR (status IS NULL AND made_at IS NULL))
      );
      CREATE INDEX IF NOT EXISTS idempotency_key_expiry_idx ON idempotency_key (expires_at);
      CREATE INDEX IF NOT EXISTS idempotency_key_account_idx ON idempotency_key (account_id) WHERE account_id IS NOT NULL;
      -- Find the kept answers that tell of something, and those of an account that take much room.
      CREATE INDEX IF NOT EXISTS idempotency_key_subjects_idx ON idempotency_key USING gin (subjects) WITH (fastupdate = off);
      CREATE INDEX IF NOT EXISTS idempotency_key_large_idx ON idempotency_key (account_id, expires_at) WHERE octet_length(body) > 4096;

      CREATE OR REPLACE FUNCTION forget_answers(gone text[], accounts uuid[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        -- Sorted, so that two deletions wait for one another in one order.
        UPDATE idempotency_key SET forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END
        WHERE id IN (SELECT id FROM idempotency_key WHERE subjects && gone AND NOT forgotten ORDER BY id FOR UPDATE);
        UPDATE idempotency_key SET forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END
        WHERE id IN (SELECT id FROM idempotency_key
                      WHERE account_id = ANY(accounts) AND subjects IS NULL AND NOT forgotten ORDER BY id FOR UPDATE);
      END $$;
      ${forgetting('analysis', 'id::text', 'account_id')}
      ${forgetting('account', 'id::text', 'id')}
      ${forgetting('scorecard_revision', "scorecard_id || '/' || number", 'NULL::uuid')}

      CREATE OR REPLACE FUNCTION revoked_key_forgets_answers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM forget_answers(ARRAY[NEW.id::text], '{}');
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER api_key_forget_answers AFTER UPDATE OF revoked_at ON api_key
        FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION revoked_key_forgets_answers();
      -- A kept answer holds the link, or the secret of the endpoint.
      CREATE OR REPLACE TRIGGER review_link_forget_answers AFTER UPDATE OF revoked_at ON review_link
        FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION revoked_key_forgets_answers();
      CREATE OR REPLACE TRIGGER webhook_endpoint_forget_answers AFTER UPDATE OF deleted_at ON webhook_endpoint
        FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION revoked_key_forgets_answers();
`;
