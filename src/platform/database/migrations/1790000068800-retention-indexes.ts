// The indexes by which a round of retention finds what is due of an account, and calls with days of their own. Each holds the
// calls that still have the part, so that no round reads a finished call again.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const OF_ACCOUNT = 'analysis (account_id, settled_at, id) WHERE settled_at IS NOT NULL AND retention_days IS NULL';
const INDEXES = {
  analysis_account_retention_idx: OF_ACCOUNT,
  analysis_account_recording_idx: `${OF_ACCOUNT} AND storage_key IS NOT NULL`,
  analysis_account_original_idx: `${OF_ACCOUNT} AND original_key IS NOT NULL`,
  analysis_account_transcript_idx: `${OF_ACCOUNT} AND status = 'completed' AND transcript_deleted_at IS NULL`,
  analysis_account_failed_idx: `${OF_ACCOUNT} AND status = 'failed'`,
  analysis_own_retention_idx:
    'analysis (own_retention_end(settled_at, retention_days), id) WHERE retention_days IS NOT NULL',
  // Calls that no job reaches.
  analysis_without_transcript_idx:
    'analysis (account_id, created_at DESC, id DESC) WHERE transcript_deleted_at IS NOT NULL',
};

export class RetentionIndexes1790000068800 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES)) await createIndexConcurrently(runner, name, on);
  }
}
