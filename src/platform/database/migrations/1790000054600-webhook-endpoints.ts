// Endpoints for the notifications of a whole account, beside the address that a single call names.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookEndpoints1790000054600 implements MigrationInterface {
  /**
   * Deliveries have no foreign key to their endpoint: its check would lock the row of the endpoint in every transaction that an
   * event happens in. Instead the row of a deleted endpoint stays for a day, and its deliveries are deleted in batches.
   * The new columns of deliveries are nullable and without a default: no row is rewritten.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_endpoint (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
        livemode boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        url text NOT NULL,
        description text,
        -- '{*}' for all of them, also those that later releases add.
        events text[] NOT NULL CHECK (cardinality(events) > 0),
        payload text NOT NULL CHECK (payload IN ('full', 'thin')),
        -- The filter. Each that is not null must fit.
        agent_id text,
        scorecard_id uuid,
        -- By key of the call's own metadata the value as text.
        metadata jsonb,

        secret_encrypted bytea NOT NULL,
        secret_created_at timestamptz(3) NOT NULL DEFAULT now(),
        previous_encrypted bytea,
        previous_until timestamptz(3),

        -- Written about once a minute at most, and when one of them changes between null and not null.
        last_success_at timestamptz(3),
        last_failure_at timestamptz(3),
        -- The word of the newest failed attempt since the last success.
        last_error text,
        -- Since the first failed attempt after the last success; null where there was none.
        failing_since timestamptz(3),
        -- While it is not null nothing but the probe is sent.
        paused_at timestamptz(3),
        probe_id uuid,
        next_probe_at timestamptz(3),
        -- When the mail that tells of the pause is to be sent.
        notice_at timestamptz(3),
        -- Deliveries that failed in this time are to be sent again.
        recover_from timestamptz(3),
        recover_before timestamptz(3),
        -- Deliveries that were held are to be sent, at least until then.
        release_until timestamptz(3),
        deleted_at timestamptz(3),
        needs_care boolean NOT NULL GENERATED ALWAYS AS (
          failing_since IS NOT NULL OR paused_at IS NOT NULL OR notice_at IS NOT NULL OR recover_from IS NOT NULL
            OR release_until IS NOT NULL OR deleted_at IS NOT NULL) STORED
      ) WITH (fillfactor = 50);
      CREATE INDEX webhook_endpoint_of_account ON webhook_endpoint (account_id, created_at, id);
      CREATE INDEX webhook_endpoint_care_idx ON webhook_endpoint (id) WHERE needs_care;

      -- A kept answer holds the secret.
      CREATE TRIGGER webhook_endpoint_forget_answers AFTER UPDATE OF deleted_at ON webhook_endpoint
        FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION revoked_key_forgets_answers();

      ALTER TABLE webhook_delivery
        -- Null for the address that the call or the job names itself.
        ADD COLUMN endpoint_id uuid,
        -- When its last attempt failed; null where it has not, or where it was withdrawn.
        ADD COLUMN failed_at timestamptz(3);
    `);
  }

  /** Earlier releases would sign deliveries to endpoints with the secret of the account. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM webhook_delivery WHERE endpoint_id IS NOT NULL;
      ALTER TABLE webhook_delivery DROP COLUMN endpoint_id, DROP COLUMN failed_at;
      DROP TABLE webhook_endpoint;
    `);
  }
}
