// Keeps the list of a million analyses fast: exact counters by month, and a dictionary of the identifiers in use.
import type { QueryRunner } from 'typeorm';

/** Tried in this order where the locale of the database folds ASCII letters only. */
const FOLDING_COLLATIONS = ['pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8', 'en_US.utf8'];

/**
 * The counters have no foreign key to the account: the counters of an erased account go with its analyses.
 * Every writer takes its locks in the same order: the analysis, then its months, then its parties, each sorted by key. A
 * statement deletes counters that have reached zero only where it already holds their locks.
 */
export const LISTING = `
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE EXTENSION IF NOT EXISTS btree_gin;

      -- The fillfactor leaves room on each page, so that an update of a count stays on its page and changes no index (HOT).
      CREATE TABLE IF NOT EXISTS analysis_month_count (
        account_id uuid NOT NULL,
        month date NOT NULL,
        processing bigint NOT NULL,
        completed bigint NOT NULL,
        failed bigint NOT NULL,
        PRIMARY KEY (account_id, month)
      ) WITH (fillfactor = 70);

      CREATE TABLE IF NOT EXISTS analysis_party (
        account_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('agent', 'contact')),
        value text NOT NULL,
        folded text NOT NULL,
        n bigint NOT NULL,
        PRIMARY KEY (account_id, kind, value)
      ) WITH (fillfactor = 80);
      -- The account is part of the index; otherwise a search would first read the matches of all accounts.
      CREATE INDEX IF NOT EXISTS analysis_party_folded_idx ON analysis_party USING gin (account_id, folded gin_trgm_ops)
        WITH (fastupdate = off);
      -- PL/pgSQL, because Postgres starts an executor for each call of a function in SQL, which takes five times as long.
      -- Each two characters that stand together: {ab,bc} for 'abc', null for a text that is shorter than two.
      CREATE OR REPLACE FUNCTION analysis_bigrams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      DECLARE
        bigrams text[];
      BEGIN
        FOR i IN 1 .. length(value) - 1 LOOP
          bigrams[i] := substr(value, i, 2);
        END LOOP;
        RETURN bigrams;
      END $$;
      CREATE INDEX IF NOT EXISTS analysis_party_bigrams_idx ON analysis_party USING gin (account_id, (analysis_bigrams(folded) COLLATE "C"))
        WITH (fastupdate = off);

      CREATE OR REPLACE FUNCTION analysis_count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${countMonths('SELECT *, 1 AS delta FROM inserted')}
        ${countParties('SELECT *, 1 AS delta FROM inserted')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_count_insert AFTER INSERT ON analysis
        REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_inserted();

      CREATE OR REPLACE FUNCTION analysis_count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${countMonths('SELECT *, -1 AS delta FROM deleted')}
        ${dropEmptyMonths('deleted')}
        ${countParties('SELECT *, -1 AS delta FROM deleted')}
        ${dropEmptyParties('deleted')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_count_delete AFTER DELETE ON analysis
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_deleted();

      -- A row trigger: a trigger for some columns cannot have transition tables, and progress is written far more often than status.
      CREATE OR REPLACE FUNCTION analysis_count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${countMonths('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1')}
        IF (OLD.account_id, OLD.created_at) IS DISTINCT FROM (NEW.account_id, NEW.created_at) THEN
          ${dropEmptyMonths('(SELECT OLD.*)')}
        END IF;
        IF (OLD.account_id, OLD.agent_id, OLD.contact_id) IS DISTINCT FROM (NEW.account_id, NEW.agent_id, NEW.contact_id) THEN
          ${countParties('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1')}
          ${dropEmptyParties('(SELECT OLD.*)')}
        END IF;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_count_update AFTER UPDATE OF account_id, created_at, status, agent_id, contact_id ON analysis
        FOR EACH ROW
        WHEN ((OLD.account_id, OLD.created_at, OLD.status, OLD.agent_id, OLD.contact_id)
          IS DISTINCT FROM (NEW.account_id, NEW.created_at, NEW.status, NEW.agent_id, NEW.contact_id))
        EXECUTE FUNCTION analysis_count_updated();

      CREATE OR REPLACE FUNCTION analysis_count_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        TRUNCATE analysis_month_count, analysis_party;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_count_truncate AFTER TRUNCATE ON analysis
        FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_truncated();
`;

/** @param changed query of analysis rows with a `delta` */
function countMonths(changed: string): string {
  const sumOf = (status: string) => `sum(CASE WHEN status = '${status}' THEN delta ELSE 0 END)`;
  return `
        INSERT INTO analysis_month_count AS c (account_id, month, processing, completed, failed)
        SELECT account_id, analysis_month(created_at), ${sumOf('processing')}, ${sumOf('completed')}, ${sumOf('failed')}
        FROM (${changed}) AS changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (account_id, month) DO UPDATE SET processing = c.processing + excluded.processing,
          completed = c.completed + excluded.completed, failed = c.failed + excluded.failed;`;
}

/** @param changed query of analysis rows with a `delta` */
function countParties(changed: string): string {
  return `
        INSERT INTO analysis_party AS p (account_id, kind, value, folded, n)
        SELECT account_id, kind, value, analysis_folded(value), sum(delta)
        FROM (${changed}) AS changed
          CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value)
        GROUP BY 1, 2, 3 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, kind, value) DO UPDATE SET n = p.n + excluded.n;`;
}

/** @param touched analysis rows whose months this statement has just counted */
function dropEmptyMonths(touched: string): string {
  return `
        DELETE FROM analysis_month_count c
        USING (SELECT DISTINCT account_id, analysis_month(created_at) AS month FROM ${touched} AS t) AS touched
        WHERE c.account_id = touched.account_id AND c.month = touched.month
          AND c.processing = 0 AND c.completed = 0 AND c.failed = 0;`;
}

/** @param touched analysis rows whose parties this statement has just counted */
function dropEmptyParties(touched: string): string {
  return `
        DELETE FROM analysis_party p
        USING (SELECT DISTINCT account_id, kind, value FROM ${touched} AS t
          CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value)) AS touched
        WHERE p.account_id = touched.account_id AND p.kind = touched.kind AND p.value = touched.value AND p.n = 0;`;
}

/** @returns SQL; nothing where the function is there, because stored texts were folded by it */
export async function foldingFunction(runner: QueryRunner): Promise<string> {
  const [own]: { known: unknown }[] = await runner.query(`SELECT to_regproc('analysis_folded') AS known`);
  if (own?.known) return '';
  return `
      -- The only place that folds case. It folds to upper case first, so that letters with two lower-case forms become one.
      -- A locale that knows word ends may still produce a final sigma.
      CREATE FUNCTION analysis_folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN translate(lower(upper(value${await foldingCollation(runner)})), 'ς', 'σ');
`;
}

/** @returns `COLLATE …`, or nothing where the database's own locale folds more than ASCII */
export async function foldingCollation(runner: QueryRunner): Promise<string> {
  const [own]: { folds: boolean }[] = await runner.query(`SELECT lower('É') = 'é' AS folds`);
  if (own?.folds) return '';
  for (const name of FOLDING_COLLATIONS) {
    const found: unknown[] = await runner.query('SELECT 1 FROM pg_collation WHERE collname = $1', [name]);
    if (found.length === 0) continue;
    const [other]: { folds: boolean }[] = await runner.query(`SELECT lower('É' COLLATE "${name}") = 'é' AS folds`);
    if (other?.folds) return ` COLLATE "${name}"`;
  }
  return '';
}
