// The review queue by the reason `disputed`, in both orders, and the notifications of a calibration session.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const DISPUTED = "WHERE state = 'open' AND reasons @> '{disputed}'";

export class DisputedTasks1790000067100 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const order = 'worth DESC, created_at, analysis_id';
    await createIndexConcurrently(runner, 'review_task_disputed_idx', `review_task (account_id, ${order}) ${DISPUTED}`);
    const severe = `review_task (account_id, severity, ${order}) ${DISPUTED}`;
    await createIndexConcurrently(runner, 'review_task_severe_disputed_idx', severe);
    const ofSession = 'webhook_delivery (calibration_id) WHERE calibration_id IS NOT NULL';
    await createIndexConcurrently(runner, 'webhook_delivery_calibration_idx', ofSession);
  }
}
