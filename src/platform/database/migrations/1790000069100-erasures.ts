// Erasures: what is erased of a person or of calls, what of it waits for a hold, the lines that go into the object store, and the
// notification of their end.
import type { QueryRunner } from 'typeorm';
import { type HeldTable, sumsOf, triggersOf } from './1790000060000-held-bytes.js';

const TABLES = `
  CREATE TABLE IF NOT EXISTS erasure (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    livemode boolean NOT NULL,
    subject text NOT NULL CHECK (subject IN ('contact', 'agent', 'analyses')),
    -- The name of the contact or the agent, as long as it is looked for.
    name text,
    -- HMAC of the name, or of the ids, under the key of the account.
    subject_hash text NOT NULL,
    scope text NOT NULL CHECK (scope IN ('calls', 'recordings', 'traces')),
    reason text NOT NULL,
    reference text,
    status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'deferred', 'failed', 'completed')),
    -- What came later is not of this erasure.
    accepted_by timestamptz(3) NOT NULL,
    -- What the member who asked for it saw.
    sight jsonb,
    -- True once erasure_call names every call.
    collected boolean NOT NULL DEFAULT false,
    -- True once the name is erased outside of the calls.
    names_erased boolean NOT NULL DEFAULT false,
    counts jsonb NOT NULL,
    delivered_before text[] NOT NULL DEFAULT '{}',
    -- Tables and objects in which something was found afterwards.
    found text,
    run_after timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz(3),
    receipt jsonb);
  CREATE INDEX IF NOT EXISTS erasure_list_idx ON erasure (account_id, created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS erasure_due_idx ON erasure (run_after) WHERE status IN ('processing', 'failed');
  CREATE INDEX IF NOT EXISTS erasure_open_idx ON erasure (account_id) WHERE status IN ('processing', 'failed');
  -- Calls of an erasure: they may be gone, so that no foreign key leads to them.
  CREATE TABLE IF NOT EXISTS erasure_call (
    erasure_id uuid NOT NULL REFERENCES erasure (id) ON DELETE CASCADE,
    analysis_id uuid NOT NULL,
    account_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'deferred', 'erased')),
    PRIMARY KEY (erasure_id, analysis_id));
  CREATE INDEX IF NOT EXISTS erasure_call_state_idx ON erasure_call (erasure_id, state, analysis_id);
  CREATE INDEX IF NOT EXISTS erasure_call_deferred_idx ON erasure_call (analysis_id) WHERE state = 'deferred';
  -- Objects that are looked for again.
  CREATE TABLE IF NOT EXISTS erasure_key (
    erasure_id uuid NOT NULL REFERENCES erasure (id) ON DELETE CASCADE,
    storage_key text NOT NULL,
    PRIMARY KEY (erasure_id, storage_key));
  -- Lines until they are in the object store.
  CREATE TABLE IF NOT EXISTS erasure_journal (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    erasure_id uuid,
    line text NOT NULL);
  CREATE INDEX IF NOT EXISTS erasure_journal_erasure_idx ON erasure_journal (erasure_id) WHERE erasure_id IS NOT NULL;
  -- Objects with lines that this database has written or carried out.
  CREATE TABLE IF NOT EXISTS erasure_object (
    storage_key text PRIMARY KEY,
    written_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    merged boolean NOT NULL DEFAULT false);`;

/** The value without the name: in JSON each string that is the name, in other texts each place where it stands as a word. */
const NAMES = `
  CREATE OR REPLACE FUNCTION json_without_name(doc jsonb, name text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      RETURN CASE jsonb_typeof(doc)
        WHEN 'string' THEN CASE WHEN doc #>> '{}' = name THEN '"erased"' ELSE doc END
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(json_without_name(item, name) ORDER BY place), '[]')
          FROM jsonb_array_elements(doc) WITH ORDINALITY AS items (item, place))
        WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(key, json_without_name(value, name)), '{}') FROM jsonb_each(doc))
        ELSE doc END;
    END $$;
  CREATE OR REPLACE FUNCTION without_name(value text, name text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE
      doc jsonb;
      quoted text := regexp_replace(name, '([^[:alnum:][:space:]])', '\\\\\\1', 'g');
    BEGIN
      IF value = name THEN RETURN 'erased'; END IF;
      IF value ~ '^\\s*[{\\[]' THEN
        BEGIN
          doc := value::jsonb;
          RETURN CASE WHEN json_without_name(doc, name) = doc THEN value ELSE json_without_name(doc, name)::text END;
        EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
          NULL;
        END;
      END IF;
      RETURN regexp_replace(value, '(?<![[:alnum:]])' || quoted || '(?![[:alnum:]])', '[erased]', 'g');
    END $$;`;

