// A forgotten answer does not name the object any more from which it could be rebuilt.
import type { QueryRunner } from 'typeorm';

const FORGETTING = `
  CREATE OR REPLACE FUNCTION forget_answers(gone text[], accounts uuid[]) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      -- Sorted, so that two deletions wait for one another in one order.
      UPDATE idempotency_key SET forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END, subjects = '{}', renders = NULL,
        resource_id = CASE WHEN status IS NULL THEN resource_id ELSE gen_random_uuid() END
      WHERE id IN (SELECT id FROM idempotency_key WHERE subjects && gone ORDER BY id FOR UPDATE);
      UPDATE idempotency_key SET forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END, subjects = '{}', renders = NULL,
        resource_id = CASE WHEN status IS NULL THEN resource_id ELSE gen_random_uuid() END
      WHERE id IN (SELECT id FROM idempotency_key
                    WHERE account_id = ANY(accounts) AND subjects IS NULL AND NOT forgotten ORDER BY id FOR UPDATE);
    END $$;`;

export class ForgottenAnswers1790000069300 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FORGETTING);
  }
}
