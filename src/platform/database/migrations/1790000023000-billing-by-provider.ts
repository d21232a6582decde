// What the payment provider says goes before what this service supposes: its prices and the start of its periods. An account
// with a customer is compared with the provider at least once a day.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BillingByProvider1790000023000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscription
        -- When the provider is asked again although no event came.
        ADD COLUMN refresh_due_at timestamptz(3) NOT NULL DEFAULT now(),
        -- What the subscription pays at the provider. Null: the configured prices hold.
        ADD COLUMN price_cents integer,
        ADD COLUMN overage_cents_per_minute numeric(12, 4);
      -- Spread over a day, so that the first round does not ask about every customer.
      UPDATE subscription SET refresh_due_at = now() + random() * interval '1 day' WHERE provider_customer_id IS NOT NULL;
      CREATE INDEX subscription_refresh_idx ON subscription (refresh_due_at) WHERE provider_customer_id IS NOT NULL;

      -- The start of the provider's period that this one follows. Null: no payment of the account began in it.
      ALTER TABLE usage_period ADD COLUMN provider_starts_at timestamptz(3);

      ALTER TABLE overage_report
        -- Of the invoice item that charges the overage instead of the meter.
        ADD COLUMN invoice_item_id text,
        ADD COLUMN refusals integer NOT NULL DEFAULT 0,
        -- The provider refused it for good: it is not sent again until an operator clears this.
        ADD COLUMN given_up_at timestamptz(3);
      CREATE INDEX overage_report_given_up_idx ON overage_report (given_up_at) WHERE given_up_at IS NOT NULL;

      ALTER TABLE subscription_closure
        -- When everything of the customer had ended. Its last invoices may still wait for their payment.
        ADD COLUMN ended_at timestamptz(3),
        ADD COLUMN next_attempt_at timestamptz(3) NOT NULL DEFAULT now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscription_closure DROP COLUMN ended_at, DROP COLUMN next_attempt_at;
      ALTER TABLE overage_report DROP COLUMN invoice_item_id, DROP COLUMN refusals, DROP COLUMN given_up_at;
      ALTER TABLE usage_period DROP COLUMN provider_starts_at;
      ALTER TABLE subscription DROP COLUMN refresh_due_at, DROP COLUMN price_cents, DROP COLUMN overage_cents_per_minute;
    `);
  }
}
