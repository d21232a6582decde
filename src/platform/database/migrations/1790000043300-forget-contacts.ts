// Deletes personal data that earlier releases kept for longer than needed: the filters of jobs that have found their calls, and
// the payment provider's customers in processed events.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events per statement. */
const BATCH = 5_000;

export class ForgetContacts1790000043300 implements MigrationInterface {
  /** No transaction: each batch is committed by itself, so that no event waits long for its row. */
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE rescore SET filter = '{}', cursor_created_at = NULL, cursor_id = NULL
      WHERE (expanded OR status <> 'processing') AND (filter <> '{}' OR cursor_id IS NOT NULL)`);
    let changed: unknown[];
    do {
      [changed] = await runner.query(
        `UPDATE payment_event SET customer_id = NULL, dispute_id = NULL
         WHERE id IN (
           SELECT e.id FROM payment_event e
           WHERE e.processed_at IS NOT NULL AND e.customer_id IS NOT NULL AND (e.dispute_id IS NULL OR NOT EXISTS (
             SELECT 1 FROM subscription s WHERE s.provider_customer_id = e.customer_id))
           LIMIT ${BATCH})
         RETURNING id`,
      );
    } while (changed.length === BATCH);
    await runner.query(`
      UPDATE overage_report SET subscription_id = NULL, invoice_item_id = CASE WHEN invoice_item_id IS NOT NULL THEN '' END
      WHERE customer_id = '' AND (subscription_id IS NOT NULL OR invoice_item_id <> '')`);
  }

  /** Does nothing: deleted data cannot be restored, and nothing needs it. */
  async down(): Promise<void> {}
}
