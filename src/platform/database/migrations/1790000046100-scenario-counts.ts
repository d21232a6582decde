// How many calls an account has played from scenarios in each month of test mode.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ScenarioCounts1790000046100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Beside usage_period, and without a foreign key to it, as evaluation_count.
      CREATE TABLE scenario_count (
        period_id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        scenarios integer NOT NULL CHECK (scenarios >= 0)
      ) WITH (fillfactor = 70);
      CREATE INDEX scenario_count_account_idx ON scenario_count (account_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scenario_count');
  }
}
