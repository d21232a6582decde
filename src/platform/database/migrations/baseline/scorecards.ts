// Scorecards with their revisions, the evaluations of calls by them, and jobs that judge stored calls again.

/** The key of a counter, in the order of its primary key. */
const KEY = `account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date AS start, scorecard_id, revision,
          coalesce(outcome, '') AS outcome, coalesce(score, -1)::smallint AS score`;

/** @param changed query of evaluation rows with a `delta` */
function addCounts(changed: string, where = '\n        WHERE true AND NOT superseded'): string {
  return `
        INSERT INTO evaluation_kind_count AS c (account_id, span, start, scorecard_id, revision, outcome, score, n)
        SELECT ${KEY}, sum(delta)
        FROM (${changed}) AS changed CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)${where}
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

const COUNTED = ['account_id', 'created_at', 'scorecard_id', 'revision', 'outcome', 'score', 'superseded'];
const counted = (row: string) => COUNTED.map((column) => `${row}.${column}`).join(', ');

export const SCORECARDS = `
      CREATE TABLE IF NOT EXISTS scorecard (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        name text NOT NULL,
        description text,
        -- JSON texts, returned as they were given.
        applies_to text NOT NULL DEFAULT '{}',
        metadata text NOT NULL DEFAULT '{}',
        is_default boolean NOT NULL DEFAULT false,
        -- The highest number of its revisions, and the one that calls are judged by.
        last_revision integer NOT NULL DEFAULT 0,
        published_revision integer,
        archived_at timestamptz(3)
      );
      CREATE INDEX IF NOT EXISTS scorecard_account_idx ON scorecard (account_id, created_at DESC, id DESC) WHERE archived_at IS NULL;
      -- For the erasure of an account, which deletes archived ones too.
      CREATE INDEX IF NOT EXISTS scorecard_owner_idx ON scorecard (account_id);
      CREATE INDEX IF NOT EXISTS scorecard_default_idx ON scorecard (account_id) WHERE is_default AND archived_at IS NULL;

      CREATE TABLE IF NOT EXISTS scorecard_revision (
        scorecard_id uuid NOT NULL REFERENCES scorecard ON DELETE CASCADE,
        number integer NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published')),
        -- The form as JSON with every default filled in, and the SHA-256 of this text.
        form text NOT NULL,
        content_hash bytea NOT NULL,
        PRIMARY KEY (scorecard_id, number)
      );

      CREATE TABLE IF NOT EXISTS rescore (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        scorecard_id uuid NOT NULL,
        revision integer NOT NULL,
        judge text NOT NULL DEFAULT '',
        -- The filter as JSON, and the analysis after which the next page of it begins.
        filter text NOT NULL,
        cursor_created_at timestamptz(3),
        cursor_id uuid,
        expanded boolean NOT NULL DEFAULT false,
        estimate text NOT NULL,
        webhook_url text,
        webhook_events text[] NOT NULL DEFAULT '{}',
        request_id text NOT NULL,
        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'canceled', 'failed')),
        total integer NOT NULL,
        completed integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        skipped integer NOT NULL DEFAULT 0,
        settled_at timestamptz(3),
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        -- Evaluations that its pages have made; and those that were counted at its start and not given back.
        made integer NOT NULL DEFAULT 0,
        taken integer NOT NULL DEFAULT 0,
        -- Of \`made\` and \`taken\`, and of the settled ones, those of calls of test mode.
        made_test integer NOT NULL DEFAULT 0,
        taken_test integer NOT NULL DEFAULT 0,
        settled_test integer NOT NULL DEFAULT 0,
        FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision ON DELETE CASCADE,
        CONSTRAINT rescore_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      CREATE INDEX IF NOT EXISTS rescore_account_idx ON rescore (account_id, created_at DESC, id DESC);
      CREATE INDEX IF NOT EXISTS rescore_card_idx ON rescore (scorecard_id, revision);
      CREATE INDEX IF NOT EXISTS rescore_due_idx ON rescore (account_id, run_after) WHERE status = 'processing' AND NOT expanded;
      CREATE INDEX IF NOT EXISTS rescore_expanded_idx ON rescore (id) WHERE status = 'processing' AND expanded;

      CREATE TABLE IF NOT EXISTS evaluation (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        request_id text NOT NULL,
        -- Copies of the call's, so that a list can filter by them.
        agent_id text NOT NULL,
        contact_id text NOT NULL,
        scorecard_id uuid NOT NULL,
        revision integer NOT NULL,
        -- Engine and version of the prompt; empty where no language model is asked.
        judge text NOT NULL DEFAULT '',
        transcript_hash bytea NOT NULL,
        -- The job that asked for it. Null: a client, or the call itself when it completed.
        rescore_id uuid REFERENCES rescore ON DELETE SET NULL,
        -- A client has been given the id of an evaluation that a job asked for: it stays when the job is canceled.
        kept boolean NOT NULL DEFAULT false,

        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed')),
        outcome text CHECK (outcome IN ('passed', 'failed', 'auto_failed', 'needs_review', 'not_assessable')),
        score smallint CHECK (score BETWEEN 0 AND 100),
        coverage double precision,
        error_message text,
        error_code text,
        settled_at timestamptz(3),

        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        crashes smallint NOT NULL DEFAULT 0,
        provider_failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz,
        last_failed_at timestamptz,
        trace_parent text,

        -- What the judges alone came to, where a person decided; null where no person decided anything.
        system_score smallint,
        system_outcome text,
        -- Of a transcript that was corrected since.
        superseded boolean NOT NULL DEFAULT false,
        -- Taken from EVALUATIONS_PER_MONTH. Not so where a correction made it anew.
        counted boolean NOT NULL DEFAULT true,
        reviewed boolean NOT NULL DEFAULT false,
        -- Of its call. Null: not written yet, and the evaluation counts nowhere until the sweep has done it.
        call_created_at timestamptz(3),
        call_started_at timestamptz(3),
        direction text,
        spoken_language text,
        team text,
        -- Question, state and answer, with colons between: what its sums were made of stands in the row that is deleted.
        given_answers text[],
        -- A person changed an answer, the score or the outcome.
        overruled boolean,

        FOREIGN KEY (scorecard_id, revision) REFERENCES scorecard_revision ON DELETE CASCADE,
        CONSTRAINT evaluation_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      -- The same again is not judged again. A failed one may be tried anew. Also finds the evaluations of an analysis.
      CREATE UNIQUE INDEX IF NOT EXISTS evaluation_same_idx
        ON evaluation (analysis_id, scorecard_id, revision, judge, transcript_hash) WHERE status <> 'failed';
      CREATE INDEX IF NOT EXISTS evaluation_analysis_idx ON evaluation (analysis_id, created_at DESC, id DESC);
      CREATE INDEX IF NOT EXISTS evaluation_rescore_idx ON evaluation (rescore_id) WHERE rescore_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS evaluation_turn_idx ON evaluation (account_id, run_after)
        WHERE status = 'processing' AND (rescore_id IS NULL OR kept);
      CREATE INDEX IF NOT EXISTS evaluation_rescore_turn_idx ON evaluation (account_id, run_after)
        WHERE status = 'processing' AND rescore_id IS NOT NULL AND NOT kept;
      CREATE INDEX IF NOT EXISTS evaluation_unsettled_idx ON evaluation (rescore_id) WHERE status = 'processing' AND rescore_id IS NOT NULL;
      CREATE INDEX IF NOT EXISTS evaluation_without_facts_idx ON evaluation (id) WHERE call_created_at IS NULL;
      -- Lists hold what they filter by, so that a count reads no row of the table.
      CREATE INDEX IF NOT EXISTS evaluation_list_idx ON evaluation (account_id, created_at DESC, id DESC)
        INCLUDE (scorecard_id, revision, outcome, score, superseded);
      CREATE INDEX IF NOT EXISTS evaluation_agent_idx ON evaluation (account_id, agent_id, created_at DESC, id DESC)
        INCLUDE (scorecard_id, revision, outcome, score, superseded);
      CREATE INDEX IF NOT EXISTS evaluation_contact_idx ON evaluation (account_id, contact_id, created_at DESC, id DESC)
        INCLUDE (agent_id, scorecard_id, revision, outcome, score, superseded);
      CREATE INDEX IF NOT EXISTS evaluation_reviewed_idx ON evaluation (account_id, created_at DESC, id DESC)
        INCLUDE (scorecard_id, revision, outcome, score, superseded) WHERE reviewed;
      -- Finds the few evaluations of a rare kind: a list knows from the counters which kinds there are. A scorecard belongs to one
      -- account; it stands first so that the foreign key has an index too.
      CREATE INDEX IF NOT EXISTS evaluation_kind_idx ON evaluation
        (scorecard_id, revision, (coalesce(outcome, '')), (coalesce(score, -1::smallint)), created_at DESC, id DESC);

      -- JSON texts as clients receive them, but for 'judged': the answers before conditions, from which a person's answer
      -- computes the figures anew. In a table of its own, because filters and counts do not read it.
      CREATE TABLE IF NOT EXISTS evaluation_payload (
        evaluation_id uuid PRIMARY KEY REFERENCES evaluation ON DELETE CASCADE,
        judged text NOT NULL,
        sections text NOT NULL,
        answers text NOT NULL,
        auto_fails text NOT NULL,
        provenance text NOT NULL
      );

      -- One row for each batch of questions that the judge has answered. Deleted when the evaluation is final.
      CREATE TABLE IF NOT EXISTS evaluation_checkpoint (
        evaluation_id uuid NOT NULL REFERENCES evaluation ON DELETE CASCADE,
        batch integer NOT NULL,
        payload text NOT NULL,
        PRIMARY KEY (evaluation_id, batch)
      );

      -- Keeps the lists of a million evaluations fast: exact counters by month and day. They have no foreign key to the account: those
      -- of an erased account go with its evaluations. Every statement locks the evaluation, then its counters sorted by key.
      -- The fillfactor leaves room on each page, so that an update of a count stays on its page and changes no index (HOT).
      CREATE TABLE IF NOT EXISTS evaluation_kind_count (
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
      CREATE OR REPLACE FUNCTION evaluation_kind_count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addCounts('SELECT *, 1 AS delta FROM inserted', '')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER evaluation_kind_count_insert AFTER INSERT ON evaluation
        REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION evaluation_kind_count_inserted();

      CREATE OR REPLACE FUNCTION evaluation_kind_count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addCounts('SELECT *, -1 AS delta FROM deleted')}
        ${dropEmpty('deleted')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER evaluation_kind_count_delete AFTER DELETE ON evaluation
        REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION evaluation_kind_count_deleted();

      -- A row trigger: a trigger for some columns cannot have transition tables, and a lease is renewed far more often than an
      -- evaluation is settled.
      CREATE OR REPLACE FUNCTION evaluation_kind_count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addCounts('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1')}
        ${dropEmpty('(SELECT OLD.*)')}
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER evaluation_kind_count_update
        AFTER UPDATE OF ${COUNTED.join(', ')} ON evaluation FOR EACH ROW
        WHEN ((${counted('OLD')}) IS DISTINCT FROM (${counted('NEW')}))
        EXECUTE FUNCTION evaluation_kind_count_updated();
`;
