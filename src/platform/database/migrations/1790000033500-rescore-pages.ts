// How far a job that judges stored calls again has come: what its pages have made, and what it holds of the account's
// evaluations.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RescorePages1790000033500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rescore
        -- Evaluations that its pages have made; and those that were counted at its start and not given back.
        ADD COLUMN made integer NOT NULL DEFAULT 0,
        ADD COLUMN taken integer NOT NULL DEFAULT 0;
      CREATE INDEX rescore_expanded_idx ON rescore (id) WHERE status = 'processing' AND expanded;
      CREATE INDEX evaluation_unsettled_idx ON evaluation (rescore_id) WHERE status = 'processing' AND rescore_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX evaluation_unsettled_idx, rescore_expanded_idx;
      ALTER TABLE rescore DROP COLUMN taken, DROP COLUMN made;
    `);
  }
}
