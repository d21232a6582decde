// Links to a report are signed and not stored. What ends all of an analysis is a number that each link was made with.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReportLinkRounds1790000043000 implements MigrationInterface {
  /** A constant default rewrites no row. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis ADD COLUMN report_link_round integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis DROP COLUMN report_link_round');
  }
}
