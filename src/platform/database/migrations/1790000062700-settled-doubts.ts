// Doubts that a person has settled, so that a call comes back for new ones alone, and the severity of those that are open.
import type { QueryRunner } from 'typeorm';

/** Reasons whose calls are all of the first severity need no index of their own. */
const REASONS = ['awaiting_human', 'flagged', 'roles_unclear', 'withheld'];

const FUNCTIONS = `
    -- Names a doubt, for as long as the verdict behind it is the same.
    CREATE OR REPLACE FUNCTION review_key(item jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT concat_ws('|', item->>'reason', item->>'subject', item->>'said')
    $$;
    -- The doubts that no person has settled. A part that an earlier release wrote has no items, and is new as a whole.
    CREATE OR REPLACE FUNCTION review_unsettled(doubts jsonb, settled jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(jsonb_object_agg(part, open), '{}') FROM (
        SELECT key AS part, CASE WHEN NOT settled ? key OR NOT value ? 'items' THEN value ELSE (
          SELECT jsonb_build_object('reasons', coalesce(jsonb_agg(DISTINCT item->'reason'), '[]'),
            'worth', least(1, round(coalesce(sum((item->>'worth')::numeric), 0), 4)), 'items', coalesce(jsonb_agg(item), '[]'))
          FROM jsonb_array_elements(value->'items') AS item WHERE NOT settled->key ? review_key(item)) END AS open
        FROM jsonb_each(doubts)) AS one
      WHERE open->'reasons' <> '[]'
    $$;
    -- Adds all doubts to those that a person has settled.
    CREATE OR REPLACE FUNCTION review_settled(settled jsonb, doubts jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT settled || coalesce(jsonb_object_agg(key, (
        SELECT jsonb_agg(DISTINCT one) FROM (
          SELECT jsonb_array_elements_text(coalesce(settled->key, '[]'))
          UNION SELECT review_key(item) FROM jsonb_array_elements(value->'items') AS item) AS names (one))), '{}')
      FROM jsonb_each(doubts) WHERE value->'items' <> '[]'
    $$;
    -- 1: a violation, or an answer that fails the call; 2: a question for a person; 3: not sure; 4: not judged.
    CREATE OR REPLACE FUNCTION review_severity(doubts jsonb) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(min(CASE
        WHEN value->'reasons' ?| '{needs_review,violation}' OR value @> '{"items": [{"fails": true}]}' THEN 1
        WHEN value->'reasons' ? 'awaiting_human' THEN 2
        WHEN value->'reasons' ? 'flagged' THEN 3
        ELSE 4 END), 4)::smallint FROM jsonb_each(doubts)
    $$;
    CREATE OR REPLACE FUNCTION review_task_severity() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.severity := review_severity(NEW.doubts);
      RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER review_task_severity BEFORE INSERT OR UPDATE OF doubts ON review_task
      FOR EACH ROW EXECUTE FUNCTION review_task_severity();
    CREATE OR REPLACE FUNCTION review_task_listed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM review_task_scorecard WHERE analysis_id = NEW.analysis_id;
      IF NEW.state = 'open' THEN
        INSERT INTO review_task_scorecard (analysis_id, scorecard_id, account_id, livemode, worth, severity, created_at, reasons)
        SELECT NEW.analysis_id, scorecard_id, NEW.account_id, NEW.livemode, NEW.worth, NEW.severity, NEW.created_at, NEW.reasons
        FROM unnest(NEW.scorecards) AS scorecard_id;
      END IF;
      RETURN NULL;
    END $$;`;

const ORDERED = 'severity, worth DESC, created_at, analysis_id';

const INDEXES = `
    CREATE INDEX IF NOT EXISTS review_task_severe_idx ON review_task (account_id, ${ORDERED}) INCLUDE (livemode)
      WHERE state = 'open';
    CREATE INDEX IF NOT EXISTS review_task_severe_agent_idx ON review_task (account_id, agent_id, ${ORDERED})
      INCLUDE (reasons, scorecards, livemode) WHERE state = 'open';
    CREATE INDEX IF NOT EXISTS review_task_severe_test_idx ON review_task (account_id, ${ORDERED})
      WHERE state = 'open' AND NOT livemode;
    ${REASONS.map(
      (reason) => `CREATE INDEX IF NOT EXISTS review_task_severe_${reason}_idx ON review_task (account_id, ${ORDERED})
      WHERE state = 'open' AND reasons @> '{${reason}}';`,
    ).join('\n    ')}
    -- Calls that a reviewer holds. A claim is an update with an index from now on: persons make few.
    CREATE INDEX IF NOT EXISTS review_task_claimed_idx ON review_task (account_id, claimed_by) WHERE claimed_by IS NOT NULL;
    CREATE INDEX IF NOT EXISTS review_task_scorecard_severe_idx ON review_task_scorecard (account_id, scorecard_id, ${ORDERED})
      INCLUDE (reasons, livemode);`;

export class SettledDoubts1790000062700 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0');
    // Names of doubts by the part of `doubts` that they stood in.
    await runner.query(`ALTER TABLE review_task ADD COLUMN IF NOT EXISTS settled jsonb NOT NULL DEFAULT '{}',
      ADD COLUMN IF NOT EXISTS severity smallint NOT NULL DEFAULT 3`);
    await runner.query(
      `ALTER TABLE review_task_scorecard ADD COLUMN IF NOT EXISTS severity smallint NOT NULL DEFAULT 3,
      ADD COLUMN IF NOT EXISTS livemode boolean NOT NULL DEFAULT true`,
    );
    await runner.query(FUNCTIONS);
    await runner.query(`UPDATE review_task SET severity = review_severity(doubts)
      WHERE state = 'open' AND severity <> review_severity(doubts)`);
    await runner.query(`UPDATE review_task_scorecard AS listed SET severity = task.severity, livemode = task.livemode
      FROM review_task AS task WHERE task.analysis_id = listed.analysis_id
      AND (listed.severity, listed.livemode) <> (task.severity, task.livemode)`);
    await runner.query(INDEXES);
  }
}
