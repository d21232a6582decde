// Sums of completed calls and of their evaluations, by hour, day and month. Triggers append what changes to `stat_delta`, in the
// transaction that changes it; a sweep adds it to the sums.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTS = 'not_assessable, flagged, reviewed, overruled, passed, failed, auto_failed, needs_review'.split(', ');
const SCORES = 'compliance_scores, quality_scores, scores'.split(', ');

const COLUMNS = `
  account_id uuid NOT NULL,
  scorecard_id uuid,
  audio_ms bigint NOT NULL DEFAULT 0,
  coverage_percent bigint NOT NULL DEFAULT 0,
  revision integer,
  n integer NOT NULL,
  ${COUNTS.map((name) => `${name} integer NOT NULL DEFAULT 0`).join(',\n  ')},
  livemode boolean NOT NULL,
  is_evaluation boolean NOT NULL,
  agent_id text NOT NULL,
  team text,
  language text,
  direction text,
  ${SCORES.map((name) => `${name} numeric NOT NULL DEFAULT 0`).join(',\n  ')},
  items jsonb`;

const sums = (table: string) => `
  CREATE TABLE ${table} (
    start timestamptz NOT NULL,
    by_start boolean NOT NULL,
    ${COLUMNS}
  ) WITH (fillfactor = 70);
  CREATE UNIQUE INDEX ${table}_key ON ${table} (account_id, livemode, is_evaluation, by_start, start, agent_id, team, language,
    direction, scorecard_id, revision) NULLS NOT DISTINCT;`;

/** Statement that appends what `changed` adds: rows of the table with a `sign`. Rows that do not count are skipped. */
const appendCalls = (changed: string) => `
  INSERT INTO stat_delta (account_id, livemode, is_evaluation, created_hour, call_hour, agent_id, team, language, direction,
    n, audio_ms, compliance_scores, quality_scores, not_assessable, flagged, reviewed, overruled, items)
  SELECT account_id, livemode, false, date_trunc('hour', created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'), agent_id,
    team, spoken_language, direction, sum(sign), sum(sign * coalesce(duration_ms, 0)),
    coalesce(sum(sign * stat_slot(compliance_score)), 0), coalesce(sum(sign * stat_slot(quality_score)), 0),
    sum(sign * coalesce(not_assessable, 0)), sum(sign * flagged::int), sum(sign * reviewed::int),
    sum(sign * coalesce(overruled, false)::int), stat_sum(stat_counts(violations, sign))
  FROM (${changed}) AS changed
  WHERE status = 'completed' AND flagged IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;`;
const appendEvaluations = (changed: string) => `
  INSERT INTO stat_delta (account_id, livemode, is_evaluation, created_hour, call_hour, agent_id, team, language, direction,
    scorecard_id, revision, n, scores, coverage_percent, passed, failed, auto_failed, needs_review, not_assessable, reviewed,
    overruled, items)
  SELECT account_id, livemode, true, date_trunc('hour', call_created_at, 'UTC'), date_trunc('hour', call_started_at, 'UTC'),
    agent_id, team, spoken_language, direction, scorecard_id, revision, sum(sign), coalesce(sum(sign * stat_slot(score)), 0),
    sum(sign * coalesce(round(coverage * 100), 0)::int), sum(sign * (outcome = 'passed')::int),
    sum(sign * (outcome = 'failed')::int), sum(sign * (outcome = 'auto_failed')::int),
    sum(sign * (outcome = 'needs_review')::int), sum(sign * (outcome = 'not_assessable')::int), sum(sign * reviewed::int),
    sum(sign * coalesce(overruled, false)::int), stat_sum(stat_counts(given_answers, sign))
  FROM (${changed}) AS changed
  WHERE status = 'completed' AND NOT superseded AND outcome IS NOT NULL AND given_answers IS NOT NULL
    AND call_created_at IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;`;

const OLD_AND_NEW = 'SELECT OLD.*, -1 AS sign UNION ALL SELECT NEW.*, 1';

