// Moves the lease of a delivery into a column without an index. Taking a lease then rewrites the row in place (a HOT update) and
// adds no index entry.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeliveryLeases1790000015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_delivery ADD COLUMN leased_until timestamptz(3);
      -- Leaves room for a second version of every row on its page.
      ALTER TABLE webhook_delivery SET (fillfactor = 50);
      -- The event id is made from a random UUID and never looked up, but each delivery wrote three entries into this index.
      ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_event_key;

      -- Senders of the previous release look at next_attempt_at only. The trigger keeps them from taking a leased delivery.
      CREATE FUNCTION leave_leased_delivery() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER webhook_delivery_leased BEFORE UPDATE OF fence ON webhook_delivery FOR EACH ROW
        WHEN (OLD.leased_until > now() AND NEW.leased_until = OLD.leased_until)
        EXECUTE FUNCTION leave_leased_delivery();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER webhook_delivery_leased ON webhook_delivery;
      DROP FUNCTION leave_leased_delivery;
      ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_event_key UNIQUE (event_id);
      ALTER TABLE webhook_delivery RESET (fillfactor);
      ALTER TABLE webhook_delivery DROP COLUMN leased_until;
    `);
  }
}
