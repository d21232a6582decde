// The indexes that lists of calls are filtered through.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const INDEXES: Readonly<Record<string, string>> = {
  // In place of `analysis_account_idx`: the list in its order, with all that it may be filtered by, so that a combination of
  // filters reads no row.
  analysis_list_idx: `(account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id, livemode, reviewed, direction,
    spoken_language, flagged, compliance_score, quality_score, duration_ms, call_started_at)`,
  analysis_direction_idx: '(account_id, direction, created_at DESC, id DESC) WHERE direction IS NOT NULL',
  analysis_language_idx: '(account_id, spoken_language, created_at DESC, id DESC) WHERE spoken_language IS NOT NULL',
  analysis_flagged_idx: '(account_id, created_at DESC, id DESC) WHERE flagged',
  // Without the time: Postgres then keeps one entry for each value with the rows under it, an eighth of the size.
  analysis_compliance_score_idx: '(account_id, compliance_score) WHERE compliance_score IS NOT NULL',
  analysis_quality_score_idx: '(account_id, quality_score) WHERE quality_score IS NOT NULL',
  analysis_duration_idx: '(account_id, duration_ms) WHERE duration_ms IS NOT NULL',
  analysis_call_start_idx: '(account_id, call_started_at) WHERE call_started_at IS NOT NULL',
  // Tells in which month of the list the calls of a time begin.
  analysis_call_month_idx:
    '(account_id, analysis_month(created_at), call_started_at) WHERE call_started_at IS NOT NULL',
};

export class CallFilterIndexes1790000054310 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES))
      await createIndexConcurrently(runner, name, `analysis ${definition}`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS analysis_account_idx');
  }

  /** TypeORM undoes in a transaction, where no index can be made or dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX analysis_account_idx ON analysis (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id);
      DROP INDEX ${Object.keys(INDEXES).join(', ')};
    `);
  }
}
