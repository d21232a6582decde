// Sums of statistics without most of their dimensions: of an agent, and of all agents. Triggers on the sums keep them, so that a
// process of the release before, which does not know them, keeps them too.
import type { QueryRunner } from 'typeorm';

const COUNTS = 'not_assessable, flagged, reviewed, overruled, passed, failed, auto_failed, needs_review'.split(', ');
const SCORES = 'compliance_scores, quality_scores, scores'.split(', ');
const MEASURES = ['n', 'audio_ms', 'coverage_percent', ...COUNTS, ...SCORES];
const SPANS = ['hour', 'day', 'month'] as const;

/** The columns of an agent's sums and of those of all agents. */
const SHARED_KEY = 'account_id, livemode, is_evaluation, by_start, start, scorecard_id, revision';
const KEY = 'account_id, livemode, is_evaluation, by_start, span, by_agent, start, agent_id, scorecard_id, revision';

const TABLE = `
  CREATE TABLE IF NOT EXISTS stat_rollup (
    start timestamptz NOT NULL,
    account_id uuid NOT NULL,
    scorecard_id uuid,
    audio_ms bigint NOT NULL DEFAULT 0,
    coverage_percent bigint NOT NULL DEFAULT 0,
    revision integer,
    n integer NOT NULL,
    ${COUNTS.map((name) => `${name} integer NOT NULL DEFAULT 0`).join(',\n    ')},
    livemode boolean NOT NULL,
    is_evaluation boolean NOT NULL,
    by_start boolean NOT NULL,
    by_agent boolean NOT NULL,
    span text NOT NULL,
    -- Null in the sums of all agents.
    agent_id text,
    ${SCORES.map((name) => `${name} numeric NOT NULL DEFAULT 0`).join(',\n    ')},
    items jsonb
  ) WITH (fillfactor = 70);
  CREATE UNIQUE INDEX IF NOT EXISTS stat_rollup_key ON stat_rollup (${KEY}) NULLS NOT DISTINCT;`;

/**
 * SQL that adds rows of sums to the rolled-up ones. An agent's hours are as many as the hours themselves, and are not kept.
 * @param rows of a table of sums
 * @param span SQL text
 */
export const rollUp = (rows: string, span: string): string => `
  INSERT INTO stat_rollup AS s (${KEY}, ${MEASURES.join(', ')}, items)
  SELECT account_id, livemode, is_evaluation, by_start, ${span}, grouping(agent_id) = 0, start, agent_id, scorecard_id, revision,
    ${MEASURES.map((name) => `sum(${name})`).join(', ')}, stat_sum(items)
  FROM (${rows}) AS changed
  GROUP BY GROUPING SETS ((${SHARED_KEY}, agent_id), (${SHARED_KEY})) HAVING grouping(agent_id) = 1 OR ${span} <> 'hour'
  ON CONFLICT (${KEY}) DO UPDATE SET
    ${MEASURES.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}, items = stat_add(s.items, excluded.items)`;

const COLUMNS = `${SHARED_KEY}, agent_id`;
const added = `SELECT ${COLUMNS}, ${MEASURES.join(', ')}, items FROM inserted`;
const takenAway = `SELECT ${COLUMNS}, ${MEASURES.map((name) => `-${name} AS ${name}`).join(', ')}, stat_negated(items) AS items FROM deleted`;
const CHANGES = { INSERT: added, UPDATE: `${added} UNION ALL ${takenAway}`, DELETE: takenAway };

const TRIGGERS = `
  CREATE OR REPLACE FUNCTION stat_negated(items jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  BEGIN
    RETURN (SELECT jsonb_object_agg(key, -value::bigint) FROM jsonb_each(items));
  END $$;
  CREATE OR REPLACE FUNCTION stat_roll_up() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    emptied tid[];
  BEGIN
    ${Object.entries(CHANGES)
      .map(
        ([operation, rows]) => `IF TG_OP = '${operation}' THEN
      WITH rolled AS (${rollUp(rows, 'TG_ARGV[0]')} RETURNING s.n, s.ctid)
      SELECT array_agg(ctid) INTO emptied FROM rolled WHERE n = 0;
    END IF;`,
      )
      .join('\n    ')}
    IF emptied IS NOT NULL THEN DELETE FROM stat_rollup WHERE ctid = ANY (emptied) AND n = 0; END IF;
    RETURN NULL;
  END $$;
  ${SPANS.map(
    (span) => `
  CREATE OR REPLACE TRIGGER stat_${span}_roll_up_insert AFTER INSERT ON stat_${span} REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('${span}');
  CREATE OR REPLACE TRIGGER stat_${span}_roll_up_update AFTER UPDATE ON stat_${span}
    REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('${span}');
  CREATE OR REPLACE TRIGGER stat_${span}_roll_up_delete AFTER DELETE ON stat_${span} REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION stat_roll_up('${span}');`,
  ).join('')}
  CREATE OR REPLACE FUNCTION analysis_stat_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    TRUNCATE stat_delta, stat_hour, stat_day, stat_month, stat_rollup;
    RETURN NULL;
  END $$;`;

export class RolledUpSums1790000062400 {
  async up(runner: QueryRunner): Promise<void> {
    // A million calls take seconds. The lock is that of the fold: no sums change until the triggers are there.
    await runner.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await runner.query("SELECT pg_advisory_xact_lock(hashtextextended('statistics', 0))");
    await runner.query(TABLE);
    await runner.query(TRIGGERS);
    await runner.query('DELETE FROM stat_rollup');
    for (const span of SPANS) await runner.query(rollUp(`SELECT * FROM stat_${span}`, `'${span}'::text`));
  }
}
