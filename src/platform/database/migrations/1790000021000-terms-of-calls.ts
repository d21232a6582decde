// The terms of a call stand on its reservation from acceptance on, and on its ledger entry and overage report afterwards.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TermsOfCalls1790000021000 implements MigrationInterface {
  /**
   * Nullable or with a constant default, so that no row is rewritten. A reservation of an earlier release has no terms: its
   * call goes by those of its period. The tables are altered in the order in which an acceptance locks them.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE usage_period
        ADD COLUMN used_hundredths bigint NOT NULL DEFAULT 0,
        ADD COLUMN reserved_hundredths bigint NOT NULL DEFAULT 0,
        ADD COLUMN overage_hundredths bigint NOT NULL DEFAULT 0,
        ADD COLUMN overage_cents bigint NOT NULL DEFAULT 0,
        ADD COLUMN analyses bigint NOT NULL DEFAULT 0,
        -- Room on each page, so that an update of a sum stays on its page and changes no index (HOT).
        SET (fillfactor = 50);
      ALTER TABLE minutes_reservation
        ADD COLUMN included_hundredths bigint,
        ADD COLUMN overage_limit_hundredths bigint,
        ADD COLUMN overage_cents_per_minute numeric(12, 4),
        ADD COLUMN provider_customer_id text,
        ADD COLUMN provider_subscription_id text;
      ALTER TABLE ledger_entry
        ADD COLUMN included_hundredths bigint,
        ADD COLUMN overage_cents_per_minute numeric(12, 4),
        ADD COLUMN provider_subscription_id text;
      ALTER TABLE overage_report
        ADD COLUMN subscription_id text,
        ADD COLUMN amount_cents bigint,
        ADD COLUMN period_starts_at timestamptz(3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE overage_report
        DROP COLUMN subscription_id, DROP COLUMN amount_cents, DROP COLUMN period_starts_at;
      ALTER TABLE ledger_entry
        DROP COLUMN included_hundredths, DROP COLUMN overage_cents_per_minute, DROP COLUMN provider_subscription_id;
      ALTER TABLE minutes_reservation
        DROP COLUMN included_hundredths, DROP COLUMN overage_limit_hundredths, DROP COLUMN overage_cents_per_minute,
        DROP COLUMN provider_customer_id, DROP COLUMN provider_subscription_id;
      ALTER TABLE usage_period
        DROP COLUMN used_hundredths, DROP COLUMN reserved_hundredths, DROP COLUMN overage_hundredths,
        DROP COLUMN overage_cents, DROP COLUMN analyses, RESET (fillfactor);
    `);
  }
}
