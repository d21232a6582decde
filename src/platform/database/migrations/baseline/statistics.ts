// Sums of completed calls and of their evaluations, by hour, day and month. Triggers append what changes to `stat_delta`, in the
// transaction that changes it; a sweep adds it to the sums.

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
  CREATE TABLE IF NOT EXISTS ${table} (
    start timestamptz NOT NULL,
    by_start boolean NOT NULL,
    ${COLUMNS}
  ) WITH (fillfactor = 70);
  CREATE UNIQUE INDEX IF NOT EXISTS ${table}_key ON ${table} (account_id, livemode, is_evaluation, by_start, start, agent_id, team, language,
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
  CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
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

/**
 * A histogram of whole scores from 0 to 100 is stored as one number, with eight decimal digits for each score. Score 100 has the
 * lowest digits: most scores are high, and leading zeros are not written. The sum of such numbers is the sum of the histograms.
 * Postgres adds them in 100 ns; arrays and separate rows took ten times as long. A group can have up to 99,999,999 calls with the
 * same score.
 */
const ARITHMETIC = `
  CREATE OR REPLACE FUNCTION stat_slot(score smallint) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ('1e' || 8 * (100 - score))::numeric
  $$;
  -- How often each name stands in the list; null where it is empty. Postgres plans SQL functions with a query anew at each call, and
  -- those of PL/pgSQL once in a session.
  CREATE OR REPLACE FUNCTION stat_counts(names text[], sign integer) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  BEGIN
    IF cardinality(names) = 0 THEN RETURN NULL; END IF;
    RETURN (SELECT jsonb_object_agg(name, n) FROM (
      SELECT name, sign * count(*) AS n FROM unnest(names) AS name GROUP BY name) AS counted);
  END $$;
  -- Null where nothing is left.
  CREATE OR REPLACE FUNCTION stat_add(a jsonb, b jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    IF a IS NULL THEN RETURN b; END IF;
    IF b IS NULL THEN RETURN a; END IF;
    RETURN (SELECT jsonb_object_agg(key, n) FROM (
      SELECT key, sum(value::bigint) AS n FROM (SELECT * FROM jsonb_each(a) UNION ALL SELECT * FROM jsonb_each(b)) AS both_maps
      GROUP BY key HAVING sum(value::bigint) <> 0) AS added);
  END $$;
  CREATE OR REPLACE AGGREGATE stat_sum(jsonb) (SFUNC = stat_add, STYPE = jsonb, PARALLEL = SAFE);`;

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
  CREATE OR REPLACE TRIGGER analysis_stat_insert AFTER INSERT ON analysis
    FOR EACH ROW WHEN ${callCounts('NEW')} EXECUTE FUNCTION analysis_stat_inserted();
  CREATE OR REPLACE TRIGGER analysis_stat_update AFTER UPDATE OF ${OF_CALL.join(', ')} ON analysis
    FOR EACH ROW WHEN ((${callCounts('OLD')} OR ${callCounts('NEW')}) AND ${changed(OF_CALL)})
    EXECUTE FUNCTION analysis_stat_updated();
  -- By statement: a sweep that deletes hundreds of calls appends a row for each agent and hour.
  CREATE OR REPLACE TRIGGER analysis_stat_delete AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION analysis_stat_deleted();
  CREATE OR REPLACE TRIGGER analysis_stat_truncate AFTER TRUNCATE ON analysis
    FOR EACH STATEMENT EXECUTE FUNCTION analysis_stat_truncated();
  CREATE OR REPLACE TRIGGER analysis_evaluations_follow AFTER UPDATE OF created_at, ${OF_ITS_CALL.join(', ')} ON analysis
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
  CREATE OR REPLACE TRIGGER evaluation_stat_insert AFTER INSERT ON evaluation
    FOR EACH ROW WHEN ${evaluationCounts('NEW')} EXECUTE FUNCTION evaluation_stat_inserted();
  CREATE OR REPLACE TRIGGER evaluation_stat_update AFTER UPDATE OF ${OF_EVALUATION.join(', ')} ON evaluation
    FOR EACH ROW WHEN ((${evaluationCounts('OLD')} OR ${evaluationCounts('NEW')}) AND ${changed(OF_EVALUATION)})
    EXECUTE FUNCTION evaluation_stat_updated();
  CREATE OR REPLACE TRIGGER evaluation_stat_delete AFTER DELETE ON evaluation
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
  CREATE OR REPLACE TRIGGER account_stat_delete AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION account_stat_deleted();`;

export const STATISTICS = `
      CREATE TABLE IF NOT EXISTS stat_delta (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        appended_at timestamptz NOT NULL DEFAULT now(),
        -- Of the submission of the call.
        created_hour timestamptz NOT NULL,
        -- Null for a call without a start.
        call_hour timestamptz,
        ${COLUMNS}
      );
      CREATE INDEX IF NOT EXISTS stat_delta_account_idx ON stat_delta (account_id);
      ${['stat_hour', 'stat_day', 'stat_month'].map(sums).join('')}
  ${ARITHMETIC}
  ${CALL_TRIGGERS}
  ${EVALUATION_TRIGGERS}
  ${ERASURE}
`;
