// Plans, minutes and payments. The rows of calls that were billed outlive the account.

/** @param add SQL that adds a query of changed rows, each with a `delta`, to the sums */
function statementTriggers(table: string, add: (changed: string) => string): string {
  return `
      CREATE OR REPLACE FUNCTION ${table}_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${add('SELECT *, 1 AS delta FROM inserted')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER ${table}_insert AFTER INSERT ON ${table}
        REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ${table}_inserted();

      CREATE OR REPLACE FUNCTION ${table}_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${add('SELECT *, -1 AS delta FROM deleted')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER ${table}_delete AFTER DELETE ON ${table}
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION ${table}_deleted();`;
}

/** The update of the period locks it, so that two transactions cannot insert the same price at the same time. */
function addEntries(changed: string): string {
  return `
        UPDATE usage_period p SET used_hundredths = p.used_hundredths + s.used,
          overage_hundredths = p.overage_hundredths + s.overage, overage_cents = p.overage_cents + s.cents,
          analyses = p.analyses + s.entries
        FROM (SELECT period_id, sum(delta * hundredths) AS used, sum(delta * overage_hundredths) AS overage,
                     sum(delta * amount_cents) AS cents, sum(delta) AS entries
              FROM (${changed}) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;
        INSERT INTO period_overage AS o (period_id, cents_per_minute, hundredths)
        SELECT c.period_id, coalesce(c.overage_cents_per_minute, p.overage_cents_per_minute),
               sum(c.delta * c.overage_hundredths)
        FROM (${changed}) AS c JOIN usage_period p ON p.id = c.period_id
        WHERE c.overage_hundredths > 0 GROUP BY 1, 2
        ON CONFLICT (period_id, cents_per_minute) DO UPDATE SET hundredths = o.hundredths + excluded.hundredths;`;
}

function addReservations(changed: string): string {
  return `
        UPDATE usage_period p SET reserved_hundredths = p.reserved_hundredths + s.reserved
        FROM (SELECT period_id, sum(delta * hundredths) AS reserved FROM (${changed}) AS changed GROUP BY 1) AS s
        WHERE p.id = s.period_id;`;
}

