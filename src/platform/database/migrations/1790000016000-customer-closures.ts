// After an erasure the provider's customer is closed, not its subscription: an account may be erased while an order waits for
// payment, or before the service has heard of the payment, and has no subscription then.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CustomerClosures1790000016000 implements MigrationInterface {
  /** The column of the subscription stays: the previous release, which may still run, ends the subscription that it names. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscription_closure DROP CONSTRAINT subscription_closure_pkey;
      ALTER TABLE subscription_closure ALTER COLUMN provider_subscription_id DROP NOT NULL;
      ALTER TABLE subscription_closure ADD PRIMARY KEY (customer_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM subscription_closure WHERE provider_subscription_id IS NULL;
      ALTER TABLE subscription_closure DROP CONSTRAINT subscription_closure_pkey;
      ALTER TABLE subscription_closure ALTER COLUMN provider_subscription_id SET NOT NULL;
      ALTER TABLE subscription_closure ADD PRIMARY KEY (provider_subscription_id);
      ALTER TABLE subscription_closure ALTER COLUMN customer_id SET NOT NULL;
    `);
  }
}
