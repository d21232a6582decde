// The audit log of each account: entries that only their chaining changes, the end of their chain, what pruning left, and the key
// under which names of people are entered.
import type { QueryRunner } from 'typeorm';

const NAMES = `
  CREATE TABLE IF NOT EXISTS audit_key (
    account_id uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- The key of HMAC-SHA256, filled with zeros to 64 bytes and joined with either of its pads.
    inner_pad bytea NOT NULL,
    outer_pad bytea NOT NULL);
  CREATE OR REPLACE FUNCTION audit_pad(key bytea, pad int) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT decode(string_agg(lpad(to_hex((CASE WHEN i < length(key) THEN get_byte(key, i) ELSE 0 END) # pad), 2, '0'), '' ORDER BY i), 'hex')
    FROM generate_series(0, 63) AS i
  $$;
  CREATE OR REPLACE FUNCTION add_audit_key(of_account uuid) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    BEGIN
      INSERT INTO audit_key (account_id, inner_pad, outer_pad) VALUES (of_account, audit_pad(key, 54), audit_pad(key, 92))
      ON CONFLICT DO NOTHING;
    END $$;
  CREATE OR REPLACE FUNCTION account_gets_audit_key() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM add_audit_key(NEW.id);
      RETURN NULL;
    END $$;
  CREATE OR REPLACE TRIGGER account_audit_key AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION account_gets_audit_key();
  -- HMAC-SHA256 in hexadecimal digits; null for null.
  CREATE OR REPLACE FUNCTION audit_name(of_account uuid, name text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT encode(sha256(outer_pad || sha256(inner_pad || convert_to(name, 'UTF8'))), 'hex') FROM audit_key
    WHERE account_id = of_account AND name IS NOT NULL
  $$;
  CREATE OR REPLACE FUNCTION audit_names(of_account uuid, names jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT coalesce(jsonb_object_agg(key, audit_name(of_account, value)), '{}') FROM jsonb_each_text(names)
  $$;`;

const TABLES = `
  CREATE TABLE IF NOT EXISTS audit_chain (
    account_id uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- The last chained entry.
    sequence bigint NOT NULL,
    hash text NOT NULL,
    -- Entries up to this one are covered by the head in the object store.
    stored_sequence bigint NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS audit_anchor (
    account_id uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- The last entry that was pruned.
    sequence bigint NOT NULL,
    -- The same with its hash, signed.
    anchor jsonb NOT NULL);
  CREATE TABLE IF NOT EXISTS audit_entry (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    livemode boolean NOT NULL,
    actor_kind text NOT NULL
      CHECK (actor_kind IN ('token', 'api_key', 'review_link', 'member', 'operator', 'service')),
    actor_id text NOT NULL,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    request_id text,
    client_address text,
    details jsonb NOT NULL,
    -- Null until a sweep has chained the entry.
    sequence bigint,
    hash text,
    CHECK ((sequence IS NULL) = (hash IS NULL)));
  CREATE INDEX IF NOT EXISTS audit_entry_list_idx ON audit_entry (account_id, at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS audit_entry_action_idx ON audit_entry (account_id, action, at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS audit_entry_actor_idx ON audit_entry (account_id, actor_id, at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS audit_entry_subject_idx ON audit_entry (account_id, subject_id, at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS audit_entry_unchained_idx ON audit_entry (account_id, at, id) WHERE hash IS NULL;
  CREATE UNIQUE INDEX IF NOT EXISTS audit_entry_sequence_idx ON audit_entry (account_id, sequence) WHERE sequence IS NOT NULL;`;

/** The owner of the table is held by these too. */
const APPEND_ONLY = `
  CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        IF OLD.hash IS NULL AND NEW.hash IS NOT NULL
          AND to_jsonb(NEW) - 'sequence' - 'hash' = to_jsonb(OLD) - 'sequence' - 'hash' THEN RETURN NEW; END IF;
      ELSE
        IF OLD.sequence <= (SELECT sequence FROM audit_anchor WHERE account_id = OLD.account_id)
          OR NOT EXISTS (SELECT FROM account WHERE id = OLD.account_id) THEN RETURN OLD; END IF;
      END IF;
      RAISE EXCEPTION 'Entries of the audit log are neither changed nor deleted';
    END $$;
  CREATE OR REPLACE FUNCTION refuse_audit_truncation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'Entries of the audit log are neither changed nor deleted';
    END $$;
  CREATE OR REPLACE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
  CREATE OR REPLACE TRIGGER audit_entry_whole BEFORE TRUNCATE ON audit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_truncation();`;

export class Audit1790000068900 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NAMES);
    await runner.query('SELECT add_audit_key(id) FROM account');
    await runner.query(TABLES);
    await runner.query(APPEND_ONLY);
  }
}
