// Ties a kept answer to what it tells of: with an analysis, a draft, an API key or an account goes what answers tell of it.
// Triggers do so for every statement that deletes: a client's, the end of a retention, an erasure.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SubjectsOfAnswers1790000043100 implements MigrationInterface {
  /** Without a default, or with a constant one: no row is rewritten. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE idempotency_key
        -- Ids, and scorecard/number for a revision. Null: a row of an earlier release, which may tell of anything of its account.
        ADD COLUMN subjects text[],
        -- The body of the answer is empty, or will be: what it tells of was deleted, or newer answers took its room.
        ADD COLUMN forgotten boolean NOT NULL DEFAULT false;

      CREATE FUNCTION forget_answers(gone text[], accounts uuid[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        -- Sorted, so that two deletions wait for one another in one order.
        UPDATE idempotency_key SET forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END
        WHERE id IN (SELECT id FROM idempotency_key WHERE subjects && gone AND NOT forgotten ORDER BY id FOR UPDATE);
        UPDATE idempotency_key SET forgotten = true, body = CASE WHEN body IS NOT NULL THEN ''::bytea END
        WHERE id IN (SELECT id FROM idempotency_key
                      WHERE account_id = ANY(accounts) AND subjects IS NULL AND NOT forgotten ORDER BY id FOR UPDATE);
      END $$;
      ${forgetting('analysis', 'id::text', 'account_id')}
      ${forgetting('account', 'id::text', 'id')}
      ${forgetting('scorecard_revision', "scorecard_id || '/' || number", 'NULL::uuid')}

      CREATE FUNCTION revoked_key_forgets_answers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM forget_answers(ARRAY[NEW.id::text], '{}');
        RETURN NULL;
      END $$;
      CREATE TRIGGER api_key_forget_answers AFTER UPDATE OF revoked_at ON api_key
        FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION revoked_key_forgets_answers();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION analysis_forgets_answers CASCADE;
      DROP FUNCTION account_forgets_answers CASCADE;
      DROP FUNCTION scorecard_revision_forgets_answers CASCADE;
      DROP FUNCTION revoked_key_forgets_answers CASCADE;
      DROP FUNCTION forget_answers;
      -- Earlier releases cannot open an empty body.
      DELETE FROM idempotency_key WHERE forgotten;
      ALTER TABLE idempotency_key DROP COLUMN subjects, DROP COLUMN forgotten;
    `);
  }
}

const forgetting = (table: string, subject: string, account: string) => `
      CREATE FUNCTION ${table}_forgets_answers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM forget_answers((SELECT array_agg(${subject}) FROM deleted), (SELECT array_agg(DISTINCT ${account}) FROM deleted));
        RETURN NULL;
      END $$;
      CREATE TRIGGER ${table}_forget_answers AFTER DELETE ON ${table}
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION ${table}_forgets_answers();`;