const triggerFunction = (name: string, body: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${body}
    RETURN NULL;
  END $$;`;

/** Columns that the sums of calls depend on. A change of any other column appends nothing. */
const OF_CALL =
  `account_id livemode created_at call_started_at agent_id team spoken_language direction status duration_ms
  compliance_score quality_score violations not_assessable flagged reviewed overruled`.split(/\s+/);
const OF_EVALUATION =
  `account_id livemode call_created_at call_started_at agent_id team spoken_language direction scorecard_id
  revision status superseded outcome score coverage reviewed overruled given_answers`.split(/\s+/);
/** Columns that an evaluation copies from its call. */
const OF_ITS_CALL = ['call_started_at', 'direction', 'spoken_language', 'team'];

const rowOf = (record: 'OLD' | 'NEW', columns: readonly string[]) =>
  `(${columns.map((column) => `${record}.${column}`).join(', ')})`;
const changed = (columns: readonly string[]) => `${rowOf('OLD', columns)} IS DISTINCT FROM ${rowOf('NEW', columns)}`;
const callCounts = (record: 'OLD' | 'NEW') => `(${record}.status = 'completed' AND ${record}.flagged IS NOT NULL)`;
const evaluationCounts = (record: 'OLD' | 'NEW') =>
  `(${record}.status = 'completed' AND NOT ${record}.superseded AND ${record}.given_answers IS NOT NULL
    AND ${record}.call_created_at IS NOT NULL)`;

export class Statistics1790000054100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stat_delta (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        appended_at timestamptz NOT NULL DEFAULT now(),
        -- Of the submission of the call.
        created_hour timestamptz NOT NULL,
        -- Null for a call without a start.
        call_hour timestamptz,
        ${COLUMNS}
      );
      CREATE INDEX stat_delta_account_idx ON stat_delta (account_id);
      ${['stat_hour', 'stat_day', 'stat_month'].map(sums).join('')}`);
    await runner.query(ARITHMETIC);
    await runner.query(`
      ALTER TABLE evaluation
        -- Of its call. Null: not written yet, and the evaluation counts nowhere until the sweep has done it.
        ADD COLUMN call_created_at timestamptz(3),
        ADD COLUMN call_started_at timestamptz(3),
        ADD COLUMN direction text,
        ADD COLUMN spoken_language text,
        ADD COLUMN team text,
        -- Question, state and answer, with colons between: what its sums were made of stands in the row that is deleted.
        ADD COLUMN given_answers text[],
        -- A person changed an answer, the score or the outcome.
        ADD COLUMN overruled boolean;
      ${EVALUATION_FACTS}
      ${CALL_TRIGGERS}
      ${EVALUATION_TRIGGERS}
      ${ERASURE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER account_stat_delete ON account;
      DROP TRIGGER analysis_stat_truncate ON analysis;
      DROP TRIGGER analysis_stat_delete ON analysis;
      DROP TRIGGER analysis_stat_update ON analysis;
      DROP TRIGGER analysis_stat_insert ON analysis;
      DROP TRIGGER analysis_evaluations_follow ON analysis;
      DROP TRIGGER evaluation_stat_delete ON evaluation;
      DROP TRIGGER evaluation_stat_update ON evaluation;
      DROP TRIGGER evaluation_stat_insert ON evaluation;
      DROP TRIGGER evaluation_of_call ON evaluation;
      DROP TRIGGER evaluation_payload_facts_change ON evaluation_payload;
      DROP TRIGGER evaluation_payload_facts ON evaluation_payload;
      DROP FUNCTION account_stat_deleted, analysis_stat_truncated, analysis_stat_deleted, analysis_stat_updated,
        analysis_stat_inserted, evaluations_follow_call, evaluation_stat_deleted, evaluation_stat_updated,
        evaluation_stat_inserted, evaluation_takes_call, note_evaluation_facts, write_evaluation_facts;
      ALTER TABLE evaluation DROP COLUMN call_created_at, DROP COLUMN call_started_at, DROP COLUMN direction,
        DROP COLUMN spoken_language, DROP COLUMN team, DROP COLUMN given_answers, DROP COLUMN overruled;
      DROP TABLE stat_delta, stat_hour, stat_day, stat_month;
      DROP AGGREGATE stat_sum(jsonb);
      DROP FUNCTION stat_add, stat_counts, stat_slot;
    `);
  }
}

