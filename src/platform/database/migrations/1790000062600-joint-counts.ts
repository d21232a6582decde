// How many calls of a month have each combination of the filters that most calls match: status, mode, reviewed, direction,
// language and flagged. The total of a list by several of them is a sum of few rows.
import type { QueryRunner } from 'typeorm';

const COLUMNS = ['status', 'livemode', 'reviewed', 'direction', 'flagged', 'spoken_language'];

/** @param rows SQL source of calls with their `sign` */
const addJoint = (rows: string) => `
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT c.account_id, 'joint', analysis_joint(${COLUMNS.map((column) => `c.${column}`).join(', ')}),
        analysis_month_number(c.created_at), sum(sign)
      FROM ${rows} GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0`;

const changed = (columns: readonly string[]) =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');

const OF_DELETED = '(SELECT deleted.*, -1 AS sign FROM deleted JOIN account ON account.id = deleted.account_id) AS c';

const FUNCTIONS = `
    -- Joined by bars. The language is the last: it is the only one whose values are open.
    CREATE OR REPLACE FUNCTION analysis_joint(status text, livemode boolean, reviewed boolean, direction text,
      flagged boolean, language text)
    RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT concat_ws('|', status, livemode::text, reviewed::text, coalesce(direction, ''), coalesce(flagged::text, ''),
        coalesce(language, ''))
    $$;
    -- Months since the year 0, of UTC.
    CREATE OR REPLACE FUNCTION analysis_month_number(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT (extract(year FROM at AT TIME ZONE 'UTC') * 12 + extract(month FROM at AT TIME ZONE 'UTC') - 1)::integer
    $$;
    CREATE OR REPLACE FUNCTION analysis_joint_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN${addJoint('(SELECT *, 1 AS sign FROM inserted) AS c')};
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION analysis_joint_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Those of an account that is erased go with it.${addJoint(OF_DELETED)};
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION analysis_joint_updated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN${addJoint('(SELECT OLD.*, -1 AS sign UNION ALL SELECT NEW.*, 1) AS c')};
      RETURN NULL;
    END $$;`;

const TRIGGERS = `
    CREATE OR REPLACE TRIGGER analysis_joint_insert AFTER INSERT ON analysis
      REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_joint_inserted();
    CREATE OR REPLACE TRIGGER analysis_joint_delete AFTER DELETE ON analysis
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_joint_deleted();
    CREATE OR REPLACE TRIGGER analysis_joint_update AFTER UPDATE OF account_id, created_at, ${COLUMNS.join(', ')} ON analysis
      FOR EACH ROW WHEN (${changed(['account_id', 'created_at', ...COLUMNS])}) EXECUTE FUNCTION analysis_joint_updated();`;

export class JointCounts1790000062600 {
  async up(runner: QueryRunner): Promise<void> {
    // Writes wait for the triggers' lock until the stored calls are counted: a million take a second.
    await runner.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await runner.query(FUNCTIONS);
    await runner.query(TRIGGERS);
    await runner.query("DELETE FROM analysis_facet_count WHERE kind = 'joint'");
    await runner.query(addJoint('(SELECT *, 1 AS sign FROM analysis) AS c'));
  }
}
