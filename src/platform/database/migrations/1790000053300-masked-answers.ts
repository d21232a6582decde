// Kept answers that hold words of a call are emptied when the call is masked, and written anew at each replay.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MaskedAnswers1790000053300 implements MigrationInterface {
  /** Without a default, or with a constant one: no row is rewritten. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idempotency_key
        -- Kind and id of the object that the answer shows. Empty: it holds no words of a call. Null: it cannot be written anew.
        ADD COLUMN renders text,
        -- The words of a call that it tells of were masked since the request began.
        ADD COLUMN masked boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Earlier releases cannot write them anew.
      UPDATE idempotency_key SET forgotten = true WHERE masked;
      ALTER TABLE idempotency_key DROP COLUMN masked, DROP COLUMN renders;
    `);
  }
}
