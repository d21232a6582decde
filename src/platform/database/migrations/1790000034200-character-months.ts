// How many analyses have an agent or a contact with a character in it: the exact totals of searches for one character.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Takes the place of `CharacterCounts1790000034100`, whose counters did not know the month. A database that it has
 * changed keeps its table as a view, for processes of that release until they are replaced.
 */
export class CharacterMonths1790000034200 implements MigrationInterface {
  /** Analyses are written while the existing ones are counted. A run that was killed starts anew. */
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // Counting a large table takes longer than the limits for requests.
    await runner.query('SET statement_timeout = 0');
    await runner.query('SET lock_timeout = 0');
    await runner.query(TABLES);
    await this.countExisting(runner);
    await this.addExisting(runner);
    await runner.query('DROP TABLE analysis_character_existing');
    await runner.query('DELETE FROM analysis_character_month WHERE 0 = ALL (counts)');
    await runner.query('ANALYZE analysis_character_month');
    await replaceEarlier(runner);
    await runner.query('RESET statement_timeout');
    await runner.query('RESET lock_timeout');
  }

  /** Also what the earlier migration made: it runs again when its release starts. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER analysis_count_insert_character_months ON analysis;
      DROP TRIGGER analysis_count_update_character_months ON analysis;
      DROP TRIGGER analysis_count_delete_character_months ON analysis;
      DROP TRIGGER analysis_count_truncate_character_months ON analysis;
      DROP FUNCTION analysis_character_month_inserted, analysis_character_month_updated, analysis_character_month_deleted,
        analysis_character_month_truncated;
      DROP VIEW IF EXISTS analysis_character_count;
      DROP TABLE analysis_character_month;
      DELETE FROM migration WHERE name = 'CharacterCounts1790000034100';
    `);
  }

  /**
   * Counts the analyses that were there before the triggers. A second connection takes its snapshot while the first keeps writers
   * out, for the few milliseconds in which it makes the triggers: each analysis is either in the snapshot or counted by a trigger.
   */
  private async countExisting(runner: QueryRunner): Promise<void> {
    const reader = runner.dataSource.createQueryRunner();
    try {
      await runner.query('BEGIN');
      await runner.query('LOCK TABLE analysis IN SHARE ROW EXCLUSIVE MODE');
      await runner.query('TRUNCATE analysis_character_month');
      await runner.query(TRIGGERS);
      await reader.startTransaction('REPEATABLE READ');
      await reader.query('SET LOCAL statement_timeout = 0');
      // A transaction has its snapshot from its first query on.
      await reader.query('SELECT 1 FROM analysis LIMIT 1');
      await runner.query('COMMIT');
      await reader.query(`INSERT INTO analysis_character_existing ${countsOf('SELECT *, 1 AS delta FROM analysis')}`);
      await reader.commitTransaction();
    } finally {
      // Both are without effect after a commit.
      await runner.query('ROLLBACK').catch(() => undefined);
      if (reader.isTransactionActive) await reader.rollbackTransaction().catch(() => undefined);
      await reader.release();
    }
  }

  /** A few accounts at a time, so that their writers wait for milliseconds. */
  private async addExisting(runner: QueryRunner): Promise<void> {
    let added: unknown[];
    do added = await runner.query(ADD_EXISTING);
    while (added.length > 0);
  }
}

async function replaceEarlier(runner: QueryRunner): Promise<void> {
  const [earlier]: unknown[] = await runner.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = current_schema AND tablename = 'analysis_character_count'",
  );
  if (earlier === undefined) return;
  // In one transaction, as all statements of one query.
  await runner.query(`
    DROP TRIGGER analysis_count_insert_characters ON analysis;
    DROP TRIGGER analysis_count_update_characters ON analysis;
    DROP TRIGGER analysis_count_delete_characters ON analysis;
    DROP TRIGGER analysis_count_truncate_characters ON analysis;
    DROP FUNCTION analysis_character_inserted, analysis_character_updated, analysis_character_deleted,
      analysis_character_truncated;
    DROP TABLE analysis_character_count;
    CREATE VIEW analysis_character_count AS SELECT account_id, livemode, counts FROM analysis_character_month;`);
}

const TABLES = `
  -- How many analyses of a month have each character from the space (the first of the counts) to the tilde (the last of 95), case
  -- folded; identifiers may have others, which are not counted. One row, so that a call updates one row when it is accepted. No
  -- status: a call is not counted again when it is settled. The fillfactor leaves room on each page, so that an update stays on its
  -- page and changes no index (HOT).
  CREATE TABLE IF NOT EXISTS analysis_character_month (
    account_id uuid NOT NULL,
    livemode boolean NOT NULL,
    month date NOT NULL,
    counts int[] NOT NULL,
    PRIMARY KEY (account_id, livemode, month)
  ) WITH (fillfactor = 50);
  DROP TABLE IF EXISTS analysis_character_existing;
  CREATE UNLOGGED TABLE analysis_character_existing (LIKE analysis_character_month);
  CREATE INDEX ON analysis_character_existing (account_id);`;

