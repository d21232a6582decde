// A job that judges stored calls again counts its evaluations in the mode of each call: these are its numbers for test mode.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RescoreModes1790000046000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rescore
        -- Of \`made\` and \`taken\`, and of the settled ones, those of calls of test mode.
        ADD COLUMN made_test integer NOT NULL DEFAULT 0,
        ADD COLUMN taken_test integer NOT NULL DEFAULT 0,
        ADD COLUMN settled_test integer NOT NULL DEFAULT 0;
      -- Jobs in progress counted by the key that started them.
      UPDATE rescore SET made_test = made, taken_test = taken, settled_test = completed + failed
      WHERE status = 'processing' AND NOT livemode;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rescore DROP COLUMN settled_test, DROP COLUMN taken_test, DROP COLUMN made_test;
    `);
  }
}
