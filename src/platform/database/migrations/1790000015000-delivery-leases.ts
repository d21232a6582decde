// Moves the lease of a delivery into a column without an index. Taking a lease then rewrites the row in place (a HOT update) and
// adds no index entry.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeliveryLeases1790000015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_delivery ADD COLUMN leased_until timestamptz(3);
      -- Room for the second version of every row beside the first.
      ALTER TABLE webhook_delivery SET (fillfactor = 50);
      -- Made of a random UUID and never looked up; each row was entered there three times.
      ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_event_key;

      -- Senders of the release before look at next_attempt_at alone. What is leased is not theirs to take.
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
