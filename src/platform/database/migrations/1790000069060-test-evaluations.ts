// The index by which evaluations of test mode are listed, and counted out of the others.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class TestEvaluations1790000069060 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'evaluation_test_idx',
      `evaluation (account_id, created_at DESC, id DESC) INCLUDE (scorecard_id, revision, outcome, score, superseded)
       WHERE NOT livemode`,
    );
  }
}