/** The strings of a JSON document, or the whole of another text. */
const TEXTS = `
  CREATE OR REPLACE FUNCTION texts_within(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      IF value ~ '^\\s*[{\\[]' THEN
        RETURN ARRAY(SELECT leaf #>> '{}' FROM jsonb_path_query(value::jsonb, '$.** ? (@.type() == "string")') AS leaf);
      END IF;
      RETURN ARRAY[value];
    EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
      RETURN ARRAY[value];
    END $$;`;

const HELD: HeldTable = {
  table: 'erasure',
  kind: 'erasures',
  texts: 'name reason reference found',
  json: 'receipt',
  lists: 'delivered_before',
};

const NOTIFICATIONS = `
  ALTER TABLE webhook_delivery ADD COLUMN IF NOT EXISTS erasure_id uuid;
  ALTER TABLE webhook_delivery
    DROP CONSTRAINT IF EXISTS webhook_delivery_erasure_fkey,
    ADD CONSTRAINT webhook_delivery_erasure_fkey FOREIGN KEY (erasure_id) REFERENCES erasure ON DELETE CASCADE NOT VALID,
    DROP CONSTRAINT IF EXISTS webhook_delivery_owner_check,
    ADD CONSTRAINT webhook_delivery_owner_check
      CHECK (num_nonnulls(analysis_id, evaluation_id, rescore_id, redaction_id, export_id, batch_id, calibration_id,
        judge_change_id, hold_id, erasure_id) = 1)
      NOT VALID,
    DROP CONSTRAINT IF EXISTS webhook_delivery_event_check,
    ADD CONSTRAINT webhook_delivery_event_check CHECK (
      CASE event
        WHEN 'evaluation.completed' THEN evaluation_id IS NOT NULL
        WHEN 'evaluation.acknowledged' THEN evaluation_id IS NOT NULL
        WHEN 'dispute.opened' THEN analysis_id IS NOT NULL AND detail_id IS NOT NULL
        WHEN 'dispute.resolved' THEN analysis_id IS NOT NULL AND detail_id IS NOT NULL
        WHEN 'rescore.completed' THEN rescore_id IS NOT NULL
        WHEN 'redaction.completed' THEN redaction_id IS NOT NULL
        WHEN 'export.completed' THEN export_id IS NOT NULL
        WHEN 'batch.completed' THEN batch_id IS NOT NULL
        WHEN 'batch.waiting' THEN batch_id IS NOT NULL
        WHEN 'calibration.closed' THEN calibration_id IS NOT NULL
        WHEN 'scorecard.drift' THEN judge_change_id IS NOT NULL
        WHEN 'hold.released' THEN hold_id IS NOT NULL
        WHEN 'erasure.completed' THEN erasure_id IS NOT NULL
        WHEN 'analysis.reviewed' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
        WHEN 'analysis.corrected' THEN analysis_id IS NOT NULL AND num_nonnulls(detail, detail_id) = 1
        ELSE event IN ('analysis.completed', 'analysis.failed', 'analysis.redacted') AND analysis_id IS NOT NULL
      END) NOT VALID;`;

export class Erasures1790000069100 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(NAMES);
    await runner.query(TEXTS);
    await runner.query('ALTER TABLE hold ADD COLUMN IF NOT EXISTS carried_erasures bigint');
    await runner.query(NOTIFICATIONS);
    const [made] = await runner.query("SELECT FROM pg_trigger WHERE tgname = 'erasure_held_insert'");
    if (made) return;
    await runner.query(triggersOf(HELD));
    // Further tables may have been added to the sum since.
    const [{ definition }] = await runner.query(
      `SELECT pg_get_functiondef('held_bytes_recounted'::regproc) AS definition`,
    );
    await runner.query(String(definition).replace(/FROM \(/, () => `FROM (${sumsOf(HELD)}\n    UNION ALL`));
  }
}
