// The joint counts of each team, as `analysis_facet_count` has them of the whole account: members who see some teams have their
// lists counted by few rows too.
import type { QueryRunner } from 'typeorm';

const COLUMNS = ['status', 'livemode', 'reviewed', 'direction', 'flagged', 'spoken_language'];
const TEAM = "c.custom_metadata::json->>'team'";

/** @param rows SQL source of calls with their `sign` */
const addJoint = (rows: string) => `
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT c.account_id, 'team ' || analysis_entry_of('metadata', 'team', ${TEAM}),
        analysis_joint(${COLUMNS.map((column) => `c.${column}`).join(', ')}), analysis_month_number(c.created_at), sum(sign)
      FROM ${rows} WHERE ${TEAM} IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0`;

const WATCHED = ['account_id', 'created_at', 'custom_metadata', ...COLUMNS];
const CHANGED = WATCHED.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
const OF_DELETED = '(SELECT deleted.*, -1 AS sign FROM deleted JOIN account ON account.id = deleted.account_id) AS c';

const FUNCTIONS = `
    CREATE OR REPLACE FUNCTION analysis_team_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN${addJoint('(SELECT *, 1 AS sign FROM inserted) AS c')};
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION analysis_team_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Those of an account that is erased go with it.${addJoint(OF_DELETED)};
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION analysis_team_updated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN${addJoint('(SELECT OLD.*, -1 AS sign UNION ALL SELECT NEW.*, 1) AS c')};
      RETURN NULL;
    END $$;`;

const TRIGGERS = `
    CREATE OR REPLACE TRIGGER analysis_team_insert AFTER INSERT ON analysis
      REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_team_inserted();
    CREATE OR REPLACE TRIGGER analysis_team_delete AFTER DELETE ON analysis
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_team_deleted();
    CREATE OR REPLACE TRIGGER analysis_team_update AFTER UPDATE OF ${WATCHED.join(', ')} ON analysis
      FOR EACH ROW WHEN (${CHANGED}) EXECUTE FUNCTION analysis_team_updated();`;

export class JointCountsOfTeams1790000064500 {
  async up(runner: QueryRunner): Promise<void> {
    // Writes wait for the triggers' lock until the stored calls are counted: a million take some seconds.
    await runner.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await runner.query(FUNCTIONS);
    await runner.query(TRIGGERS);
    await runner.query("DELETE FROM analysis_facet_count WHERE kind LIKE 'team %'");
    await runner.query(addJoint('(SELECT *, 1 AS sign FROM analysis) AS c'));
  }
}
