// Records the scorecards that evaluated a call, each with the outcome and score of the newest evaluation that counts.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 1_000;

const COUNTS = `status = 'completed' AND NOT superseded`;

/** @param evaluations SQL source `e`, with conditions */
const write = (evaluations: string) => `
        INSERT INTO analysis_scorecard AS known
          (analysis_id, scorecard_id, account_id, created_at, evaluation_id, evaluated_at, outcome, score)
        SELECT DISTINCT ON (e.analysis_id, e.scorecard_id) e.analysis_id, e.scorecard_id, a.account_id, a.created_at, e.id, e.created_at,
          e.outcome, e.score
        FROM ${evaluations} ORDER BY e.analysis_id, e.scorecard_id, e.created_at DESC, e.id DESC
        ON CONFLICT (analysis_id, scorecard_id) DO UPDATE SET evaluation_id = excluded.evaluation_id,
          evaluated_at = excluded.evaluated_at, outcome = excluded.outcome, score = excluded.score
        -- Two evaluations of a call may settle at the same time.
        WHERE (known.evaluated_at, known.evaluation_id) <= (excluded.evaluated_at, excluded.evaluation_id)`;

export class JudgedCalls1790000054320 implements MigrationInterface {
  readonly transaction = false as const;

  /** Starts over after a run that was killed. */
  async up(runner: QueryRunner): Promise<void> {
    await this.down(runner);
    await create(runner);
    await fill(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER IF EXISTS evaluation_judged_insert ON evaluation;
      DROP TRIGGER IF EXISTS evaluation_judged_update ON evaluation;
      DROP TRIGGER IF EXISTS evaluation_judged_delete ON evaluation;
      DROP TABLE IF EXISTS analysis_scorecard;
      DROP FUNCTION IF EXISTS note_judged_call, count_judged_call;
    `);
    const [{ counts }] = await runner.query(`SELECT to_regclass('analysis_facet_count') AS counts`);
    if (counts !== null) await runner.query(`DELETE FROM analysis_facet_count WHERE kind LIKE 'scorecard %'`);
  }
}

/** Statements in one query are one transaction. */
async function create(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE analysis_scorecard (
      analysis_id uuid NOT NULL REFERENCES analysis (id) ON DELETE CASCADE,
      scorecard_id uuid NOT NULL,
      account_id uuid NOT NULL,
      -- Of the call.
      created_at timestamp(3) with time zone NOT NULL,
      evaluation_id uuid NOT NULL,
      evaluated_at timestamp(3) with time zone NOT NULL,
      outcome text,
      score smallint,
      PRIMARY KEY (analysis_id, scorecard_id)
    );
    CREATE INDEX analysis_scorecard_list_idx ON analysis_scorecard (account_id, scorecard_id, created_at DESC, analysis_id DESC)
      INCLUDE (outcome, score);
    CREATE INDEX analysis_scorecard_kind_idx ON analysis_scorecard (account_id, scorecard_id, outcome, score);

    CREATE FUNCTION count_judged_call() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
        SELECT id, 'scorecard ' || OLD.scorecard_id, coalesce(OLD.outcome, ''), coalesce(OLD.score, -1), -1
        FROM account WHERE id = OLD.account_id;
      END IF;
      IF TG_OP <> 'DELETE' THEN
        INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
        VALUES (NEW.account_id, 'scorecard ' || NEW.scorecard_id, coalesce(NEW.outcome, ''), coalesce(NEW.score, -1), 1);
        IF random() < 0.02 THEN PERFORM fold_analysis_facets(NEW.account_id); END IF;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER analysis_scorecard_count AFTER INSERT OR DELETE OR UPDATE OF outcome, score ON analysis_scorecard
      FOR EACH ROW EXECUTE FUNCTION count_judged_call();

    CREATE FUNCTION note_judged_call() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'DELETE' AND NEW.status = 'completed' AND NOT NEW.superseded THEN
        ${write('(SELECT NEW.*) AS e JOIN analysis a ON a.id = e.analysis_id')};
        RETURN NULL;
      END IF;
      DELETE FROM analysis_scorecard
      WHERE analysis_id = OLD.analysis_id AND scorecard_id = OLD.scorecard_id AND evaluation_id = OLD.id;
      IF FOUND THEN
        -- An earlier one counts again.
        ${write(`evaluation e JOIN analysis a ON a.id = e.analysis_id
          WHERE e.analysis_id = OLD.analysis_id AND e.scorecard_id = OLD.scorecard_id AND ${COUNTS.replaceAll(/(status|superseded)/g, 'e.$1')}`)};
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER evaluation_judged_insert AFTER INSERT ON evaluation
      FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION note_judged_call();
    CREATE TRIGGER evaluation_judged_update AFTER UPDATE OF status, superseded, outcome, score ON evaluation FOR EACH ROW
      WHEN ((OLD.status, OLD.superseded, OLD.outcome, OLD.score) IS DISTINCT FROM (NEW.status, NEW.superseded, NEW.outcome, NEW.score))
      EXECUTE FUNCTION note_judged_call();
    CREATE TRIGGER evaluation_judged_delete AFTER DELETE ON evaluation
      FOR EACH ROW WHEN (OLD.status = 'completed') EXECUTE FUNCTION note_judged_call();
  `);
}

/**
 * Fills the table from existing evaluations. Each evaluation is locked while its call is written, so that it is not superseded
 * meanwhile.
 */
async function fill(runner: QueryRunner): Promise<void> {
  await runner.query('SET statement_timeout = 0; SET lock_timeout = 0');
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (last !== undefined) {
    const [batch]: { last: string | null }[] = await runner.query(
      `WITH batch AS MATERIALIZED (
         SELECT max(analysis_id::text)::uuid AS last FROM (
           SELECT analysis_id FROM evaluation WHERE analysis_id > $1 ORDER BY analysis_id LIMIT ${BATCH}) AS next),
       held AS MATERIALIZED (
         SELECT e.* FROM evaluation e
         WHERE e.analysis_id > $1 AND e.analysis_id <= (SELECT last FROM batch) AND ${COUNTS} FOR SHARE),
       written AS (${write('held e JOIN analysis a ON a.id = e.analysis_id')})
       SELECT last FROM batch`,
      [last],
    );
    last = batch?.last ?? undefined;
  }
  await runner.query('ANALYZE analysis_scorecard; RESET statement_timeout; RESET lock_timeout');
}
