// The review queue by the reason `sampled`, in both orders.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const SAMPLED = "WHERE state = 'open' AND reasons @> '{sampled}'";

export class SampledTasks1790000066100 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const order = 'worth DESC, created_at, analysis_id';
    await createIndexConcurrently(runner, 'review_task_sampled_idx', `review_task (account_id, ${order}) ${SAMPLED}`);
    const severe = `review_task (account_id, severity, ${order}) ${SAMPLED}`;
    await createIndexConcurrently(runner, 'review_task_severe_sampled_idx', severe);
  }
}
