// What was said in completed calls, to be searched: a row for each call, in partitions by the month of its acceptance.

export const SEARCH = `
      CREATE TABLE IF NOT EXISTS call_words (
        analysis_id uuid NOT NULL,
        account_id uuid NOT NULL,
        livemode boolean NOT NULL,
        created_at timestamp(3) with time zone NOT NULL,
        agent_id text NOT NULL,
        contact_id text NOT NULL,
        -- Its positions say nothing of the order of words: that stands in call_words_piece.
        in_pieces boolean NOT NULL,
        -- Weight A: the agent said it, B: the customer, D: another one.
        words tsvector NOT NULL
      ) PARTITION BY RANGE (created_at);

      -- Positions of a tsvector end at 16,383, and a word has 255 at most: the words of a long call are cut into overlapping pieces.
      CREATE TABLE IF NOT EXISTS call_words_piece (
        analysis_id uuid NOT NULL REFERENCES analysis(id) ON DELETE CASCADE,
        piece integer NOT NULL,
        words tsvector NOT NULL,
        PRIMARY KEY (analysis_id, piece)
      );
      ALTER TABLE call_words_piece ALTER COLUMN words SET STORAGE EXTERNAL;

      -- Completed calls whose words are yet to be made searchable.
      CREATE TABLE IF NOT EXISTS unsearchable_call (
        analysis_id uuid PRIMARY KEY REFERENCES analysis(id) ON DELETE CASCADE,
        account_id uuid NOT NULL
      );
      CREATE INDEX IF NOT EXISTS unsearchable_call_account_idx ON unsearchable_call (account_id);

      -- Accounts with calls from before there was a search; all newer than this place are searchable.
      CREATE TABLE IF NOT EXISTS search_backfill (
        account_id uuid PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
        created_at timestamp(3) with time zone NOT NULL DEFAULT 'infinity',
        id uuid NOT NULL DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      );
      CREATE INDEX IF NOT EXISTS search_backfill_created_idx ON search_backfill (created_at);

      CREATE OR REPLACE FUNCTION search_tenant(account_id uuid, livemode boolean) RETURNS text IMMUTABLE LANGUAGE sql AS $$
        SELECT account_id::text || CASE WHEN livemode THEN 'l' ELSE 't' END
      $$;
      -- The days of one tenant follow one another: a range of them is a range of this text.
      CREATE OR REPLACE FUNCTION search_shelf(account_id uuid, livemode boolean, at timestamp with time zone)
      RETURNS text IMMUTABLE LANGUAGE sql AS $$
        SELECT account_id::text || CASE WHEN livemode THEN 'l' ELSE 't' END
          || (1000000 + floor(extract(epoch FROM at) / 86400))::int::text
      $$;
      CREATE INDEX IF NOT EXISTS call_words_idx ON call_words USING gin (
        search_tenant(account_id, livemode), (search_shelf(account_id, livemode, created_at) COLLATE "C"), agent_id, contact_id, words
      ) WITH (fastupdate = off);

      CREATE OR REPLACE FUNCTION call_words_partition(at timestamp with time zone) RETURNS text STABLE LANGUAGE sql AS $$
        SELECT 'call_words_' || to_char(at AT TIME ZONE 'UTC', 'YYYYMM')
      $$;
      -- Locks neither reads nor writes of other months. What narrow rows point to lies apart: counting matches reads no words.
      CREATE OR REPLACE FUNCTION make_call_words_partition(at timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        name text := call_words_partition(at);
        start timestamp := date_trunc('month', at AT TIME ZONE 'UTC');
      BEGIN
        IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
        PERFORM pg_advisory_xact_lock(hashtext('call_words_partition'));
        IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
        EXECUTE format('CREATE TABLE %I (LIKE call_words INCLUDING INDEXES) WITH (toast_tuple_target = 128)', name);
        EXECUTE format('ALTER TABLE %I ALTER COLUMN words SET STORAGE EXTERNAL', name);
        EXECUTE format('CREATE UNIQUE INDEX ON %I (analysis_id)', name);
        EXECUTE format('ALTER TABLE call_words ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
          start AT TIME ZONE 'UTC', (start + interval '1 month') AT TIME ZONE 'UTC');
      END $$;
      SELECT make_call_words_partition(now()), make_call_words_partition(now() + interval '1 month');

      -- By the name of the partition: a statement on the whole table would be planned for every month.
      CREATE OR REPLACE FUNCTION forget_call_words(call uuid, at timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM call_words_piece WHERE analysis_id = call;
        IF to_regclass(call_words_partition(at)) IS NULL THEN RETURN; END IF;
        EXECUTE format('DELETE FROM %I WHERE analysis_id = $1', call_words_partition(at)) USING call;
      END $$;

      CREATE OR REPLACE FUNCTION call_words_go_with_call() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM forget_call_words(OLD.id, OLD.created_at);
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_words_delete AFTER DELETE ON analysis
        FOR EACH ROW WHEN (OLD.status = 'completed') EXECUTE FUNCTION call_words_go_with_call();

      -- The partitions have no foreign key: making one for a new month would hold up every write to analysis.
      CREATE OR REPLACE FUNCTION call_words_go_with_calls() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        TRUNCATE call_words;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_words_truncate AFTER TRUNCATE ON analysis
        FOR EACH STATEMENT EXECUTE FUNCTION call_words_go_with_calls();

      -- A call keeps these columns; should one be put right by hand, the words follow.
      CREATE OR REPLACE FUNCTION call_words_follow_call() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM forget_call_words(OLD.id, OLD.created_at);
        INSERT INTO unsearchable_call (analysis_id, account_id) VALUES (NEW.id, NEW.account_id)
          ON CONFLICT (analysis_id) DO UPDATE SET account_id = excluded.account_id;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_words_change AFTER UPDATE OF account_id, livemode, created_at, agent_id, contact_id ON analysis
        FOR EACH ROW WHEN (OLD.status = 'completed'
          AND (OLD.account_id, OLD.livemode, OLD.created_at, OLD.agent_id, OLD.contact_id)
            IS DISTINCT FROM (NEW.account_id, NEW.livemode, NEW.created_at, NEW.agent_id, NEW.contact_id))
        EXECUTE FUNCTION call_words_follow_call();

      -- By whatever code a transcript is written: what it said before is not found any more. The writer, or else a sweep, adds what it says now.
      CREATE OR REPLACE FUNCTION transcript_is_unsearchable() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        call record;
      BEGIN
        SELECT id, account_id, created_at INTO call FROM analysis WHERE id = NEW.analysis_id;
        IF TG_OP = 'UPDATE' THEN PERFORM forget_call_words(call.id, call.created_at); END IF;
        INSERT INTO unsearchable_call (analysis_id, account_id) VALUES (call.id, call.account_id) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER analysis_payload_words AFTER INSERT ON analysis_payload
        FOR EACH ROW EXECUTE FUNCTION transcript_is_unsearchable();
      CREATE OR REPLACE TRIGGER analysis_payload_words_change AFTER UPDATE OF transcript ON analysis_payload
        FOR EACH ROW WHEN (OLD.transcript IS DISTINCT FROM NEW.transcript) EXECUTE FUNCTION transcript_is_unsearchable();
`;
