// Calls of the sandbox: a scenario stands in for the recording, and no minutes are reserved or billed.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Scenarios1790000032000 implements MigrationInterface {
  /**
   * Nullable and without a default: no row is rewritten. The new check allows all that the old one did, so that the rows
   * before it need not be read.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analysis ADD COLUMN scenario text,
        DROP CONSTRAINT analysis_recording_check,
        ADD CONSTRAINT analysis_recording_check CHECK
          (status <> 'processing' OR source_url IS NOT NULL OR storage_key IS NOT NULL OR scenario IS NOT NULL) NOT VALID;

      -- No provider is paid for a scenario, so its deletion leaves nothing to compare with the ledger.
      DROP TRIGGER analysis_delete_at_work ON analysis;
      CREATE TRIGGER analysis_delete_at_work BEFORE DELETE ON analysis
        FOR EACH ROW WHEN (OLD.status = 'processing' AND OLD.duration_ms IS NOT NULL AND OLD.scenario IS NULL)
        EXECUTE FUNCTION analysis_deleted_at_work();
    `);
  }

  /** Earlier releases cannot go on with a scenario: what is in progress is dropped. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER analysis_delete_at_work ON analysis;
      DELETE FROM analysis WHERE scenario IS NOT NULL AND status = 'processing';
      CREATE TRIGGER analysis_delete_at_work BEFORE DELETE ON analysis
        FOR EACH ROW WHEN (OLD.status = 'processing' AND OLD.duration_ms IS NOT NULL)
        EXECUTE FUNCTION analysis_deleted_at_work();
      ALTER TABLE analysis DROP CONSTRAINT analysis_recording_check,
        ADD CONSTRAINT analysis_recording_check
          CHECK (status <> 'processing' OR source_url IS NOT NULL OR storage_key IS NOT NULL),
        DROP COLUMN scenario;
    `);
  }
}
