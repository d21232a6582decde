// Notifications of reviews and corrections name them, in place of a copy for each receiver. Rows of before keep their copies.
import type { QueryRunner } from 'typeorm';

export class DetailsByReference1790000060100 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_delivery
        ADD COLUMN IF NOT EXISTS detail_id uuid,
        DROP CONSTRAINT IF EXISTS webhook_delivery_event_check,
        ADD CONSTRAINT webhook_delivery_event_check CHECK (
          CASE event
            WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
            WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
            WHEN 'redaction.completed' THEN redaction_id IS NOT NULL
            WHEN 'export.completed' THEN export_id IS NOT NULL
            WHEN 'batch.completed' THEN batch_id IS NOT NULL
            WHEN 'batch.waiting' THEN batch_id IS NOT NULL
            WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
            WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
            ELSE event IN ('analysis.completed', 'analysis.failed', 'analysis.redacted') AND analysis_id IS NOT NULL
          END) NOT VALID`);
  }
}
