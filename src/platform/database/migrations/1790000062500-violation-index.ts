// Calls with violations, for statistics by the rules that were broken.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class ViolationIndex1790000062500 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_violations_idx',
      "analysis (account_id, created_at) WHERE violations <> '{}'",
    );
  }
}
