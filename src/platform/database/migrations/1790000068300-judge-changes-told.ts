// Notifications that the judge of a scorecard has changed.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const NOTIFICATIONS = `
  ALTER TABLE webhook_delivery ADD COLUMN IF NOT EXISTS judge_change_id uuid;
  ALTER TABLE webhook_delivery
    DROP CONSTRAINT IF EXISTS webhook_delivery_judge_change_fkey,
    ADD CONSTRAINT webhook_delivery_judge_change_fkey FOREIGN KEY (judge_change_id)
      REFERENCES judge_change ON DELETE CASCADE NOT VALID,
    DROP CONSTRAINT IF EXISTS webhook_delivery_owner_check,
    ADD CONSTRAINT webhook_delivery_owner_check
      CHECK (num_nonnulls(analysis_id, evaluation_id, rescore_id, redaction_id, export_id, batch_id, calibration_id,
        judge_change_id) = 1)
      NOT VALID,
    DROP CONSTRAINT IF EXISTS webhook_delivery_event_check,
    ADD CONSTRAINT webhook_delivery_event_check CHECK (
      CASE event
        WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
        WHEN 'evaluation.acknowledged' THEN evaluation_id IS NOT NULL
        WHEN 'dispute.opened' THEN analysis_id IS NOT NULL AND detail_id IS NOT NULL
        WHEN 'dispute.resolved' THEN analysis_id IS NOT NULL AND detail_id IS NOT NULL
        WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
        WHEN 'redaction.completed' THEN redaction_id IS NOT NULL
        WHEN 'export.completed' THEN export_id IS NOT NULL
        WHEN 'batch.completed' THEN batch_id IS NOT NULL
        WHEN 'batch.waiting' THEN batch_id IS NOT NULL
        WHEN 'calibration.closed' THEN calibration_id IS NOT NULL
        WHEN 'scorecard.drift' THEN judge_change_id IS NOT NULL
        WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
        WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
        ELSE event IN ('analysis.completed', 'analysis.failed', 'analysis.redacted') AND analysis_id IS NOT NULL
      END) NOT VALID;`;

export class JudgeChangesTold1790000068300 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NOTIFICATIONS);
    const ofChange = 'webhook_delivery (judge_change_id) WHERE judge_change_id IS NOT NULL';
    await createIndexConcurrently(runner, 'webhook_delivery_judge_change_idx', ofChange);
  }
}
