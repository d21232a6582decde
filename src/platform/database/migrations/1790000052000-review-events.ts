// Notifications of reviews and of corrections.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHECK = 'webhook_delivery_event_check';

export class ReviewEvents1790000052000 implements MigrationInterface {
  /** Nullable and without a default: no row is rewritten. The check holds for all rows before it, which need not be read. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_delivery
        -- What was done to the analysis, as JSON: what the notification has beside it.
        ADD COLUMN detail text,
        DROP CONSTRAINT ${CHECK},
        ADD CONSTRAINT ${CHECK} CHECK (
          CASE event
            WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
            WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
            WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
            WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND detail IS NOT NULL
            ELSE event IN ('analysis.completed', 'analysis.failed') AND analysis_id IS NOT NULL
          END) NOT VALID;
    `);
  }

  /** Earlier releases know neither event. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM webhook_delivery WHERE detail IS NOT NULL;
      ALTER TABLE webhook_delivery
        DROP CONSTRAINT IF EXISTS ${CHECK},
        DROP COLUMN detail,
        ADD CONSTRAINT ${CHECK} CHECK (
          CASE event
            WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
            WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
            ELSE event IN ('analysis.completed', 'analysis.failed') AND analysis_id IS NOT NULL
          END) NOT VALID;
    `);
  }
}
