// Keeps the lists of a million evaluations fast: exact counters by month and day, and the indexes that hold what lists filter by.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EvaluationLists1790000033200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The table came with this release, so it is empty and its indexes take no time.
    await runner.query(`
      CREATE INDEX evaluation_list_idx ON evaluation (account_id, created_at DESC, id DESC)
        INCLUDE (scorecard_id, revision, outcome, score);
      CREATE INDEX evaluation_agent_idx ON evaluation (account_id, agent_id, created_at DESC, id DESC)
        INCLUDE (scorecard_id, revision, outcome, score);
      CREATE INDEX evaluation_contact_idx ON evaluation (account_id, contact_id, created_at DESC, id DESC)
        INCLUDE (agent_id, scorecard_id, revision, outcome, score);
      -- Finds the few evaluations of a rare kind: a list knows from the counters which kinds there are. A scorecard belongs to one
      -- account; it stands first so that the foreign key has an index too.
      CREATE INDEX evaluation_kind_idx ON evaluation
        (scorecard_id, revision, (coalesce(outcome, '')), (coalesce(score, -1::smallint)), created_at DESC, id DESC);

      -- The fillfactor leaves room on each page, so that an update of a count stays on its page and changes no index (HOT).
      CREATE TABLE evaluation_kind_count (
        account_id uuid NOT NULL,
        span text NOT NULL CHECK (span IN ('month', 'day')),
        -- In UTC.
        start date NOT NULL,
        scorecard_id uuid NOT NULL,
        revision integer NOT NULL,
        -- Empty where there is no outcome yet, and -1 where there is no score.
        outcome text NOT NULL,
        score smallint NOT NULL,
        n bigint NOT NULL,
        PRIMARY KEY (account_id, span, start, scorecard_id, revision, outcome, score)
      ) WITH (fillfactor = 70);
      ${addCounts('SELECT *, 1 AS delta FROM evaluation')}
    `);
    await this.createTriggers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER evaluation_kind_count_insert ON evaluation;
      DROP TRIGGER evaluation_kind_count_update ON evaluation;
      DROP TRIGGER evaluation_kind_count_delete ON evaluation;
      DROP FUNCTION evaluation_kind_count_inserted, evaluation_kind_count_updated, evaluation_kind_count_deleted;
      DROP TABLE evaluation_kind_count;
      DROP INDEX evaluation_list_idx, evaluation_agent_idx, evaluation_contact_idx, evaluation_kind_idx;
    `);
  }

  /**
   * The counters have no foreign key to the account: those of an erased account go with its evaluations. Every statement locks
   * the evaluation, then its counters sorted by key.
   */
  private async createTriggers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION evaluation_kind_count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addCounts('SELECT *, 1 AS delta FROM inserted')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER evaluation_kind_count_insert AFTER INSERT ON evaluation
        REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION evaluation_kind_count_inserted();

      CREATE FUNCTION evaluation_kind_count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addCounts('SELECT *, -1 AS delta FROM deleted')}
        ${dropEmpty('deleted')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER evaluation_kind_count_delete AFTER DELETE ON evaluation
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION evaluation_kind_count_deleted();

      -- A row trigger: a trigger for some columns cannot have transition tables, and a lease is renewed far more often than an
      -- evaluation is settled.
      CREATE FUNCTION evaluation_kind_count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addCounts('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1')}
        ${dropEmpty('(SELECT OLD.*)')}
        RETURN NULL;
      END $$;
      CREATE TRIGGER evaluation_kind_count_update
        AFTER UPDATE OF account_id, created_at, scorecard_id, revision, outcome, score ON evaluation FOR EACH ROW
        WHEN ((OLD.account_id, OLD.created_at, OLD.scorecard_id, OLD.revision, OLD.outcome, OLD.score)
          IS DISTINCT FROM (NEW.account_id, NEW.created_at, NEW.scorecard_id, NEW.revision, NEW.outcome, NEW.score))
        EXECUTE FUNCTION evaluation_kind_count_updated();
    `);
  }
}

/** The key of a counter, in the order of its primary key. */
const KEY = `account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date AS start, scorecard_id, revision,
          coalesce(outcome, '') AS outcome, coalesce(score, -1)::smallint AS score`;

/** @param changed query of evaluation rows with a `delta` */
function addCounts(changed: string): string {
  return `
        INSERT INTO evaluation_kind_count AS c (account_id, span, start, scorecard_id, revision, outcome, score, n)
        SELECT ${KEY}, sum(delta)
        FROM (${changed}) AS changed CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)
        GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT (account_id, span, start, scorecard_id, revision, outcome, score) DO UPDATE SET n = c.n + excluded.n;`;
}

/** @param touched evaluation rows that this statement has just counted, so that it holds the locks of their counters */
function dropEmpty(touched: string): string {
  return `
        DELETE FROM evaluation_kind_count c
        USING (SELECT DISTINCT ${KEY} FROM ${touched} AS t CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)) AS touched
        WHERE (c.account_id, c.span, c.start, c.scorecard_id, c.revision, c.outcome, c.score)
            = (touched.account_id, touched.span, touched.start, touched.scorecard_id, touched.revision, touched.outcome, touched.score)
          AND c.n = 0;`;
}
