// What persons decide about calls: reviews, corrections of transcripts, the queue of calls in doubt, and links for reviewers.

const REASONS = ['needs_review', 'awaiting_human', 'violation', 'flagged', 'roles_unclear', 'withheld'];

export const REVIEWS = `
      -- A review is written once and never changed; what is in force stands beside the results.
      CREATE TABLE IF NOT EXISTS review (
        id uuid CONSTRAINT review_pkey PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT review_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
        analysis_id uuid NOT NULL CONSTRAINT review_analysis_id_fkey REFERENCES analysis (id) ON DELETE CASCADE,
        -- Written while the analysis is locked, so that the reviews of a call have one order everywhere.
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        seq bigint GENERATED ALWAYS AS IDENTITY,
        livemode boolean NOT NULL,
        transcript_version integer NOT NULL,
        agent_id text NOT NULL,
        reviewer_id text,
        via text NOT NULL CONSTRAINT review_via_check CHECK (via IN ('api_key', 'token', 'review_link')),
        -- The key, account or link that sent it.
        principal_id text NOT NULL,
        note text,
        -- JSON as clients receive it.
        findings text NOT NULL,
        violations text NOT NULL,
        answers text NOT NULL,
        scores text NOT NULL
      );
      CREATE INDEX IF NOT EXISTS review_analysis_idx ON review (analysis_id, created_at DESC, seq DESC);
      CREATE INDEX IF NOT EXISTS review_list_idx ON review (account_id, created_at DESC, seq DESC);
      CREATE INDEX IF NOT EXISTS review_reviewer_idx ON review (account_id, reviewer_id, created_at DESC, seq DESC);
      CREATE INDEX IF NOT EXISTS review_agent_idx ON review (account_id, agent_id, created_at DESC, seq DESC);
      -- By which scorecards the call had been evaluated: lists by one of them are read from an index.
      CREATE TABLE IF NOT EXISTS review_scorecard (
        review_id uuid NOT NULL CONSTRAINT review_scorecard_review_id_fkey REFERENCES review (id) ON DELETE CASCADE,
        scorecard_id uuid NOT NULL,
        account_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        seq bigint NOT NULL,
        CONSTRAINT review_scorecard_pkey PRIMARY KEY (review_id, scorecard_id)
      );
      CREATE INDEX IF NOT EXISTS review_scorecard_list_idx ON review_scorecard (account_id, scorecard_id, created_at DESC, seq DESC);

      CREATE TABLE IF NOT EXISTS correction (
        id uuid PRIMARY KEY,
        -- The order of those of one analysis.
        seq bigint GENERATED ALWAYS AS IDENTITY,
        -- That of the analysis, with which the row goes.
        account_id uuid NOT NULL,
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        request_id text NOT NULL,
        -- Played from a scenario: no provider is asked about the call.
        is_scenario boolean NOT NULL,
        base_version integer NOT NULL,
        version integer NOT NULL,
        -- What the person changes, as JSON; and what a list shows of it, since the texts of the edits may be a megabyte.
        changes text NOT NULL,
        swap_roles boolean NOT NULL,
        speakers text NOT NULL,
        edited_segments integer NOT NULL,
        reviewer_id text NOT NULL,
        via text NOT NULL CHECK (via IN ('api_key', 'token', 'review_link')),
        principal_id text NOT NULL,
        note text,

        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed')),
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

        CONSTRAINT correction_version_check CHECK (version = base_version + 1),
        CONSTRAINT correction_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      CREATE INDEX IF NOT EXISTS correction_analysis_idx ON correction (analysis_id, seq DESC);
      CREATE UNIQUE INDEX IF NOT EXISTS correction_in_progress_idx ON correction (analysis_id) WHERE status = 'processing';
      CREATE INDEX IF NOT EXISTS correction_turn_idx ON correction (account_id, run_after) WHERE status = 'processing';

      -- The analyst's report, which may have cost money. Deleted when the correction is final.
      CREATE TABLE IF NOT EXISTS correction_checkpoint (
        correction_id uuid PRIMARY KEY REFERENCES correction ON DELETE CASCADE,
        payload text NOT NULL
      );

      -- The calls that deserve a look by a person, each with what a look is worth.
      CREATE OR REPLACE FUNCTION review_worth(doubts jsonb) RETURNS real LANGUAGE sql IMMUTABLE AS $$
        SELECT least(1, round(coalesce(sum((value->>'worth')::numeric), 0), 4))::real FROM jsonb_each(doubts)
      $$;
      CREATE OR REPLACE FUNCTION review_reasons(doubts jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
        SELECT ARRAY(SELECT DISTINCT jsonb_array_elements_text(value->'reasons') FROM jsonb_each(doubts) ORDER BY 1)
      $$;

      -- No foreign key to the account: rows go with their analyses. The fillfactor leaves room on each page, so that a claim,
      -- which changes no index, stays on its page (HOT).
      CREATE TABLE IF NOT EXISTS review_task (
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
      CREATE INDEX IF NOT EXISTS review_task_open_idx ON review_task (account_id, worth DESC, created_at, analysis_id) WHERE state = 'open';
      CREATE INDEX IF NOT EXISTS review_task_agent_idx ON review_task (account_id, agent_id, worth DESC, created_at, analysis_id)
        INCLUDE (reasons, scorecards) WHERE state = 'open';
      CREATE INDEX IF NOT EXISTS review_task_created_idx ON review_task (account_id, created_at) INCLUDE (reasons) WHERE state = 'open';
      -- What a test key may claim.
      CREATE INDEX IF NOT EXISTS review_task_test_idx ON review_task (account_id, worth DESC, created_at, analysis_id)
        WHERE state = 'open' AND NOT livemode;
      ${REASONS.map(
        (reason) => `CREATE INDEX IF NOT EXISTS review_task_${reason}_idx
        ON review_task (account_id, worth DESC, created_at, analysis_id) WHERE state = 'open' AND reasons @> '{${reason}}';`,
      ).join('\n      ')}

      -- The list of one scorecard in the order of worth: an index on an array has no order.
      CREATE TABLE IF NOT EXISTS review_task_scorecard (
        analysis_id uuid NOT NULL REFERENCES review_task ON DELETE CASCADE,
        scorecard_id uuid NOT NULL,
        account_id uuid NOT NULL,
        worth real NOT NULL,
        created_at timestamptz(3) NOT NULL,
        reasons text[] NOT NULL,
        PRIMARY KEY (analysis_id, scorecard_id)
      );
      CREATE INDEX IF NOT EXISTS review_task_scorecard_idx ON review_task_scorecard
        (account_id, scorecard_id, worth DESC, created_at, analysis_id) INCLUDE (reasons);

      CREATE OR REPLACE FUNCTION review_task_listed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM review_task_scorecard WHERE analysis_id = NEW.analysis_id;
        IF NEW.state = 'open' THEN
          INSERT INTO review_task_scorecard (analysis_id, scorecard_id, account_id, worth, created_at, reasons)
          SELECT NEW.analysis_id, scorecard_id, NEW.account_id, NEW.worth, NEW.created_at, NEW.reasons
          FROM unnest(NEW.scorecards) AS scorecard_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER review_task_listed AFTER INSERT OR UPDATE OF scorecards, doubts, state ON review_task
        FOR EACH ROW EXECUTE FUNCTION review_task_listed();

      -- Links that open one call to a reviewer without an account. Unlike links to a report they are stored: one ends without the
      -- others, and what its holder may write is read from the row at every request.
      CREATE TABLE IF NOT EXISTS review_link (
        id uuid PRIMARY KEY,
        -- Those of the analysis, and never changed, as there.
        account_id uuid NOT NULL,
        livemode boolean NOT NULL,
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        -- Whom the link was made for, in the client's words.
        reviewer_id text NOT NULL,
        may text[] NOT NULL CHECK ('read' = ANY(may) AND may <@ '{read,review,correct}'),
        -- SHA-256. The token itself stands in the link alone.
        token_hash bytea NOT NULL CONSTRAINT review_link_token_hash_key UNIQUE,
        -- Who made it: a person, or a key, which the link outlives.
        made_by_kind text NOT NULL,
        made_by_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3)
      );
      CREATE INDEX IF NOT EXISTS review_link_of_analysis ON review_link (analysis_id, created_at, id);
`;
