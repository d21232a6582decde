// Keeps the scores and flags of an analysis beside its results, so that a list of summaries reads neither results nor
// transcripts.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ResultsSummaries1790000018000 implements MigrationInterface {
  /**
   * Nullable and without a default: no row is rewritten. Where it is null, because an earlier release completed the call,
   * the summary is made from the results when it is read.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis_payload ADD COLUMN results_summary text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis_payload DROP COLUMN results_summary');
  }
}
