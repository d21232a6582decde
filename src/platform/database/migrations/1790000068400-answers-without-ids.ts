// A kept answer that is forgotten, because its call or its account was deleted, leads to no one any more: it loses the ids of
// what it told of. A request that still runs keeps the id of what it makes, until its answer is stored.
import type { QueryRunner } from 'typeorm';

const WITHOUT_IDS = `forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END, subjects = '{}',
          resource_id = CASE WHEN status IS NULL THEN resource_id ELSE gen_random_uuid() END`;

const FUNCTION = `
  CREATE OR REPLACE FUNCTION forget_answers(gone text[], accounts uuid[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        -- Sorted, so that two deletions wait for one another in one order.
        UPDATE idempotency_key SET ${WITHOUT_IDS}
        WHERE id IN (SELECT id FROM idempotency_key WHERE subjects && gone ORDER BY id FOR UPDATE);
        UPDATE idempotency_key SET ${WITHOUT_IDS}
        WHERE id IN (SELECT id FROM idempotency_key
                      WHERE account_id = ANY(accounts) AND subjects IS NULL AND NOT forgotten ORDER BY id FOR UPDATE);
      END $$`;

export class AnswersWithoutIds1790000068400 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FUNCTION);
  }
}
