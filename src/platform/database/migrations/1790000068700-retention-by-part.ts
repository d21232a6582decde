// Retention by part: how long an account keeps recordings, originals, transcripts and analyses, a call that is kept for days of
// its own, and a completed call without its transcript.
import type { QueryRunner } from 'typeorm';

const TABLES = `
  CREATE TABLE IF NOT EXISTS retention_settings (
    account_id uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- Days from the end of a call. Null: the part is kept.
    recordings_days integer,
    originals_days integer,
    transcripts_days integer,
    analyses_days integer,
    audit_days integer NOT NULL DEFAULT 400,
    audit_reads boolean NOT NULL DEFAULT false,
    -- Days that rounds go by. Until changed settings may delete, the longer of the earlier days and the new ones.
    recordings_in_force integer,
    originals_in_force integer,
    transcripts_in_force integer,
    analyses_in_force integer,
    -- 'changed': the next round decides whether it may go, or waits and says so by mail.
    state text NOT NULL DEFAULT 'in_force' CHECK (state IN ('changed', 'waiting', 'in_force')),
    waits_until timestamptz(3),
    -- Numbers that the waiting round would delete. JSON text.
    would_delete text,
    -- Null: no mail is to be sent.
    notice_at timestamptz,
    updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    CHECK ((state = 'waiting') = (waits_until IS NOT NULL)));
  CREATE INDEX IF NOT EXISTS retention_settings_undecided_idx ON retention_settings (account_id) WHERE state <> 'in_force';
  CREATE INDEX IF NOT EXISTS retention_settings_notice_idx ON retention_settings (notice_at) WHERE notice_at IS NOT NULL;

  -- The operator's ceilings, as the process that started last has them. Null: no ceiling.
  CREATE TABLE IF NOT EXISTS retention_ceiling (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    audio_days integer,
    analysis_days integer,
    test_days integer);

  ALTER TABLE analysis
    ADD COLUMN IF NOT EXISTS retention_days integer,
    ADD COLUMN IF NOT EXISTS transcript_deleted_at timestamptz(3);
  -- Null once the transcript is deleted.
  ALTER TABLE analysis_payload ALTER transcript DROP NOT NULL, ALTER words DROP NOT NULL;
  -- Start of the last round that came to its end.
  ALTER TABLE round_lease ADD COLUMN IF NOT EXISTS completed_from timestamptz;`;

const FUNCTIONS = `
  -- The end of a call with days of its own. In UTC, so that it can be indexed.
  CREATE OR REPLACE FUNCTION own_retention_end(settled_at timestamptz, days integer) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (settled_at AT TIME ZONE 'UTC' + days * interval '1 day') AT TIME ZONE 'UTC';

  -- The member of the metadata of an analysis: Unix seconds or null.
  CREATE OR REPLACE FUNCTION retained_until(account uuid, settled timestamptz, own integer, live boolean) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT format('{"recording":%s,"transcript":%s,"analysis":%s}', coalesce((at.settled + 86400 * recording)::text, 'null'),
      coalesce((at.settled + 86400 * transcript)::text, 'null'), coalesce((at.settled + 86400 * analysis)::text, 'null'))
    FROM (SELECT 1) AS one
      LEFT JOIN retention_settings s ON s.account_id = account
      LEFT JOIN retention_ceiling c ON true
      CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM settled))::bigint AS settled) AS at
      CROSS JOIN LATERAL (
        SELECT least(coalesce(own, s.analyses_days), c.analysis_days, CASE WHEN NOT live THEN c.test_days END) AS analysis) AS whole
      CROSS JOIN LATERAL (
        SELECT least(coalesce(own, s.recordings_days), c.audio_days, analysis) AS recording,
          least(coalesce(own, s.transcripts_days), analysis) AS transcript) AS parts
  $$;`;

/** A call keeps what was counted of it, and is not searched, once its transcript is deleted. */
const TRIGGERS = `
  CREATE OR REPLACE TRIGGER analysis_payload_facts_change AFTER UPDATE OF results, transcript ON analysis_payload
    FOR EACH ROW WHEN (NEW.transcript IS NOT NULL
      AND (OLD.results IS DISTINCT FROM NEW.results OR OLD.transcript IS DISTINCT FROM NEW.transcript))
    EXECUTE FUNCTION note_call_facts();
  CREATE OR REPLACE TRIGGER analysis_payload_words_change AFTER UPDATE OF transcript ON analysis_payload
    FOR EACH ROW WHEN (NEW.transcript IS NOT NULL AND OLD.transcript IS DISTINCT FROM NEW.transcript)
    EXECUTE FUNCTION transcript_is_unsearchable();`;

export class RetentionByPart1790000068700 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(FUNCTIONS);
    await runner.query(TRIGGERS);
  }
}
