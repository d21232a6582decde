// The answers to POST requests with an Idempotency-Key, and the claims of the processes that work on such requests.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Idempotency1790000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_key (
        -- Derived from the key and its scope; cannot be turned back into either.
        id bytea PRIMARY KEY,
        -- Null for a request without credentials.
        account_id uuid REFERENCES account ON DELETE CASCADE,
        -- The id of the resource that the request creates; chosen before the resource exists.
        resource_id uuid NOT NULL,
        -- Hash of the body. Null until a streamed body has been read.
        fingerprint bytea,
        -- Counts the claims, so that a process that has lost its claim cannot write.
        fence integer NOT NULL DEFAULT 1,
        lease_until timestamptz NOT NULL,
        -- Set in the transaction that creates the resource.
        made_at timestamptz(3),
        -- The answer. The body is encrypted under a key that only the holder of the Idempotency-Key can derive.
        status smallint,
        content_type text,
        body bytea,
        expires_at timestamptz NOT NULL,
        CONSTRAINT idempotency_key_answer CHECK ((status IS NULL) = (body IS NULL)),
        CONSTRAINT idempotency_key_compared CHECK (fingerprint IS NOT NULL OR (status IS NULL AND made_at IS NULL))
      );
      CREATE INDEX idempotency_key_expiry_idx ON idempotency_key (expires_at);
      CREATE INDEX idempotency_key_account_idx ON idempotency_key (account_id) WHERE account_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_key');
  }
}
