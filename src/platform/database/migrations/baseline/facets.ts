// What lists of calls are filtered by, beside the calls: how many calls have each value, and the calls of each key of the client
// and of each broken rule.

/** The columns that the filters read, in the order of the parameters of `analysis_facets`. */
const FACTS = [
  'direction',
  'spoken_language',
  'flagged',
  'compliance_score',
  'quality_score',
  'duration_ms',
  'call_started_at',
  'violations',
  'custom_metadata',
];
export const ENTRIES_OF = ['violations', 'custom_metadata'];

export const columnsOf = (row: string, columns: readonly string[]) =>
  columns.map((column) => `${row}.${column}`).join(', ');
export const facetsOf = (row: string) => `analysis_facets(${columnsOf(row, FACTS)}) AS facet`;
export const entriesOf = (row: string) => `analysis_entries(${columnsOf(row, ENTRIES_OF)}) AS one`;

export const COUNTS = `status = 'completed' AND NOT superseded`;

/** @param evaluations SQL source `e`, with conditions */
export const write = (evaluations: string) => `
        INSERT INTO analysis_scorecard AS known
          (analysis_id, scorecard_id, account_id, created_at, evaluation_id, evaluated_at, outcome, score)
        SELECT DISTINCT ON (e.analysis_id, e.scorecard_id) e.analysis_id, e.scorecard_id, a.account_id, a.created_at, e.id, e.created_at,
          e.outcome, e.score
        FROM ${evaluations} ORDER BY e.analysis_id, e.scorecard_id, e.created_at DESC, e.id DESC
        ON CONFLICT (analysis_id, scorecard_id) DO UPDATE SET evaluation_id = excluded.evaluation_id,
          evaluated_at = excluded.evaluated_at, outcome = excluded.outcome, score = excluded.score
        -- Two evaluations of a call may settle at the same time.
        WHERE (known.evaluated_at, known.evaluation_id) <= (excluded.evaluated_at, excluded.evaluation_id)`;