/**
 * A histogram of whole scores from 0 to 100 is stored as one number, with eight decimal digits for each score. Score 100 has the
 * lowest digits: most scores are high, and leading zeros are not written. The sum of such numbers is the sum of the histograms.
 * Postgres adds them in 100 ns; arrays and separate rows took ten times as long. A group can have up to 99,999,999 calls with the
 * same score.
 */
const ARITHMETIC = `
  CREATE FUNCTION stat_slot(score smallint) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ('1e' || 8 * (100 - score))::numeric
  $$;
  -- How often each name stands in the list; null where it is empty. Postgres plans SQL functions with a query anew at each call, and
  -- those of PL/pgSQL once in a session.
  CREATE FUNCTION stat_counts(names text[], sign integer) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  BEGIN
    IF cardinality(names) = 0 THEN RETURN NULL; END IF;
    RETURN (SELECT jsonb_object_agg(name, n) FROM (
      SELECT name, sign * count(*) AS n FROM unnest(names) AS name GROUP BY name) AS counted);
  END $$;
  -- Null where nothing is left.
  CREATE FUNCTION stat_add(a jsonb, b jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    IF a IS NULL THEN RETURN b; END IF;
    IF b IS NULL THEN RETURN a; END IF;
    RETURN (SELECT jsonb_object_agg(key, n) FROM (
      SELECT key, sum(value::bigint) AS n FROM (SELECT * FROM jsonb_each(a) UNION ALL SELECT * FROM jsonb_each(b)) AS both_maps
      GROUP BY key HAVING sum(value::bigint) <> 0) AS added);
  END $$;
  CREATE AGGREGATE stat_sum(jsonb) (SFUNC = stat_add, STYPE = jsonb, PARALLEL = SAFE);`;

const EVALUATION_FACTS = `
  CREATE FUNCTION write_evaluation_facts(id_of_evaluation uuid, answers json) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
      UPDATE evaluation e SET given_answers = facts.given, overruled = facts.overruled
      FROM (
        SELECT coalesce(array_agg(concat_ws(':', one.question, one.state, CASE WHEN one.state = 'answered' THEN one.answer END)), '{}') AS given,
          coalesce(bool_or(json_typeof(one.system) = 'object'
            AND (one.state, one.answer) IS DISTINCT FROM (one.system->>'state', one.system->>'answer')), false) AS answer_changed
        -- Reads each answer once; \`->>\` would read it again for each of its members.
        FROM json_to_recordset(answers) AS one (question text, state text, answer text, system json)) AS given
      CROSS JOIN LATERAL (
        SELECT given.given, given.answer_changed OR (s.system_outcome IS NOT NULL
          AND (s.score, s.outcome) IS DISTINCT FROM (s.system_score, s.system_outcome)) AS overruled
        FROM evaluation s WHERE s.id = id_of_evaluation) AS facts
      WHERE e.id = id_of_evaluation AND (e.given_answers, e.overruled) IS DISTINCT FROM (facts.given, facts.overruled);
  END $$;
  ${triggerFunction('note_evaluation_facts', 'PERFORM write_evaluation_facts(NEW.evaluation_id, NEW.answers::json);')}
  CREATE TRIGGER evaluation_payload_facts AFTER INSERT ON evaluation_payload
    FOR EACH ROW EXECUTE FUNCTION note_evaluation_facts();
  CREATE TRIGGER evaluation_payload_facts_change AFTER UPDATE OF answers ON evaluation_payload
    FOR EACH ROW WHEN (OLD.answers IS DISTINCT FROM NEW.answers) EXECUTE FUNCTION note_evaluation_facts();

  -- A call without facts is one that an earlier release completed: the sweep writes them, and then those of its evaluations.
  CREATE FUNCTION evaluation_takes_call() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT a.created_at, a.call_started_at, a.direction, a.spoken_language, a.team
      INTO NEW.call_created_at, NEW.call_started_at, NEW.direction, NEW.spoken_language, NEW.team
      FROM analysis a WHERE a.id = NEW.analysis_id AND a.flagged IS NOT NULL;
    RETURN NEW;
  END $$;
  CREATE TRIGGER evaluation_of_call BEFORE INSERT ON evaluation FOR EACH ROW EXECUTE FUNCTION evaluation_takes_call();`;

