// Calls: the row of each, its texts, its checkpoints, and what was paid for it.

/** A server built without LZ4 keeps its method. LZ4 decompresses several times as fast as the default method of Postgres. */
const COMPRESSION = ['analysis_payload', 'transcript_version']
  .map(
    (table) => `ALTER TABLE ${table} ALTER transcript SET COMPRESSION lz4, ALTER words SET COMPRESSION lz4,
          ALTER results SET COMPRESSION lz4, ALTER metrics SET COMPRESSION lz4, ALTER engine SET COMPRESSION lz4;`,
  )
  .join('\n        ');

export const CALLS = `
      CREATE TABLE IF NOT EXISTS analysis (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed')),
        livemode boolean NOT NULL,
        agent_id text NOT NULL,
        contact_id text NOT NULL,
        request_id text NOT NULL,

        source_url text,
        storage_key text,
        audio_format text,
        size_bytes bigint,
        -- Unused: no release since 0.1.0 reads or writes it.
        sha256 bytea,
        channels smallint,
        duration_ms bigint,

        agent_channel smallint,
        language text,
        webhook_url text,
        webhook_events text[] NOT NULL DEFAULT '{analysis.completed}',
        custom_metadata text NOT NULL DEFAULT '{}',

        stage text NOT NULL DEFAULT 'queued'
          CHECK (stage IN ('queued', 'fetching', 'measuring', 'transcribing', 'analysing', 'settling')),
        percent smallint NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        crashes smallint NOT NULL DEFAULT 0,
        provider_failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz,

        settled_at timestamptz(3),
        processing_time_ms bigint,
        error_message text,

        -- The trace that the work belongs to: jobs of the queue hold identifiers only.
        trace_parent text,
        -- The recording was cut short or is damaged.
        damaged boolean,
        call_started_at timestamptz(3),
        direction text,
        output_language text,
        -- Why the call failed, as a word beside the sentence.
        error_code text,
        last_failed_at timestamptz,
        restarted_at timestamptz(3),
        scenario text,
        -- The cards chosen for a call; null: the default cards that fit it.
        scorecards uuid[],
        -- Tracks of the recording; those beyond the first are not heard.
        audio_tracks integer,
        -- Links to a report are signed and not stored. What ends all of an analysis is a number that each link was made with.
        report_link_round integer NOT NULL DEFAULT 0,
        -- A person has decided something about the call.
        reviewed boolean NOT NULL DEFAULT false,
        -- What is to be masked, as JSON; null where nothing is. It stays with the call.
        redact text,
        -- The recording as it was sent, where another one stands in storage_key, or none because it is withheld.
        original_key text,
        original_format text,
        -- The masked recording, until the call completes with it in storage_key.
        redacted_key text,
        redacted_format text,

        -- Facts about a completed call, which filters and statistics read: facts.ts.
        -- As it was heard; the column \`language\` is what the request said.
        spoken_language text,
        -- The client's own key of that name.
        team text,
        compliance_score smallint,
        quality_score smallint,
        effort_score smallint,
        customer_sentiment text,
        -- Any finding or violation is. Null until the facts are written.
        flagged boolean,
        -- The rule of each that no person has dismissed: as often as it was broken.
        violations text[],
        -- Findings without a verdict.
        not_assessable smallint,
        -- A person changed a verdict.
        overruled boolean,

        -- The client's own name of the recording, and whether the call came with many: in a batch or from a source.
        external_id text,
        bulk boolean NOT NULL DEFAULT false,

        CONSTRAINT analysis_final_check CHECK ((status = 'processing') = (settled_at IS NULL))
      );
      ALTER TABLE analysis DROP CONSTRAINT IF EXISTS analysis_recording_check, ADD CONSTRAINT analysis_recording_check CHECK
        (status <> 'processing' OR source_url IS NOT NULL OR storage_key IS NOT NULL OR scenario IS NOT NULL) NOT VALID;

      -- Months in UTC, independent of the time zone of the session.
      CREATE OR REPLACE FUNCTION analysis_month(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN date_trunc('month', at AT TIME ZONE 'UTC')::date;

      -- The id breaks ties, so that rows of the same millisecond keep their order from page to page. The list in its order holds all
      -- that it may be filtered by, so that a combination of filters reads no row.
      CREATE INDEX IF NOT EXISTS analysis_list_idx ON analysis (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id,
        livemode, reviewed, direction, spoken_language, flagged, compliance_score, quality_score, duration_ms, call_started_at);
      CREATE INDEX IF NOT EXISTS analysis_status_idx ON analysis (account_id, status, created_at DESC, id DESC) INCLUDE (agent_id, contact_id);
      CREATE INDEX IF NOT EXISTS analysis_agent_idx ON analysis (account_id, agent_id, created_at DESC, id DESC) INCLUDE (status, contact_id);
      CREATE INDEX IF NOT EXISTS analysis_contact_idx ON analysis (account_id, contact_id, created_at DESC, id DESC) INCLUDE (status, agent_id);
      CREATE INDEX IF NOT EXISTS analysis_test_idx ON analysis (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id)
        WHERE NOT livemode;
      -- What persons have reviewed is little, and an index has it by itself.
      CREATE INDEX IF NOT EXISTS analysis_reviewed_idx ON analysis (account_id, created_at DESC, id DESC) INCLUDE (status, agent_id, contact_id)
        WHERE reviewed;
      CREATE INDEX IF NOT EXISTS analysis_direction_idx ON analysis (account_id, direction, created_at DESC, id DESC) WHERE direction IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_language_idx ON analysis (account_id, spoken_language, created_at DESC, id DESC)
        WHERE spoken_language IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_flagged_idx ON analysis (account_id, created_at DESC, id DESC) WHERE flagged;
      -- Without the time: Postgres then keeps one entry for each value with the rows under it, an eighth of the size.
      CREATE INDEX IF NOT EXISTS analysis_compliance_score_idx ON analysis (account_id, compliance_score) WHERE compliance_score IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_quality_score_idx ON analysis (account_id, quality_score) WHERE quality_score IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_duration_idx ON analysis (account_id, duration_ms) WHERE duration_ms IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_call_start_idx ON analysis (account_id, call_started_at) WHERE call_started_at IS NOT NULL;
      -- Tells in which month of the list the calls of a time begin.
      CREATE INDEX IF NOT EXISTS analysis_call_month_idx ON analysis (account_id, analysis_month(created_at), call_started_at)
        WHERE call_started_at IS NOT NULL;
      CREATE UNIQUE INDEX IF NOT EXISTS analysis_external_id_idx ON analysis (account_id, external_id, livemode) WHERE external_id IS NOT NULL;

      -- From these a worker takes the next due call of the next account, one for each lane. An account's single calls come before
      -- those of its batches and sources.
      CREATE INDEX IF NOT EXISTS analysis_waiting_idx ON analysis (run_after) WHERE status = 'processing';
      CREATE INDEX IF NOT EXISTS analysis_work_order_idx ON analysis (account_id, bulk, run_after)
        WHERE status = 'processing' AND storage_key IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_fetch_order_idx ON analysis (account_id, bulk, run_after)
        WHERE status = 'processing' AND storage_key IS NULL;
      CREATE INDEX IF NOT EXISTS analysis_sandbox_order_idx ON analysis (account_id, bulk, run_after)
        WHERE status = 'processing' AND scenario IS NOT NULL;

      -- By these the sweeps find what is due.
      CREATE INDEX IF NOT EXISTS analysis_retention_idx ON analysis (settled_at) WHERE settled_at IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_recording_retention_idx ON analysis (settled_at, id) WHERE storage_key IS NOT NULL AND settled_at IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_withheld_retention_idx ON analysis (settled_at, id)
        WHERE storage_key IS NULL AND original_key IS NOT NULL AND settled_at IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_source_address_idx ON analysis (settled_at, id) WHERE source_url IS NOT NULL AND settled_at IS NOT NULL;
      -- The sweep deletes the test calls that are due, and must not read live ones.
      CREATE INDEX IF NOT EXISTS analysis_test_retention_idx ON analysis (settled_at, id) WHERE NOT livemode AND settled_at IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_without_facts_idx ON analysis (id) WHERE status = 'completed' AND flagged IS NULL;

      -- Recordings with a key of their own: links to one that no one may hear any more may have been given out before.
      CREATE INDEX IF NOT EXISTS analysis_original_idx ON analysis (original_key) WHERE original_key IS NOT NULL;
      CREATE INDEX IF NOT EXISTS analysis_masked_recording_idx ON analysis (storage_key) WHERE storage_key <> 'recordings/' || id::text;
      CREATE INDEX IF NOT EXISTS analysis_rendition_idx ON analysis (redacted_key) WHERE redacted_key IS NOT NULL;

      -- The JSON of the answer as text, which nothing parses again. In a separate table, because lists and polls do not read it.
      CREATE TABLE IF NOT EXISTS analysis_payload (
        analysis_id uuid PRIMARY KEY REFERENCES analysis ON DELETE CASCADE,
        transcript text NOT NULL,
        words text NOT NULL,
        results text NOT NULL,
        metrics text NOT NULL,
        engine text NOT NULL,
        -- Scores and flags, for lists of summaries. Null: made from the results when it is read.
        results_summary text,
        envelopes text,
        -- As the service judged the call: kept from the first decision of a person on, when \`results\` became theirs.
        system_results text,
        -- The decisions of persons that are in force: src/calls/verdicts.ts.
        verdicts text,
        transcript_version integer NOT NULL DEFAULT 1,
        -- JSON texts: what clients see as "redaction", and the list of masked stretches.
        redaction text,
        redactions text,
        -- How often its texts were masked: a transcript that is masked keeps its version.
        maskings integer NOT NULL DEFAULT 0
      );

      -- The versions before the present one, which stands in analysis_payload. JSON texts, as clients receive them.
      CREATE TABLE IF NOT EXISTS transcript_version (
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        version integer NOT NULL,
        replaced_at timestamptz(3) NOT NULL DEFAULT now(),
        transcript text NOT NULL,
        words text NOT NULL,
        results text NOT NULL,
        metrics text NOT NULL,
        engine text NOT NULL,
        PRIMARY KEY (analysis_id, version)
      );
      DO $$ BEGIN
        IF (SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression') THEN
        ${COMPRESSION}
        END IF;
      END $$;

      -- Checkpoints: what a step has done, piece by piece where it works in pieces. Deleted when the analysis is final.
      CREATE TABLE IF NOT EXISTS analysis_checkpoint (
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        step text NOT NULL,
        piece integer NOT NULL DEFAULT 0,
        payload text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (analysis_id, step, piece)
      );

      -- What is sent to a provider that charges for it is a row before it is sent: by it a deletion bills, and operators see what was
      -- paid for calls that failed. One row a stretch of the recording and channel; the rows go when the call is completed and billed.
      CREATE TABLE IF NOT EXISTS sent_request (
        analysis_id uuid NOT NULL REFERENCES analysis ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('transcription', 'analysis')),
        -- -1: the recording as a whole, or one without channels.
        channel smallint NOT NULL,
        -- Of the recording. A request with the transcript is about all of it.
        start_ms integer NOT NULL,
        end_ms integer NOT NULL,
        -- How often it was sent. 0: every request was refused unread, or never went out.
        requests integer NOT NULL DEFAULT 1 CHECK (requests >= 0),
        sent_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (analysis_id, purpose, channel, start_ms, end_ms),
        CHECK (end_ms >= start_ms)
      );

      -- Milliseconds of the recording that were sent, each of a channel once however often it was sent; never more than it has.
      CREATE OR REPLACE FUNCTION sent_ms(analysis_id uuid, duration_ms bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
        SELECT least(coalesce(sum(upper(stretch) - lower(stretch)), 0)::bigint, $2)
          FROM (SELECT unnest(range_agg(int8range(start_ms, end_ms))) AS stretch FROM sent_request s
                 WHERE s.analysis_id = $1 AND s.requests > 0 GROUP BY s.channel) AS stretches
      $$;

      -- Deleted calls that a provider was paid for.
      CREATE TABLE IF NOT EXISTS deleted_call (
        analysis_id uuid PRIMARY KEY,
        duration_ms bigint NOT NULL,
        -- Of the checkpoints that it had.
        steps text[] NOT NULL,
        deleted_at timestamptz(3) NOT NULL DEFAULT now(),
        -- What was sent for it, at work or after it failed. The latter is billed to no one.
        status text NOT NULL DEFAULT 'processing',
        sent_ms bigint
      );
      CREATE OR REPLACE FUNCTION analysis_deleted_at_work() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        sent bigint := sent_ms(OLD.id, OLD.duration_ms);
      BEGIN
        IF sent > 0 THEN
          INSERT INTO deleted_call (analysis_id, duration_ms, steps, status, sent_ms)
          VALUES (OLD.id, OLD.duration_ms,
                  ARRAY(SELECT DISTINCT step FROM analysis_checkpoint WHERE analysis_id = OLD.id), OLD.status, sent)
          ON CONFLICT DO NOTHING;
        END IF;
        RETURN OLD;
      END $$;
      -- A deletion reaches the checkpoints after the row. No provider is paid for a scenario.
      CREATE OR REPLACE TRIGGER analysis_delete_at_work BEFORE DELETE ON analysis
        FOR EACH ROW WHEN (OLD.status IN ('processing', 'failed') AND OLD.duration_ms IS NOT NULL AND OLD.scenario IS NULL)
        EXECUTE FUNCTION analysis_deleted_at_work();
`;
