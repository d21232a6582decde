// Batches and jobs that mask stored calls take turns by account. The indexes on the time alone stay for the release before.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class TurnsOfJobs1790000062300 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'batch_turn_idx',
      "batch (account_id, run_after) WHERE status IN ('processing', 'waiting_for_quota') AND NOT all_taken",
    );
    await createIndexConcurrently(
      runner,
      'redaction_turn_idx',
      "redaction (account_id, run_after) WHERE status = 'processing' AND NOT expanded",
    );
  }
}