const CALL_TRIGGERS = `
  ${triggerFunction('analysis_stat_inserted', appendCalls('SELECT NEW.*, 1 AS sign'))}
  ${triggerFunction('analysis_stat_updated', appendCalls(OLD_AND_NEW))}
  ${triggerFunction('analysis_stat_deleted', appendCalls('SELECT *, -1 AS sign FROM deleted'))}
  ${triggerFunction('analysis_stat_truncated', 'TRUNCATE stat_delta, stat_hour, stat_day, stat_month;')}
  ${triggerFunction(
    'evaluations_follow_call',
    `UPDATE evaluation SET call_created_at = NEW.created_at,
       ${OF_ITS_CALL.map((column) => `${column} = NEW.${column}`).join(', ')}
     WHERE analysis_id = NEW.id AND call_created_at IS NOT NULL;`,
  )}
  CREATE TRIGGER analysis_stat_insert AFTER INSERT ON analysis
    FOR EACH ROW WHEN ${callCounts('NEW')} EXECUTE FUNCTION analysis_stat_inserted();
  CREATE TRIGGER analysis_stat_update AFTER UPDATE OF ${OF_CALL.join(', ')} ON analysis
    FOR EACH ROW WHEN ((${callCounts('OLD')} OR ${callCounts('NEW')}) AND ${changed(OF_CALL)})
    EXECUTE FUNCTION analysis_stat_updated();
  -- By statement: a sweep that deletes hundreds of calls appends a row for each agent and hour.
  CREATE TRIGGER analysis_stat_delete AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION analysis_stat_deleted();
  CREATE TRIGGER analysis_stat_truncate AFTER TRUNCATE ON analysis
    FOR EACH STATEMENT EXECUTE FUNCTION analysis_stat_truncated();
  CREATE TRIGGER analysis_evaluations_follow AFTER UPDATE OF created_at, ${OF_ITS_CALL.join(', ')} ON analysis
    FOR EACH ROW WHEN (OLD.flagged IS NOT NULL AND ${changed(['created_at', ...OF_ITS_CALL])})
    EXECUTE FUNCTION evaluations_follow_call();`;

/**
 * Row-level triggers: a call has few evaluations. Deleting a call runs one cascade statement, and a statement-level trigger would
 * run for each of them, also for calls without evaluations.
 */
const EVALUATION_TRIGGERS = `
  ${triggerFunction('evaluation_stat_inserted', appendEvaluations('SELECT NEW.*, 1 AS sign'))}
  ${triggerFunction('evaluation_stat_updated', appendEvaluations(OLD_AND_NEW))}
  ${triggerFunction('evaluation_stat_deleted', appendEvaluations('SELECT OLD.*, -1 AS sign'))}
  CREATE TRIGGER evaluation_stat_insert AFTER INSERT ON evaluation
    FOR EACH ROW WHEN ${evaluationCounts('NEW')} EXECUTE FUNCTION evaluation_stat_inserted();
  CREATE TRIGGER evaluation_stat_update AFTER UPDATE OF ${OF_EVALUATION.join(', ')} ON evaluation
    FOR EACH ROW WHEN ((${evaluationCounts('OLD')} OR ${evaluationCounts('NEW')}) AND ${changed(OF_EVALUATION)})
    EXECUTE FUNCTION evaluation_stat_updated();
  CREATE TRIGGER evaluation_stat_delete AFTER DELETE ON evaluation
    FOR EACH ROW WHEN ${evaluationCounts('OLD')} EXECUTE FUNCTION evaluation_stat_deleted();`;

/**
 * Deletes the pending changes first. A sweep that is processing some of them has locked their rows, so this statement waits for
 * it and then sees the sums that it wrote. No row of the account remains, and so none of its agents' names.
 */
const ERASURE = `
  ${triggerFunction(
    'account_stat_deleted',
    ['stat_delta', 'stat_hour', 'stat_day', 'stat_month']
      .map((table) => `DELETE FROM ${table} WHERE account_id = OLD.id;`)
      .join('\n    '),
  )}
  CREATE TRIGGER account_stat_delete AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION account_stat_deleted();`;