export const FACETS = `
    -- Only added to: several rows may have one key, and the count is the sum of their n. So no writer waits for another one, and
    -- no row is hot. \`fold_analysis_facets\` makes one row of them from time to time.
    CREATE TABLE IF NOT EXISTS analysis_facet_count (
      account_id uuid NOT NULL,
      kind text NOT NULL,
      value text NOT NULL,
      number integer NOT NULL,
      n bigint NOT NULL,
      folded boolean NOT NULL DEFAULT false
    );
    CREATE INDEX IF NOT EXISTS analysis_facet_count_idx ON analysis_facet_count (account_id, kind, value, number) INCLUDE (n);
    CREATE INDEX IF NOT EXISTS analysis_facet_count_new_idx ON analysis_facet_count (account_id) WHERE NOT folded;

    -- The calls of each key with its value, and of each broken rule, in the order of lists. Written by triggers, which also delete:
    -- a foreign key would need an index of its own.
    CREATE TABLE IF NOT EXISTS analysis_entry (
      account_id uuid NOT NULL,
      entry uuid NOT NULL,
      created_at timestamp(3) with time zone NOT NULL,
      id uuid NOT NULL,
      PRIMARY KEY (account_id, entry, created_at, id)
    );

    -- A hash, because keys and values may be long. Its first 128 bits.
    CREATE OR REPLACE FUNCTION analysis_entry_of(kind text, key text, value text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT encode(substr(sha256(convert_to(concat_ws(' ', kind, length(key), key, value), 'UTF8')), 1, 16), 'hex')::uuid
    $$;

    CREATE OR REPLACE FUNCTION analysis_entries(violations text[], metadata text) RETURNS TABLE (entry uuid)
    LANGUAGE sql IMMUTABLE ROWS 4 AS $$
      SELECT analysis_entry_of('violation', '', rule) FROM unnest(violations) AS rule
      UNION
      SELECT analysis_entry_of('metadata', key, value) FROM json_each_text(metadata::json) WHERE value IS NOT NULL
    $$;

    CREATE OR REPLACE FUNCTION analysis_facets(direction text, language text, flagged boolean, compliance_score smallint,
      quality_score smallint, duration_ms bigint, started timestamptz, violations text[], metadata text)
    RETURNS TABLE (kind text, value text, number integer) LANGUAGE sql IMMUTABLE ROWS 8 AS $$
      SELECT kind, value, 0 FROM (VALUES ('direction', direction), ('language', language), ('flagged', flagged::text))
        AS named (kind, value) WHERE value IS NOT NULL
      UNION ALL
      SELECT kind, '', number FROM (VALUES ('compliance_score', compliance_score::integer), ('quality_score', quality_score::integer),
        -- Whole seconds, and whole hours of Unix time.
        ('duration', (CASE WHEN duration_ms < 2147483647000 THEN duration_ms / 1000 END)::integer), ('call', floor(extract(epoch FROM started) / 3600)::integer))
        AS figures (kind, number) WHERE number IS NOT NULL
      UNION ALL
      SELECT 'entry', entry::text, 0 FROM analysis_entries(violations, metadata)
    $$;

    -- Rows that another transaction folds are left to it. Where one snapshot holds for the whole transaction they would be an error.
    CREATE OR REPLACE FUNCTION fold_analysis_facets(account uuid) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN RETURN; END IF;
      WITH fresh AS MATERIALIZED (
        SELECT DISTINCT kind, value, number FROM (
          SELECT kind, value, number FROM analysis_facet_count WHERE account_id = account AND NOT folded LIMIT 2000) AS latest),
      taken AS (
        DELETE FROM analysis_facet_count WHERE ctid = ANY (ARRAY(
          SELECT c.ctid FROM fresh JOIN analysis_facet_count c ON (c.kind, c.value, c.number) = (fresh.kind, fresh.value, fresh.number)
          WHERE c.account_id = account FOR UPDATE OF c SKIP LOCKED))
        RETURNING kind, value, number, n)
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n, folded)
      SELECT account, kind, value, number, sum(n), true FROM taken GROUP BY 2, 3, 4 HAVING sum(n) <> 0;
    END $$;

    CREATE OR REPLACE FUNCTION analysis_facets_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT i.account_id, facet.kind, facet.value, facet.number, count(*) FROM inserted i CROSS JOIN LATERAL ${facetsOf('i')}
      GROUP BY 1, 2, 3, 4;
      INSERT INTO analysis_entry (account_id, entry, created_at, id)
      SELECT i.account_id, one.entry, i.created_at, i.id FROM inserted i CROSS JOIN LATERAL ${entriesOf('i')};
      -- Now and then: a fold costs some milliseconds.
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(account_id) FROM inserted LIMIT 1; END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER analysis_facets_insert AFTER INSERT ON analysis
      REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_inserted();

    CREATE OR REPLACE FUNCTION analysis_facets_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      -- Those of an account that is erased go with it.
      SELECT d.account_id, facet.kind, facet.value, facet.number, -count(*)
      FROM deleted d JOIN account ON account.id = d.account_id CROSS JOIN LATERAL ${facetsOf('d')}
      GROUP BY 1, 2, 3, 4;
      DELETE FROM analysis_entry e USING deleted d CROSS JOIN LATERAL ${entriesOf('d')}
      WHERE (e.account_id, e.entry, e.created_at, e.id) = (d.account_id, one.entry, d.created_at, d.id);
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(account_id) FROM deleted LIMIT 1; END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER analysis_facets_delete AFTER DELETE ON analysis
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_deleted();

    CREATE OR REPLACE FUNCTION analysis_facets_updated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO analysis_facet_count (account_id, kind, value, number, n)
      SELECT account_id, kind, value, number, sum(n) FROM (
        SELECT OLD.account_id, facet.*, -1 AS n FROM ${facetsOf('OLD')}
        UNION ALL
        SELECT NEW.account_id, facet.*, 1 FROM ${facetsOf('NEW')}) AS changed
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
      IF (${columnsOf('OLD', ['account_id', 'created_at', ...ENTRIES_OF])})
        IS DISTINCT FROM (${columnsOf('NEW', ['account_id', 'created_at', ...ENTRIES_OF])}) THEN
        DELETE FROM analysis_entry e USING ${entriesOf('OLD')}
        WHERE (e.account_id, e.entry, e.created_at, e.id) = (OLD.account_id, one.entry, OLD.created_at, OLD.id);
        INSERT INTO analysis_entry (account_id, entry, created_at, id)
        SELECT NEW.account_id, one.entry, NEW.created_at, NEW.id FROM ${entriesOf('NEW')};
      END IF;
      IF random() < 0.02 THEN PERFORM fold_analysis_facets(NEW.account_id); END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER analysis_facets_update AFTER UPDATE OF account_id, created_at, ${FACTS.join(', ')} ON analysis FOR EACH ROW
      WHEN ((${columnsOf('OLD', ['account_id', 'created_at', ...FACTS])})
        IS DISTINCT FROM (${columnsOf('NEW', ['account_id', 'created_at', ...FACTS])}))
      EXECUTE FUNCTION analysis_facets_updated();

    CREATE OR REPLACE FUNCTION analysis_facets_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      TRUNCATE analysis_facet_count, analysis_entry;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER analysis_facets_truncate AFTER TRUNCATE ON analysis
      FOR EACH STATEMENT EXECUTE FUNCTION analysis_facets_truncated();

    CREATE OR REPLACE FUNCTION account_facets_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM analysis_facet_count WHERE account_id IN (SELECT id FROM deleted);
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER account_facets_delete AFTER DELETE ON account
      REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION account_facets_deleted();

    -- By which scorecards a call was judged, and with which outcome and score: that of its newest evaluation that counts.
    CREATE TABLE IF NOT EXISTS analysis_scorecard (
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
    CREATE INDEX IF NOT EXISTS analysis_scorecard_list_idx ON analysis_scorecard (account_id, scorecard_id, created_at DESC, analysis_id DESC)
      INCLUDE (outcome, score);
    CREATE INDEX IF NOT EXISTS analysis_scorecard_kind_idx ON analysis_scorecard (account_id, scorecard_id, outcome, score);

    CREATE OR REPLACE FUNCTION count_judged_call() RETURNS trigger LANGUAGE plpgsql AS $$
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
    CREATE OR REPLACE TRIGGER analysis_scorecard_count AFTER INSERT OR DELETE OR UPDATE OF outcome, score ON analysis_scorecard
      FOR EACH ROW EXECUTE FUNCTION count_judged_call();

    CREATE OR REPLACE FUNCTION note_judged_call() RETURNS trigger LANGUAGE plpgsql AS $$
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
    CREATE OR REPLACE TRIGGER evaluation_judged_insert AFTER INSERT ON evaluation
      FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION note_judged_call();
    CREATE OR REPLACE TRIGGER evaluation_judged_update AFTER UPDATE OF status, superseded, outcome, score ON evaluation FOR EACH ROW
      WHEN ((OLD.status, OLD.superseded, OLD.outcome, OLD.score) IS DISTINCT FROM (NEW.status, NEW.superseded, NEW.outcome, NEW.score))
      EXECUTE FUNCTION note_judged_call();
    CREATE OR REPLACE TRIGGER evaluation_judged_delete AFTER DELETE ON evaluation
      FOR EACH ROW WHEN (OLD.status = 'completed') EXECUTE FUNCTION note_judged_call();
`;
