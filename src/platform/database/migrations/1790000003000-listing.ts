// Keeps the list of a million analyses fast: exact counters by month, and a dictionary of the identifiers in use.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The migration tries these in order where the locale of the database folds ASCII letters only. */
const FOLDING_COLLATIONS = ['pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8', 'en_US.utf8'];

export class Listing1790000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Counting a large table takes longer than the limit that holds for requests.
    await runner.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin');
    await this.createFunctions(runner, await foldingCollation(runner));
    // From here on other transactions cannot write analyses until the triggers exist. They can read.
    await runner.query('LOCK TABLE analysis IN SHARE ROW EXCLUSIVE MODE');
    await this.createTables(runner);
    await this.createTriggers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The extensions stay: they may have been there before.
    await runner.query(`
      DROP TRIGGER analysis_count_insert ON analysis;
      DROP TRIGGER analysis_count_update ON analysis;
      DROP TRIGGER analysis_count_delete ON analysis;
      DROP TRIGGER analysis_count_truncate ON analysis;
      DROP FUNCTION analysis_count_inserted, analysis_count_updated, analysis_count_deleted, analysis_count_truncated;
      DROP TABLE analysis_month_count, analysis_party;
      DROP FUNCTION analysis_folded, analysis_month;
    `);
  }

  private async createFunctions(runner: QueryRunner, collation: string): Promise<void> {
    await runner.query(`
      -- The only place that folds case. It folds to upper case first, so that letters with two lower-case forms become one.
      -- A locale that knows word ends may still produce a final sigma.
      CREATE FUNCTION analysis_folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN translate(lower(upper(value${collation})), 'ς', 'σ');

      -- Months in UTC, independent of the time zone of the session.
      CREATE FUNCTION analysis_month(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN date_trunc('month', at AT TIME ZONE 'UTC')::date;
    `);
  }

  private async createTables(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The fillfactor leaves room on each page, so that an update of a count stays on its page and changes no index (HOT).
      CREATE TABLE analysis_month_count (
        account_id uuid NOT NULL,
        month date NOT NULL,
        processing bigint NOT NULL,
        completed bigint NOT NULL,
        failed bigint NOT NULL,
        PRIMARY KEY (account_id, month)
      ) WITH (fillfactor = 70);
      INSERT INTO analysis_month_count (account_id, month, processing, completed, failed)
      SELECT account_id, analysis_month(created_at), count(*) FILTER (WHERE status = 'processing'),
             count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'failed')
      FROM analysis GROUP BY 1, 2;

      CREATE TABLE analysis_party (
        account_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('agent', 'contact')),
        value text NOT NULL,
        folded text NOT NULL,
        n bigint NOT NULL
      ) WITH (fillfactor = 80);
      INSERT INTO analysis_party (account_id, kind, value, folded, n)
      SELECT account_id, 'agent', agent_id, analysis_folded(agent_id), count(*) FROM analysis GROUP BY 1, 3
      UNION ALL
      SELECT account_id, 'contact', contact_id, analysis_folded(contact_id), count(*) FROM analysis GROUP BY 1, 3;
      ALTER TABLE analysis_party ADD PRIMARY KEY (account_id, kind, value);
      -- The account is part of the index; otherwise a search would first read the matches of all accounts.
      CREATE INDEX analysis_party_folded_idx ON analysis_party USING gin (account_id, folded gin_trgm_ops)
        WITH (fastupdate = off);
      ANALYZE analysis_month_count, analysis_party;
    `);
  }

  /**
   * The counters have no foreign key to the account: the counters of an erased account go with its analyses.
   * Every writer takes its locks in the same order: the analysis, then its months, then its parties, each sorted by key. A
   * statement deletes counters that have reached zero only where it already holds their locks.
   */
  private async createTriggers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION analysis_count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${countMonths('SELECT *, 1 AS delta FROM inserted')}
        ${countParties('SELECT *, 1 AS delta FROM inserted')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER analysis_count_insert AFTER INSERT ON analysis
        REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_inserted();

      CREATE FUNCTION analysis_count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${countMonths('SELECT *, -1 AS delta FROM deleted')}
        ${dropEmptyMonths('deleted')}
        ${countParties('SELECT *, -1 AS delta FROM deleted')}
        ${dropEmptyParties('deleted')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER analysis_count_delete AFTER DELETE ON analysis
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_deleted();

      -- A row trigger: a trigger for some columns cannot have transition tables, and progress is written far more often than status.
      CREATE FUNCTION analysis_count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
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
      CREATE TRIGGER analysis_count_update AFTER UPDATE OF account_id, created_at, status, agent_id, contact_id ON analysis
        FOR EACH ROW
        WHEN ((OLD.account_id, OLD.created_at, OLD.status, OLD.agent_id, OLD.contact_id)
          IS DISTINCT FROM (NEW.account_id, NEW.created_at, NEW.status, NEW.agent_id, NEW.contact_id))
        EXECUTE FUNCTION analysis_count_updated();

      CREATE FUNCTION analysis_count_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        TRUNCATE analysis_month_count, analysis_party;
        RETURN NULL;
      END $$;
      CREATE TRIGGER analysis_count_truncate AFTER TRUNCATE ON analysis
        FOR EACH STATEMENT EXECUTE FUNCTION analysis_count_truncated();
    `);
  }
}

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

/** @returns `COLLATE …`, or nothing where the database's own locale folds more than ASCII */
async function foldingCollation(runner: QueryRunner): Promise<string> {
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
