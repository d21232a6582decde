// Resumable uploads: how far each recording has arrived, and what the store holds of those that ended.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Uploads1790000055200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upload (
        -- The analysis that is made of it gets the same id.
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        livemode boolean NOT NULL,
        length_bytes bigint NOT NULL CHECK (length_bytes > 0),
        offset_bytes bigint NOT NULL DEFAULT 0 CHECK (offset_bytes BETWEEN 0 AND length_bytes),
        file_name text NOT NULL,
        -- The header Upload-Metadata as it was sent.
        metadata text NOT NULL,
        -- Null until enough has arrived to tell.
        format text,
        -- The first bytes, until the format is known.
        head bytea,
        storage_key text NOT NULL,
        -- What the store needs to go on, as JSON; null before the first byte.
        growth text,
        -- Keys of the objects that hold the bytes until the recording is whole.
        part_keys text[] NOT NULL DEFAULT '{}',
        analysis_id uuid,
        -- Of the request that may write. It ends by itself when that does not renew it.
        lock_token uuid,
        locked_until timestamptz,
        -- Another request has asked for the lock: a holder that receives nothing gives it up.
        lock_wanted boolean NOT NULL DEFAULT false
      );
      CREATE INDEX upload_open_idx ON upload (account_id) WHERE analysis_id IS NULL;
      CREATE INDEX upload_expiry_idx ON upload (expires_at);
      CREATE INDEX upload_part_keys_idx ON upload USING gin (part_keys);

      -- What the store still holds of uploads that ended without an analysis.
      CREATE TABLE upload_remains (
        id uuid PRIMARY KEY,
        storage_key text NOT NULL,
        growth text
      );

      -- However an upload ends: by its client, by time, or with its account.
      CREATE FUNCTION upload_ended() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO upload_remains (id, storage_key, growth) VALUES (OLD.id, OLD.storage_key, OLD.growth)
          ON CONFLICT DO NOTHING;
        INSERT INTO recording_deletion (storage_key) VALUES (OLD.storage_key) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER upload_deleted AFTER DELETE ON upload
        FOR EACH ROW WHEN (OLD.analysis_id IS NULL AND OLD.growth IS NOT NULL) EXECUTE FUNCTION upload_ended();
    `);
  }

  /** Recordings that have not arrived whole are lost with it, and the sweep of orphans deletes them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE upload, upload_remains;
      DROP FUNCTION upload_ended;
    `);
  }
}
