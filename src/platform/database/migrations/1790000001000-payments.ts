// Tables and columns for a payment provider: when a plan change takes effect, the provider's events, and the overage that is
// still to be reported to it.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Payments1790000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscription
        -- When pending_plan replaces plan. Null while that depends on a checkout or a payment.
        ADD COLUMN pending_from timestamptz(3),
        ADD COLUMN past_due_since timestamptz(3),
        -- Set while a payment is disputed: the account can use its included minutes, but no overage.
        ADD COLUMN disputed_at timestamptz(3),
        ADD CONSTRAINT subscription_pending_check CHECK (pending_from IS NULL OR pending_plan IS NOT NULL);
      CREATE INDEX subscription_pending_idx ON subscription (pending_from) WHERE pending_from IS NOT NULL;
      CREATE INDEX subscription_past_due_idx ON subscription (past_due_since) WHERE past_due_since IS NOT NULL;

      -- The provider's events, each once. Their order does not matter: an event says only which customer or dispute to read from the provider.
      CREATE TABLE payment_event (
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
      CREATE INDEX payment_event_due_idx ON payment_event (next_attempt_at) WHERE processed_at IS NULL;

      -- Overage to be reported to the provider, which invoices it. Written together with the ledger entry; stays when the account is erased.
      CREATE TABLE overage_report (
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
        CONSTRAINT overage_report_state CHECK ((accepted_at IS NULL) = (next_attempt_at IS NOT NULL))
      );
      CREATE INDEX overage_report_due_idx ON overage_report (next_attempt_at) WHERE accepted_at IS NULL;
      CREATE INDEX overage_report_customer_idx ON overage_report (customer_id, occurred_at, entry_id);

      -- Paid subscriptions of erased accounts. They are closed once their overage has been reported.
      CREATE TABLE subscription_closure (
        provider_subscription_id text PRIMARY KEY,
        customer_id text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE subscription_closure, overage_report, payment_event;
      ALTER TABLE subscription DROP COLUMN pending_from, DROP COLUMN past_due_since, DROP COLUMN disputed_at;
    `);
  }
}
