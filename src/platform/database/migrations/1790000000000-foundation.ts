// Accounts, keys, calls, minutes and deliveries: the tables that every feature needs.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Foundation1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        email_folded text NOT NULL CONSTRAINT account_email_folded_key UNIQUE,
        email_verified_at timestamptz(3),
        pending_email text,
        phone_number text,
        password_hash text NOT NULL,
        token_epoch integer NOT NULL DEFAULT 0,
        metadata text NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );

      CREATE TABLE account_token (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('verify_email', 'reset_password')),
        token_hash bytea NOT NULL CONSTRAINT account_token_hash_key UNIQUE,
        email text NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX account_token_account_idx ON account_token (account_id, kind);

      CREATE TABLE api_key (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        name text NOT NULL,
        key_prefix text NOT NULL,
        key_hash bytea NOT NULL CONSTRAINT api_key_hash_key UNIQUE,
        livemode boolean NOT NULL,
        scopes text[] NOT NULL,
        metadata text NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3),
        revoked_at timestamptz(3)
      );
      CREATE INDEX api_key_account_idx ON api_key (account_id, created_at DESC, id DESC) WHERE revoked_at IS NULL;

      CREATE TABLE analysis (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed')),
        livemode boolean NOT NULL,
        agent_id text NOT NULL,
        contact_id text NOT NULL,
        request_id text NOT NULL,

        source_url text,
        storage_key text,
        audio_format text,
        size_bytes bigint,
        -- Unused: this release neither reads nor writes it, but earlier releases write it.
        sha256 bytea,
        channels smallint,
        duration_ms bigint,

        agent_channel smallint,
        language text,
        webhook_url text,
        webhook_events text[] NOT NULL DEFAULT '{analysis.completed}',
        custom_metadata text NOT NULL DEFAULT '{}',

        stage text NOT NULL DEFAULT 'queued'
          CHECK (stage IN ('queued', 'fetching', 'measuring', 'transcribing', 'analysing', 'settling')),
        percent smallint NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        crashes smallint NOT NULL DEFAULT 0,
        provider_failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz,

        settled_at timestamptz(3),
        processing_time_ms bigint,
        error_message text,

        CONSTRAINT analysis_recording_check
          CHECK (status <> 'processing' OR source_url IS NOT NULL OR storage_key IS NOT NULL),
        CONSTRAINT analysis_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      -- The id breaks ties, so that rows of the same millisecond keep their order from page to page.
      CREATE INDEX analysis_account_idx ON analysis (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id);
      CREATE INDEX analysis_status_idx ON analysis (account_id, status, created_at DESC, id DESC);
      CREATE INDEX analysis_agent_idx ON analysis (account_id, agent_id, created_at DESC, id DESC) INCLUDE (status, contact_id);
      CREATE INDEX analysis_contact_idx ON analysis (account_id, contact_id, created_at DESC, id DESC) INCLUDE (status, agent_id);
      CREATE INDEX analysis_retention_idx ON analysis (settled_at) WHERE settled_at IS NOT NULL;
      CREATE INDEX analysis_waiting_idx ON analysis (run_after) WHERE status = 'processing';

      -- The JSON of the answer as text, which nothing parses again. In a separate table, because lists and polls do not read it.
      CREATE TABLE analysis_payload (
        analysis_id uuid PRIMARY KEY REFERENCES analysis ON DELETE CASCADE,
        transcript text NOT NULL,
        words text NOT NULL,
        results text NOT NULL,
        metrics text NOT NULL,
        engine text NOT NULL
      );

      -- Checkpoints: what a step has done, piece by piece where it works in pieces. Deleted when the analysis is final.
      CREATE TABLE analysis_checkpoint (
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        step text NOT NULL,
        piece integer NOT NULL DEFAULT 0,
        payload text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (analysis_id, step, piece)
      );

      CREATE TABLE subscription (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT subscription_account_key UNIQUE REFERENCES account ON DELETE CASCADE,
        plan text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'starter', 'growth')),
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'incomplete', 'past_due', 'canceled')),
        overage_limit_hundredths bigint NOT NULL DEFAULT 0 CHECK (overage_limit_hundredths >= 0),
        pending_plan text CHECK (pending_plan IN ('free', 'starter', 'growth')),
        cancel_at_period_end boolean NOT NULL DEFAULT false,
        -- The months of the account start here. The payment provider's billing period moves it.
        anchor_at timestamptz(3) NOT NULL,
        metadata text NOT NULL DEFAULT '{}',
        provider_customer_id text CONSTRAINT subscription_customer_key UNIQUE,
        provider_subscription_id text CONSTRAINT subscription_provider_key UNIQUE,
        checkout_url text,
        checkout_expires_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );

      -- One row per account, mode and month; a reservation locks it. There is no foreign key to the account, because
      -- the minutes of an erased account stay.
      CREATE TABLE usage_period (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        livemode boolean NOT NULL,
        plan text NOT NULL,
        starts_at timestamptz(3) NOT NULL,
        ends_at timestamptz(3) NOT NULL,
        price_cents integer NOT NULL,
        included_hundredths bigint NOT NULL,
        overage_limit_hundredths bigint NOT NULL,
        overage_cents_per_minute numeric(12, 4) NOT NULL,
        CONSTRAINT usage_period_key UNIQUE (account_id, livemode, starts_at),
        CONSTRAINT usage_period_order CHECK (starts_at < ends_at)
      );

      CREATE TABLE minutes_reservation (
        analysis_id uuid PRIMARY KEY REFERENCES analysis ON DELETE CASCADE,
        period_id uuid NOT NULL REFERENCES usage_period,
        hundredths bigint NOT NULL CHECK (hundredths > 0),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX minutes_reservation_period_idx ON minutes_reservation (period_id) INCLUDE (hundredths);

      -- At most one entry per completed analysis. The entry outlives the analysis, so there is no foreign key to it.
      CREATE TABLE ledger_entry (
        id uuid PRIMARY KEY,
        analysis_id uuid NOT NULL CONSTRAINT ledger_entry_analysis_key UNIQUE,
        account_id uuid NOT NULL,
        period_id uuid NOT NULL REFERENCES usage_period,
        livemode boolean NOT NULL,
        duration_ms bigint NOT NULL CHECK (duration_ms > 0),
        hundredths bigint NOT NULL,
        overage_hundredths bigint NOT NULL CHECK (overage_hundredths BETWEEN 0 AND hundredths),
        amount_cents integer NOT NULL CHECK (amount_cents >= 0),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ledger_entry_unit CHECK (hundredths = (duration_ms + 599) / 600)
      );
      CREATE INDEX ledger_entry_period_idx ON ledger_entry (period_id) INCLUDE (hundredths, overage_hundredths, amount_cents);
      CREATE INDEX ledger_entry_account_idx ON ledger_entry (account_id, livemode, created_at DESC, id DESC);

      CREATE TABLE webhook_secret (
        account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
        secret_encrypted bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        previous_encrypted bytea,
        previous_until timestamptz(3)
      );

      CREATE TABLE webhook_delivery (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        event_id text NOT NULL CONSTRAINT webhook_delivery_event_key UNIQUE,
        event text NOT NULL CHECK (event IN ('analysis.completed', 'analysis.failed')),
        url text NOT NULL,
        livemode boolean NOT NULL,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed', 'suppressed')),
        attempt_count smallint NOT NULL DEFAULT 0,
        -- When it is due, or, while it is leased, when another sender may take it over. Null when nothing is left to do.
        next_attempt_at timestamptz(3),
        fence integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE INDEX webhook_delivery_analysis_idx ON webhook_delivery (analysis_id, created_at DESC, id DESC);
      CREATE INDEX webhook_delivery_due_idx ON webhook_delivery (next_attempt_at) WHERE status = 'pending';

      CREATE TABLE webhook_attempt (
        delivery_id uuid NOT NULL REFERENCES webhook_delivery ON DELETE CASCADE,
        number smallint NOT NULL,
        at timestamptz(3) NOT NULL,
        status_code smallint,
        duration_ms integer NOT NULL,
        error text,
        PRIMARY KEY (delivery_id, number)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE webhook_attempt, webhook_delivery, webhook_secret, ledger_entry, minutes_reservation, usage_period,
        subscription, analysis_checkpoint, analysis_payload, analysis, api_key, account_token, account;
    `);
  }
}
