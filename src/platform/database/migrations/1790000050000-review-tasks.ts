// Review queue: the calls that need a review, each with its priority (`worth`).
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReviewTasks1790000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createTable(runner);
    await this.createScorecardEntries(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE review_task_scorecard, review_task;
      DROP FUNCTION review_task_listed, review_worth, review_reasons;
    `);
  }

  /** Calls completed before this migration have no row. They get one when they are evaluated again. */
  private async createTable(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION review_worth(doubts jsonb) RETURNS real LANGUAGE sql IMMUTABLE AS $$
        SELECT least(1, round(coalesce(sum((value->>'worth')::numeric), 0), 4))::real FROM jsonb_each(doubts)
      $$;
      CREATE FUNCTION review_reasons(doubts jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
        SELECT ARRAY(SELECT DISTINCT jsonb_array_elements_text(value->'reasons') FROM jsonb_each(doubts) ORDER BY 1)
      $$;

      -- No foreign key to the account: rows go with their analyses. The fillfactor leaves room on each page, so that a claim,
      -- which changes no index, stays on its page (HOT).
      CREATE TABLE review_task (
        analysis_id uuid PRIMARY KEY REFERENCES analysis ON DELETE CASCADE,
        -- Copies of the call's, so that a list can filter by them.
        account_id uuid NOT NULL,
        livemode boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        agent_id text NOT NULL,
        -- By which the call has been judged.
        scorecards uuid[] NOT NULL,
        -- What is in doubt: of the results under 'call', of the last evaluation by each scorecard under the scorecard's id.
        doubts jsonb NOT NULL,
        reasons text[] NOT NULL GENERATED ALWAYS AS (review_reasons(doubts)) STORED,
        worth real NOT NULL GENERATED ALWAYS AS (review_worth(doubts)) STORED,
        -- 'clear': judged anew, and nothing is in doubt any more.
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'dismissed', 'reviewed', 'clear')),
        claimed_by text,
        claimed_until timestamptz(3),
        dismissed_by text,
        dismissed_at timestamptz(3),
        dismissed_note text
      ) WITH (fillfactor = 85);
      CREATE INDEX review_task_open_idx ON review_task (account_id, worth DESC, created_at, analysis_id) WHERE state = 'open';
      CREATE INDEX review_task_agent_idx ON review_task (account_id, agent_id, worth DESC, created_at, analysis_id)
        INCLUDE (reasons, scorecards) WHERE state = 'open';
      CREATE INDEX review_task_created_idx ON review_task (account_id, created_at) INCLUDE (reasons) WHERE state = 'open';
      -- What a test key may claim.
      CREATE INDEX review_task_test_idx ON review_task (account_id, worth DESC, created_at, analysis_id)
        WHERE state = 'open' AND NOT livemode;
    `);
    for (const reason of REASONS)
      await runner.query(`
        CREATE INDEX review_task_${reason}_idx ON review_task (account_id, worth DESC, created_at, analysis_id)
          WHERE state = 'open' AND reasons @> '{${reason}}'
      `);
  }

  /** Entries of each scorecard in order of priority: an index on an array has no order. */
  private async createScorecardEntries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE review_task_scorecard (
        analysis_id uuid NOT NULL REFERENCES review_task ON DELETE CASCADE,
        scorecard_id uuid NOT NULL,
        account_id uuid NOT NULL,
        worth real NOT NULL,
        created_at timestamptz(3) NOT NULL,
        reasons text[] NOT NULL,
        PRIMARY KEY (analysis_id, scorecard_id)
      );
      CREATE INDEX review_task_scorecard_idx ON review_task_scorecard
        (account_id, scorecard_id, worth DESC, created_at, analysis_id) INCLUDE (reasons);

      CREATE FUNCTION review_task_listed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM review_task_scorecard WHERE analysis_id = NEW.analysis_id;
        IF NEW.state = 'open' THEN
          INSERT INTO review_task_scorecard (analysis_id, scorecard_id, account_id, worth, created_at, reasons)
          SELECT NEW.analysis_id, scorecard_id, NEW.account_id, NEW.worth, NEW.created_at, NEW.reasons
          FROM unnest(NEW.scorecards) AS scorecard_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER review_task_listed AFTER INSERT OR UPDATE OF scorecards, doubts, state ON review_task
        FOR EACH ROW EXECUTE FUNCTION review_task_listed();
    `);
  }
}

/** Reasons at the time of this migration. */
const REASONS = ['needs_review', 'awaiting_human', 'violation', 'flagged', 'roles_unclear', 'withheld'];
