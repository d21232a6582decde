// Sources of calls, and what became of each object or callback of theirs.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sources1790000055300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE source (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        livemode boolean NOT NULL,
        kind text NOT NULL CHECK (kind IN ('s3', 'twilio')),
        name text NOT NULL,
        -- What its client has chosen for the kind; never a credential.
        settings jsonb NOT NULL,
        -- Members of a submission, for what an object does not say.
        defaults jsonb NOT NULL DEFAULT '{}',
        -- JSON, encrypted. Null once the source is deleted.
        credentials_encrypted bytea,
        paused_at timestamptz(3),
        -- The row stays as long as its items are remembered.
        deleted_at timestamptz(3),
        -- Objects that were last written before are not taken. Null: all are.
        since timestamptz(3),
        -- How far its bucket is listed.
        place jsonb NOT NULL DEFAULT '{}',
        cursor text,
        seen bigint NOT NULL DEFAULT 0,
        taken bigint NOT NULL DEFAULT 0,
        existing bigint NOT NULL DEFAULT 0,
        refused bigint NOT NULL DEFAULT 0,
        lag_seconds integer,
        last_polled_at timestamptz(3),
        -- Failed looks since the last good one.
        failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz(3),
        last_error text,
        -- When the mail about its failure goes out. Null: there is none to send.
        notice_at timestamptz,
        -- The mail about the failure that lasts went out.
        told boolean NOT NULL DEFAULT false,
        fence integer NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_after timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX source_account_idx ON source (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
      CREATE INDEX source_due_idx ON source (run_after) WHERE kind = 's3' AND paused_at IS NULL AND deleted_at IS NULL;
      CREATE INDEX source_notice_idx ON source (notice_at) WHERE notice_at IS NOT NULL;
      CREATE INDEX source_deleted_idx ON source (deleted_at) WHERE deleted_at IS NOT NULL;

      CREATE TABLE source_item (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        source_id uuid NOT NULL REFERENCES source ON DELETE CASCADE,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        -- SHA-256 of the account's mode and what it is known by: bucket, key and version; or the id of the callback's recording.
        identity bytea NOT NULL,
        -- Null once its call is deleted: it may name a person.
        object_key text,
        version text,
        size_bytes bigint,
        modified_at timestamptz(3),
        status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'taken', 'existing', 'refused')),
        external_id text,
        analysis_id uuid REFERENCES analysis ON DELETE SET NULL,
        -- {"loc": […], "msg": "…"}: why it was refused.
        error jsonb,
        settled_at timestamptz(3),
        -- Failed tries since failing_since.
        failures smallint NOT NULL DEFAULT 0,
        failing_since timestamptz,
        run_after timestamptz NOT NULL DEFAULT now(),
        -- The tag with the id of its call is still to be written.
        tag_due boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX source_item_identity_idx ON source_item (source_id, identity);
      CREATE INDEX source_item_known_idx ON source_item (account_id, identity);
      -- A key that grows has one row.
      CREATE UNIQUE INDEX source_item_key_idx ON source_item (source_id, object_key) WHERE status = 'waiting';
      CREATE INDEX source_item_waiting_idx ON source_item (source_id, id) WHERE status = 'waiting';
      CREATE INDEX source_item_tag_idx ON source_item (source_id, id) WHERE tag_due;
      CREATE INDEX source_item_list_idx ON source_item (source_id, status, id DESC);
      CREATE INDEX source_item_newest_idx ON source_item (source_id, id DESC);
      CREATE INDEX source_item_analysis_idx ON source_item (analysis_id) WHERE analysis_id IS NOT NULL;
      CREATE INDEX source_item_age_idx ON source_item (created_at);

      CREATE FUNCTION source_item_call_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.status := 'refused';
        NEW.error := '{"loc": [], "msg": "The call was deleted"}';
        NEW.object_key := NULL;
        NEW.external_id := NULL;
        NEW.tag_due := false;
        RETURN NEW;
      END $$;
      CREATE TRIGGER source_item_call_deleted BEFORE UPDATE OF analysis_id ON source_item
        FOR EACH ROW WHEN (OLD.analysis_id IS NOT NULL AND NEW.analysis_id IS NULL)
        EXECUTE FUNCTION source_item_call_deleted();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE source_item, source; DROP FUNCTION source_item_call_deleted');
  }
}
