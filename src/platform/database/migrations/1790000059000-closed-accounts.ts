// An erasure closes the account first, and a change of the account's row waits for none of its work.
import type { QueryRunner } from 'typeorm';

export class ClosedAccounts1790000059000 {
  /**
   * A column of a unique index is a key, and a change of a key waits for every transaction that refers to the row. An exclusion
   * constraint refuses the same rows and is none; processes of the release before name it in ON CONFLICT as they did.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account ADD COLUMN IF NOT EXISTS closed_at timestamptz(3),
        DROP CONSTRAINT IF EXISTS account_email_folded_key,
        ADD CONSTRAINT account_email_folded_key EXCLUDE USING btree (email_folded WITH =);
      CREATE INDEX IF NOT EXISTS account_closed_idx ON account (closed_at) WHERE closed_at IS NOT NULL`);
  }
}
