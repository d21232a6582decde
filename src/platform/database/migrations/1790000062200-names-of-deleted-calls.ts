// Names of parties, recordings and files go with their call: from the line of its batch, from what a source has found, and from
// the upload that it was made of. What a source must know again stays as a hash (`source_item.identity`).
import type { QueryRunner } from 'typeorm';

export class NamesOfDeletedCalls1790000062200 {
  async up(runner: QueryRunner): Promise<void> {
    // Millions of old lines take longer than statements of the service may.
    await runner.query('SET LOCAL statement_timeout = 0');
    for (const statement of [LINES, ITEMS, UPLOADS, FORGET]) await runner.query(statement);
  }
}

// A line whose call is taken back is `queued` again: its text makes the next call.
const LINES = `
  CREATE OR REPLACE FUNCTION end_line_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.ended IS NULL AND NEW.status = 'processing' THEN
      NEW.ended := 'failed';
      NEW.faults := '[{"type":"value_error","loc":[],"msg":"The call was deleted"}]';
    END IF;
    IF NEW.status <> 'queued' THEN
      NEW.body := NULL;
      NEW.external_id := NULL;
    END IF;
    RETURN NEW;
  END $$`;

const ITEMS = `
  CREATE OR REPLACE FUNCTION source_item_call_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.status := 'refused';
    NEW.error := '{"loc": [], "msg": "The call was deleted"}';
    NEW.object_key := NULL;
    NEW.external_id := NULL;
    NEW.submission := NULL;
    NEW.tag_due := false;
    RETURN NEW;
  END $$`;

// The upload stays until it expires, so that it cannot be used again.
const UPLOADS = `
  CREATE OR REPLACE FUNCTION upload_forgets_call() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE upload SET file_name = '', metadata = '' WHERE id IN (SELECT id FROM deleted) AND analysis_id IS NOT NULL;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER analysis_upload_forgets AFTER DELETE ON analysis REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION upload_forgets_call()`;

/** Names of calls that are deleted already. */
const FORGET = `
  UPDATE batch_line SET body = NULL, external_id = NULL
    WHERE analysis_id IS NULL AND status IN ('completed', 'failed', 'existing') AND (body IS NOT NULL OR external_id IS NOT NULL);
  UPDATE source_item SET submission = NULL
    WHERE analysis_id IS NULL AND status = 'refused' AND object_key IS NULL AND external_id IS NULL AND submission IS NOT NULL;
  UPDATE upload u SET file_name = '', metadata = ''
    WHERE analysis_id IS NOT NULL AND file_name <> '' AND NOT EXISTS (SELECT FROM analysis a WHERE a.id = u.analysis_id)`;
