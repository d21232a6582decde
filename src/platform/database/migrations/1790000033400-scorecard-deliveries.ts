// Notifications of evaluations and of jobs that judge stored calls again.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ScorecardDeliveries1790000033400 implements MigrationInterface {
  /**
   * Nullable and without a default: no row is rewritten. The checks and keys hold for all rows before them, so that those need
   * not be read. A delivery of an evaluation has no `analysis_id`: a sender of the previous release finds no body for it and
   * leaves it to one of this release, instead of sending the analysis under the wrong event.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_delivery
        ALTER COLUMN analysis_id DROP NOT NULL,
        ADD COLUMN evaluation_id uuid,
        ADD COLUMN rescore_id uuid,
        DROP CONSTRAINT webhook_delivery_event_check,
        ADD CONSTRAINT webhook_delivery_event_check CHECK (
          CASE event
            WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
            WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
            ELSE event IN ('analysis.completed', 'analysis.failed') AND analysis_id IS NOT NULL
          END) NOT VALID,
        ADD CONSTRAINT webhook_delivery_owner_check CHECK (num_nonnulls(analysis_id, evaluation_id, rescore_id) = 1) NOT VALID,
        ADD CONSTRAINT webhook_delivery_evaluation_fkey
          FOREIGN KEY (evaluation_id) REFERENCES evaluation ON DELETE CASCADE NOT VALID,
        ADD CONSTRAINT webhook_delivery_rescore_fkey
          FOREIGN KEY (rescore_id) REFERENCES rescore ON DELETE CASCADE NOT VALID;
    `);
  }

  /** Earlier releases know neither event. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM webhook_delivery WHERE analysis_id IS NULL;
      ALTER TABLE webhook_delivery
        DROP COLUMN evaluation_id,
        DROP COLUMN rescore_id,
        DROP CONSTRAINT IF EXISTS webhook_delivery_owner_check,
        DROP CONSTRAINT IF EXISTS webhook_delivery_event_check,
        ADD CONSTRAINT webhook_delivery_event_check CHECK (event IN ('analysis.completed', 'analysis.failed')),
        ALTER COLUMN analysis_id SET NOT NULL;
    `);
  }
}
