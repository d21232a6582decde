// A trace of each call that is deleted while it is worked on: what was paid for it must be in the ledger. The trigger writes it
// for every release and every statement that deletes, so that the comparison does not rest on the code that it checks.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeletedCalls1790000023100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_call (
        analysis_id uuid PRIMARY KEY,
        duration_ms bigint NOT NULL,
        -- Of the checkpoints that it had.
        steps text[] NOT NULL,
        deleted_at timestamptz(3) NOT NULL DEFAULT now()
      );

      CREATE FUNCTION analysis_deleted_at_work() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO deleted_call (analysis_id, duration_ms, steps)
        SELECT OLD.id, OLD.duration_ms, array_agg(DISTINCT step) FROM analysis_checkpoint
        WHERE analysis_id = OLD.id HAVING count(*) > 0
        ON CONFLICT DO NOTHING;
        RETURN OLD;
      END $$;
      -- A deletion reaches the checkpoints after the row.
      CREATE TRIGGER analysis_delete_at_work BEFORE DELETE ON analysis
        FOR EACH ROW WHEN (OLD.status = 'processing' AND OLD.duration_ms IS NOT NULL)
        EXECUTE FUNCTION analysis_deleted_at_work();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION analysis_deleted_at_work CASCADE; DROP TABLE deleted_call');
  }
}
