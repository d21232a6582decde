// Whether a person has decided anything about a call or about an evaluation, for the lists.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Reviewed1790000052100 implements MigrationInterface {
  /** Constant defaults rewrite no row. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analysis ADD COLUMN reviewed boolean NOT NULL DEFAULT false;
      ALTER TABLE evaluation ADD COLUMN reviewed boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE evaluation DROP COLUMN reviewed;
      ALTER TABLE analysis DROP COLUMN reviewed;
    `);
  }
}
