// Attempts lose their foreign key to the delivery: its check looked up and locked the delivery once more for each attempt, in the
// statement that had just locked it. The statement writes attempts of locked deliveries only, so the key held in any case; what
// the key deleted with a delivery, a trigger deletes.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AttemptsWithoutKey1790000034000 implements MigrationInterface {
  /** The deliveries are locked before their attempts, as the statements of senders do: otherwise the two could deadlock. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      LOCK TABLE webhook_delivery IN ACCESS EXCLUSIVE MODE;
      CREATE FUNCTION delete_webhook_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM webhook_attempt WHERE delivery_id = OLD.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER webhook_delivery_attempts AFTER DELETE ON webhook_delivery
        FOR EACH ROW EXECUTE FUNCTION delete_webhook_attempts();
      ALTER TABLE webhook_attempt DROP CONSTRAINT webhook_attempt_delivery_id_fkey;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      LOCK TABLE webhook_delivery IN ACCESS EXCLUSIVE MODE;
      DROP FUNCTION delete_webhook_attempts CASCADE;
      ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_delivery_id_fkey
        FOREIGN KEY (delivery_id) REFERENCES webhook_delivery ON DELETE CASCADE;
    `);
  }
}
