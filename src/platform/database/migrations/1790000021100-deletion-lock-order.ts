// Gives the deletion of a call in progress the lock order of every other transaction.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeletionLockOrder1790000021100 implements MigrationInterface {
  /**
   * A transaction that accepts or settles a call locks the analysis, then its counts by month and party, then its usage
   * period. A deletion would reach the period before the counts, because Postgres deletes the reservation first, by its
   * foreign key, and the two orders together are a deadlock. So the deletion of an analysis with a reservation locks the
   * counts first.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION analysis_count_locked() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM minutes_reservation WHERE analysis_id = OLD.id) THEN
          PERFORM 1 FROM analysis_month_count
            WHERE account_id = OLD.account_id AND month = analysis_month(OLD.created_at) FOR UPDATE;
          PERFORM 1 FROM analysis_party
            WHERE account_id = OLD.account_id AND (kind, value) IN (('agent', OLD.agent_id), ('contact', OLD.contact_id))
            ORDER BY kind, value FOR UPDATE;
        END IF;
        RETURN OLD;
      END $$;
      CREATE TRIGGER analysis_count_lock BEFORE DELETE ON analysis
        FOR EACH ROW WHEN (OLD.status = 'processing') EXECUTE FUNCTION analysis_count_locked();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER analysis_count_lock ON analysis; DROP FUNCTION analysis_count_locked');
  }
}