export const BILLING = `
      CREATE TABLE IF NOT EXISTS subscription (
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
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        -- When pending_plan replaces plan. Null while that depends on a checkout or a payment.
        pending_from timestamptz(3),
        past_due_since timestamptz(3),
        -- Set while a payment is disputed: the account can use its included minutes, but no overage.
        disputed_at timestamptz(3),
        -- When the provider is asked again although no event came.
        refresh_due_at timestamptz(3) NOT NULL DEFAULT now(),
        -- What the subscription pays at the provider. Null: the configured prices hold.
        price_cents integer,
        overage_cents_per_minute numeric(12, 4),
        -- The provider collects no payments for it: there is no overage then.
        collection_paused boolean NOT NULL DEFAULT false,
        CONSTRAINT subscription_pending_check CHECK (pending_from IS NULL OR pending_plan IS NOT NULL)
      );
      CREATE INDEX IF NOT EXISTS subscription_pending_idx ON subscription (pending_from) WHERE pending_from IS NOT NULL;
      CREATE INDEX IF NOT EXISTS subscription_past_due_idx ON subscription (past_due_since) WHERE past_due_since IS NOT NULL;
      CREATE INDEX IF NOT EXISTS subscription_refresh_idx ON subscription (refresh_due_at) WHERE provider_customer_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS subscription_checkout_idx ON subscription (checkout_expires_at) WHERE checkout_expires_at IS NOT NULL;

      -- One row per account, mode and month; a reservation locks it. There is no foreign key to the account, because
      -- the minutes of an erased account stay.
      CREATE TABLE IF NOT EXISTS usage_period (
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
        -- Sums of the rows below, kept by triggers for every writer. The rows are the truth: \`billing:reconcile\` compares them.
        used_hundredths bigint NOT NULL DEFAULT 0,
        reserved_hundredths bigint NOT NULL DEFAULT 0,
        overage_hundredths bigint NOT NULL DEFAULT 0,
        overage_cents bigint NOT NULL DEFAULT 0,
        analyses bigint NOT NULL DEFAULT 0,
        -- The start of the provider's period that this one follows. Null: no payment of the account began in it.
        provider_starts_at timestamptz(3),
        CONSTRAINT usage_period_key UNIQUE (account_id, livemode, starts_at),
        CONSTRAINT usage_period_order CHECK (starts_at < ends_at)
        -- Room on each page, so that an update of a sum stays on its page and changes no index (HOT).
      ) WITH (fillfactor = 50);

      CREATE TABLE IF NOT EXISTS minutes_reservation (
        analysis_id uuid PRIMARY KEY REFERENCES analysis ON DELETE CASCADE,
        period_id uuid NOT NULL REFERENCES usage_period,
        hundredths bigint NOT NULL CHECK (hundredths > 0),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        -- The terms of the call, from its acceptance on; null for one that goes by those of its period.
        included_hundredths bigint,
        overage_limit_hundredths bigint,
        overage_cents_per_minute numeric(12, 4),
        provider_customer_id text,
        provider_subscription_id text
      );
      CREATE INDEX IF NOT EXISTS minutes_reservation_period_idx ON minutes_reservation (period_id) INCLUDE (hundredths);

      -- At most one entry per completed analysis. The entry outlives the analysis, so there is no foreign key to it.
      CREATE TABLE IF NOT EXISTS ledger_entry (
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
        included_hundredths bigint,
        overage_cents_per_minute numeric(12, 4),
        provider_subscription_id text,
        CONSTRAINT ledger_entry_unit CHECK (hundredths = (duration_ms + 599) / 600)
      );
      CREATE INDEX IF NOT EXISTS ledger_entry_period_idx ON ledger_entry (period_id) INCLUDE (hundredths, overage_hundredths, amount_cents);
      CREATE INDEX IF NOT EXISTS ledger_entry_account_idx ON ledger_entry (account_id, livemode, created_at DESC, id DESC);

      -- The overage of a period at each price. Cents are rounded for each price as a whole, as the payment provider does.
      CREATE TABLE IF NOT EXISTS period_overage (
        period_id uuid NOT NULL REFERENCES usage_period ON DELETE CASCADE,
        cents_per_minute numeric(12, 4) NOT NULL,
        hundredths bigint NOT NULL,
        PRIMARY KEY (period_id, cents_per_minute)
      ) WITH (fillfactor = 70);

      -- The provider's events, each once. Their order does not matter: an event says only which customer or dispute to read from the provider.
      CREATE TABLE IF NOT EXISTS payment_event (
        id text PRIMARY KEY,
        type text NOT NULL,
        customer_id text,
        dispute_id text,
        received_at timestamptz(3) NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz(3) DEFAULT now(),
        processed_at timestamptz(3),
        CONSTRAINT payment_event_state CHECK ((processed_at IS NULL) = (next_attempt_at IS NOT NULL))
      );
      CREATE INDEX IF NOT EXISTS payment_event_due_idx ON payment_event (next_attempt_at) WHERE processed_at IS NULL;
      -- Finds the events of a customer whose account is erased, and its disputes.
      CREATE INDEX IF NOT EXISTS payment_event_customer_idx ON payment_event (customer_id) WHERE customer_id IS NOT NULL;

      -- Overage to be reported to the provider, which invoices it. Written together with the ledger entry; stays when the account is erased.
      CREATE TABLE IF NOT EXISTS overage_report (
        entry_id uuid PRIMARY KEY REFERENCES ledger_entry,
        customer_id text NOT NULL,
        hundredths bigint NOT NULL CHECK (hundredths > 0),
        occurred_at timestamptz(3) NOT NULL DEFAULT now(),
        period_ends_at timestamptz(3) NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        first_attempt_at timestamptz(3),
        -- The time that is reported to the provider. Fixed at the first attempt, so that a retry reports the same.
        reported_at timestamptz(3),
        next_attempt_at timestamptz(3) DEFAULT now(),
        accepted_at timestamptz(3),
        subscription_id text,
        amount_cents bigint,
        period_starts_at timestamptz(3),
        -- Of the invoice item that charges the overage instead of the meter.
        invoice_item_id text,
        refusals integer NOT NULL DEFAULT 0,
        -- The provider refused it for good: it is not sent again until an operator clears this.
        given_up_at timestamptz(3),
        CONSTRAINT overage_report_state CHECK ((accepted_at IS NULL) = (next_attempt_at IS NOT NULL))
      );
      CREATE INDEX IF NOT EXISTS overage_report_due_idx ON overage_report (next_attempt_at) WHERE accepted_at IS NULL;
      CREATE INDEX IF NOT EXISTS overage_report_customer_idx ON overage_report (customer_id, occurred_at, entry_id);
      CREATE INDEX IF NOT EXISTS overage_report_given_up_idx ON overage_report (given_up_at) WHERE given_up_at IS NOT NULL;

      -- Customers of erased accounts at the provider. They are closed once their overage has been reported. The customer and not the
      -- subscription: an account may be erased while an order waits for payment, and has no subscription then.
      CREATE TABLE IF NOT EXISTS subscription_closure (
        provider_subscription_id text,
        customer_id text PRIMARY KEY,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        -- When everything of the customer had ended. Its last invoices may still wait for their payment.
        ended_at timestamptz(3),
        next_attempt_at timestamptz(3) NOT NULL DEFAULT now()
      );

      -- Not a column of usage_period: every call that is accepted or settled locks that row, and evaluations must not wait for
      -- calls. No foreign key to it either: its check would wait for the same lock while this row is held.
      CREATE TABLE IF NOT EXISTS evaluation_count (
        period_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        evaluations integer NOT NULL CHECK (evaluations >= 0)
      ) WITH (fillfactor = 70);
      CREATE INDEX IF NOT EXISTS evaluation_count_account_idx ON evaluation_count (account_id);

      -- Beside usage_period, and without a foreign key to it, as evaluation_count.
      CREATE TABLE IF NOT EXISTS scenario_count (
        period_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        scenarios integer NOT NULL CHECK (scenarios >= 0)
      ) WITH (fillfactor = 70);
      CREATE INDEX IF NOT EXISTS scenario_count_account_idx ON scenario_count (account_id);

      -- The sums of a period beside its rows: accepting and billing a call cost the same whatever was billed before.
      ${statementTriggers('minutes_reservation', addReservations)}

      CREATE OR REPLACE FUNCTION minutes_reservation_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addReservations('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER minutes_reservation_update AFTER UPDATE OF period_id, hundredths ON minutes_reservation
        FOR EACH ROW WHEN ((OLD.period_id, OLD.hundredths) IS DISTINCT FROM (NEW.period_id, NEW.hundredths))
        EXECUTE FUNCTION minutes_reservation_updated();

      CREATE OR REPLACE FUNCTION minutes_reservation_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE usage_period SET reserved_hundredths = 0;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER minutes_reservation_truncate AFTER TRUNCATE ON minutes_reservation
        FOR EACH STATEMENT EXECUTE FUNCTION minutes_reservation_truncated();

      -- An earlier release bills at the price of the period and does not name it.
      CREATE OR REPLACE FUNCTION ledger_entry_priced() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.overage_cents_per_minute := (SELECT overage_cents_per_minute FROM usage_period WHERE id = NEW.period_id);
        RETURN NEW;
      END $$;
      CREATE OR REPLACE TRIGGER ledger_entry_price BEFORE INSERT ON ledger_entry
        FOR EACH ROW WHEN (NEW.overage_cents_per_minute IS NULL) EXECUTE FUNCTION ledger_entry_priced();
      ${statementTriggers('ledger_entry', addEntries)}

      -- A row trigger: a trigger for some columns cannot have transition tables. An erasure changes the account of all rows,
      -- and must not pay for it here.
      CREATE OR REPLACE FUNCTION ledger_entry_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addEntries('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER ledger_entry_update
        AFTER UPDATE OF period_id, hundredths, overage_hundredths, amount_cents, overage_cents_per_minute ON ledger_entry
        FOR EACH ROW WHEN ((OLD.period_id, OLD.hundredths, OLD.overage_hundredths, OLD.amount_cents, OLD.overage_cents_per_minute)
          IS DISTINCT FROM (NEW.period_id, NEW.hundredths, NEW.overage_hundredths, NEW.amount_cents, NEW.overage_cents_per_minute))
        EXECUTE FUNCTION ledger_entry_updated();

      CREATE OR REPLACE FUNCTION ledger_entry_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM period_overage;
        UPDATE usage_period SET used_hundredths = 0, overage_hundredths = 0, overage_cents = 0, analyses = 0;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER ledger_entry_truncate AFTER TRUNCATE ON ledger_entry
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_truncated();
`;
