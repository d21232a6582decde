// Notifications: the secrets that sign them, the endpoints of accounts, each delivery and its attempts.

/** Subjects of a delivery beside an analysis. */
const OWNERS = ['evaluation', 'rescore', 'redaction', 'export', 'batch'];

export const WEBHOOKS = `
      CREATE TABLE IF NOT EXISTS webhook_secret (
        account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
        secret_encrypted bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        previous_encrypted bytea,
        previous_until timestamptz(3)
      );

      -- Endpoints for the notifications of a whole account, beside the address that a single call names.
      CREATE TABLE IF NOT EXISTS webhook_endpoint (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        livemode boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        url text NOT NULL,
        description text,
        -- '{*}' for all of them, also those that later releases add.
        events text[] NOT NULL CHECK (cardinality(events) > 0),
        payload text NOT NULL CHECK (payload IN ('full', 'thin')),
        -- The filter. Each that is not null must fit.
        agent_id text,
        scorecard_id uuid,
        -- By key of the call's own metadata the value as text.
        metadata jsonb,

        secret_encrypted bytea NOT NULL,
        secret_created_at timestamptz(3) NOT NULL DEFAULT now(),
        previous_encrypted bytea,
        previous_until timestamptz(3),

        -- Written about once a minute at most, and when one of them changes between null and not null.
        last_success_at timestamptz(3),
        last_failure_at timestamptz(3),
        -- The word of the newest failed attempt since the last success.
        last_error text,
        -- Since the first failed attempt after the last success; null where there was none.
        failing_since timestamptz(3),
        -- While it is not null nothing but the probe is sent.
        paused_at timestamptz(3),
        probe_id uuid,
        next_probe_at timestamptz(3),
        -- When the mail that tells of the pause is to be sent.
        notice_at timestamptz(3),
        -- Deliveries that failed in this time are to be sent again.
        recover_from timestamptz(3),
        recover_before timestamptz(3),
        -- Deliveries that were held are to be sent, at least until then.
        release_until timestamptz(3),
        deleted_at timestamptz(3),
        needs_care boolean NOT NULL GENERATED ALWAYS AS (
          failing_since IS NOT NULL OR paused_at IS NOT NULL OR notice_at IS NOT NULL OR recover_from IS NOT NULL
            OR release_until IS NOT NULL OR deleted_at IS NOT NULL) STORED
      ) WITH (fillfactor = 50);
      CREATE INDEX IF NOT EXISTS webhook_endpoint_of_account ON webhook_endpoint (account_id, created_at, id);
      CREATE INDEX IF NOT EXISTS webhook_endpoint_care_idx ON webhook_endpoint (id) WHERE needs_care;

      CREATE TABLE IF NOT EXISTS webhook_delivery (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        analysis_id uuid REFERENCES analysis ON DELETE CASCADE,
        -- Made from a random UUID and never looked up: an index on it would cost three entries for each delivery.
        event_id text NOT NULL,
        event text NOT NULL,
        url text NOT NULL,
        livemode boolean NOT NULL,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed', 'suppressed')),
        attempt_count smallint NOT NULL DEFAULT 0,
        -- When it is due, or, while it is leased, when another sender may take it over. Null when nothing is left to do.
        next_attempt_at timestamptz(3),
        fence integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        trace_parent text,
        -- Without an index, so that taking a lease rewrites the row in place (HOT) and adds no index entry.
        leased_until timestamptz(3),
        evaluation_id uuid,
        rescore_id uuid,
        -- What was done to the analysis, as JSON: what the notification has beside it.
        detail text,
        redaction_id uuid,
        export_id uuid,
        -- Null for the address that the call or the job names itself. There is no foreign key: its check would lock the row of the
        -- endpoint in every transaction that an event happens in. Instead the row of a deleted endpoint stays for a day, and its
        -- deliveries are deleted in batches.
        endpoint_id uuid,
        -- When its last attempt failed; null where it has not, or where it was withdrawn.
        failed_at timestamptz(3),
        batch_id uuid
        -- Room for a second version of every row on its page.
      ) WITH (fillfactor = 50);
      ${OWNERS.map(
        (owner) => `ALTER TABLE webhook_delivery DROP CONSTRAINT IF EXISTS webhook_delivery_${owner}_fkey,
        ADD CONSTRAINT webhook_delivery_${owner}_fkey FOREIGN KEY (${owner}_id) REFERENCES ${owner} ON DELETE CASCADE NOT VALID;`,
      ).join('\n      ')}
      ALTER TABLE webhook_delivery
        DROP CONSTRAINT IF EXISTS webhook_delivery_event_check,
        ADD CONSTRAINT webhook_delivery_event_check CHECK (
          CASE event
            WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
            WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
            WHEN 'redaction.completed' THEN redaction_id IS NOT NULL
            WHEN 'export.completed' THEN export_id IS NOT NULL
            WHEN 'batch.completed' THEN batch_id IS NOT NULL
            WHEN 'batch.waiting' THEN batch_id IS NOT NULL
            WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
            WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
            ELSE event IN ('analysis.completed', 'analysis.failed', 'analysis.redacted') AND analysis_id IS NOT NULL
          END) NOT VALID,
        DROP CONSTRAINT IF EXISTS webhook_delivery_owner_check,
        ADD CONSTRAINT webhook_delivery_owner_check
          CHECK (num_nonnulls(analysis_id, evaluation_id, rescore_id, redaction_id, export_id, batch_id) = 1) NOT VALID;
      CREATE INDEX IF NOT EXISTS webhook_delivery_analysis_idx ON webhook_delivery (analysis_id, created_at DESC, id DESC);
      CREATE INDEX IF NOT EXISTS webhook_delivery_due_idx ON webhook_delivery (next_attempt_at) WHERE status = 'pending';
      -- For the erasure of an account.
      CREATE INDEX IF NOT EXISTS webhook_delivery_account_idx ON webhook_delivery (account_id);
      -- By these the deliveries go with what they tell of.
      CREATE INDEX IF NOT EXISTS webhook_delivery_evaluation_idx ON webhook_delivery (evaluation_id) WHERE evaluation_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS webhook_delivery_rescore_idx ON webhook_delivery (rescore_id) WHERE rescore_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS webhook_delivery_redaction_idx ON webhook_delivery (redaction_id) WHERE redaction_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS webhook_delivery_export_idx ON webhook_delivery (export_id) WHERE export_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS webhook_delivery_batch_idx ON webhook_delivery (batch_id) WHERE batch_id IS NOT NULL;
      -- The deliveries of an endpoint: its log, what waits, and what failed. What is held comes last, the oldest of it first.
      CREATE INDEX IF NOT EXISTS webhook_delivery_endpoint_idx ON webhook_delivery (endpoint_id, created_at DESC, id DESC)
        WHERE endpoint_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS webhook_delivery_endpoint_status_idx ON webhook_delivery (endpoint_id, status, created_at DESC, id DESC)
        WHERE endpoint_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS webhook_delivery_endpoint_due_idx ON webhook_delivery (endpoint_id, next_attempt_at, created_at, id)
        WHERE status = 'pending' AND endpoint_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS webhook_delivery_endpoint_failed_idx ON webhook_delivery (endpoint_id, failed_at, id)
        WHERE status = 'failed' AND failed_at IS NOT NULL AND endpoint_id IS NOT NULL;

      -- Keeps a sender that looks at next_attempt_at only from taking a leased delivery.
      CREATE OR REPLACE FUNCTION leave_leased_delivery() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE OR REPLACE TRIGGER webhook_delivery_leased BEFORE UPDATE OF fence ON webhook_delivery FOR EACH ROW
        WHEN (OLD.leased_until > now() AND NEW.leased_until = OLD.leased_until)
        EXECUTE FUNCTION leave_leased_delivery();

      -- No foreign key: each attempt would lock the row of its delivery.
      CREATE TABLE IF NOT EXISTS webhook_attempt (
        delivery_id uuid NOT NULL,
        number smallint NOT NULL,
        at timestamptz(3) NOT NULL,
        status_code smallint,
        duration_ms integer NOT NULL,
        error text,
        PRIMARY KEY (delivery_id, number)
      );
      CREATE OR REPLACE FUNCTION delete_webhook_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM webhook_attempt WHERE delivery_id = OLD.id;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER webhook_delivery_attempts AFTER DELETE ON webhook_delivery
        FOR EACH ROW EXECUTE FUNCTION delete_webhook_attempts();
`;
