// An account may be erased while its order waits to be paid, or before its payment was heard of: what is to be ended is the customer.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CustomerClosures1790000016000 implements MigrationInterface {
  /** The subscription stays beside it for the release before, which ends by it. */
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