const CODES = Array.from({ length: 95 }, (_, i) => i + 32);

/** One pass, without a row for each character of each analysis. @param changed query of analysis rows with a `delta` */
function countsOf(changed: string): string {
  const counts = CODES.map((code) => `coalesce(sum(delta) FILTER (WHERE strpos(folded, chr(${code})) > 0), 0)::int`);
  return `
    SELECT account_id, livemode, month, ARRAY[${counts.join()}] AS counts
    FROM (SELECT account_id, livemode, analysis_month(created_at) AS month, delta,
        analysis_folded(agent_id) || analysis_folded(contact_id) AS folded
      FROM (${changed}) AS changed OFFSET 0) AS identifiers
    GROUP BY 1, 2, 3`;
}

/** @param counts query of rows of `analysis_character_month`. Every writer takes their locks in the same order. */
function addCounts(counts: string): string {
  return `
    INSERT INTO analysis_character_month AS c (account_id, livemode, month, counts)
    ${counts} ORDER BY 1, 2, 3
    ON CONFLICT (account_id, livemode, month) DO UPDATE SET counts = ARRAY(
      SELECT n + added FROM unnest(c.counts, excluded.counts) WITH ORDINALITY AS both_counts (n, added, place) ORDER BY place)`;
}

/** @param touched analysis rows that this statement has just counted, so that it holds the locks of what has reached zero */
function dropEmpty(touched: string): string {
  return `
    DELETE FROM analysis_character_month c
    USING (SELECT DISTINCT account_id, livemode, analysis_month(created_at) AS month FROM ${touched} AS t) AS touched
    WHERE c.account_id = touched.account_id AND c.livemode = touched.livemode AND c.month = touched.month AND 0 = ALL (c.counts)`;
}

/** Named so that they fire after those that count months and identifiers: all writers take their locks in that order. */
const TRIGGERS = `
  -- The service adds one analysis at a time: a quarter of what the statement for many costs.
  CREATE OR REPLACE FUNCTION analysis_character_month_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    one record;
  BEGIN
    IF (SELECT count(*) = 1 FROM (SELECT FROM inserted LIMIT 2) AS first_two) THEN
      SELECT account_id, livemode, analysis_month(created_at) AS month,
        analysis_folded(agent_id) || analysis_folded(contact_id) AS identifiers INTO one FROM inserted;
      UPDATE analysis_character_month SET counts = ARRAY(
        SELECT n + (strpos(one.identifiers, chr(place::int + 31)) > 0)::int
        FROM unnest(counts) WITH ORDINALITY AS of_characters (n, place) ORDER BY place)
      WHERE account_id = one.account_id AND livemode = one.livemode AND month = one.month;
      IF FOUND THEN RETURN NULL; END IF;
    END IF;
    ${addCounts(countsOf('SELECT *, 1 AS delta FROM inserted'))};
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER analysis_count_insert_character_months AFTER INSERT ON analysis
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_character_month_inserted();

  CREATE OR REPLACE FUNCTION analysis_character_month_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addCounts(countsOf('SELECT *, -1 AS delta FROM deleted'))};
    ${dropEmpty('deleted')};
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER analysis_count_delete_character_months AFTER DELETE ON analysis
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_character_month_deleted();

  CREATE OR REPLACE FUNCTION analysis_character_month_updated() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addCounts(countsOf('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1'))};
    ${dropEmpty('(SELECT OLD.*)')};
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER analysis_count_update_character_months
    AFTER UPDATE OF account_id, livemode, created_at, agent_id, contact_id ON analysis FOR EACH ROW
    WHEN ((OLD.account_id, OLD.livemode, OLD.created_at, OLD.agent_id, OLD.contact_id)
      IS DISTINCT FROM (NEW.account_id, NEW.livemode, NEW.created_at, NEW.agent_id, NEW.contact_id))
    EXECUTE FUNCTION analysis_character_month_updated();

  CREATE OR REPLACE FUNCTION analysis_character_month_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    TRUNCATE analysis_character_month;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER analysis_count_truncate_character_months AFTER TRUNCATE ON analysis
    FOR EACH STATEMENT EXECUTE FUNCTION analysis_character_month_truncated();`;

const ACCOUNTS_PER_TRANSACTION = 50;

/** Gives the counts that it added; none after the last account. */
const ADD_EXISTING = `
  WITH next AS MATERIALIZED (
    SELECT DISTINCT account_id FROM analysis_character_existing ORDER BY 1 LIMIT ${ACCOUNTS_PER_TRANSACTION}),
  taken AS (DELETE FROM analysis_character_existing e USING next WHERE e.account_id = next.account_id RETURNING e.*)
  ${addCounts('SELECT account_id, livemode, month, counts FROM taken')} RETURNING 1`;
