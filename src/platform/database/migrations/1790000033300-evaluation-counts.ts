// How many evaluations an account has made in each usage period.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EvaluationCounts1790000033300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Not a column of usage_period: every call that is accepted or settled locks that row, and evaluations must not wait for
      -- calls. No foreign key to it either: its check would wait for the same lock while this row is held.
      CREATE TABLE evaluation_count (
        period_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        evaluations integer NOT NULL CHECK (evaluations >= 0)
      ) WITH (fillfactor = 70);
      CREATE INDEX evaluation_count_account_idx ON evaluation_count (account_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE evaluation_count');
  }
}
