// People of an account, each with a log-in. The first member is the one who registered: its id is the account's, and its
// credentials stay in the account's row, where a process of an earlier release looks for them and changes them.
import type { QueryRunner } from 'typeorm';

/** Columns of the first member that follow the account's row. */
const FOLLOWED = [
  'email',
  'email_folded',
  'email_verified_at',
  'pending_email',
  'phone_number',
  'password_hash',
  'token_epoch',
];

const followed = (of: string) => FOLLOWED.map((column) => `${of}${column}`).join(', ');

/** Each gets what the member who started the job sees of the calls; null: every call. */
const JOBS = ['batch', 'export', 'redaction', 'rescore'];

const TABLES = `
    CREATE TABLE IF NOT EXISTS member (
      id uuid CONSTRAINT member_pkey PRIMARY KEY,
      account_id uuid NOT NULL CONSTRAINT member_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      email text NOT NULL,
      email_folded text NOT NULL,
      email_verified_at timestamptz(3),
      pending_email text,
      phone_number text,
      password_hash text,
      token_epoch integer NOT NULL DEFAULT 0,
      name text,
      role text NOT NULL CONSTRAINT member_role_check CHECK (role IN ('owner', 'admin', 'analyst', 'reviewer', 'agent')),
      teams text[] NOT NULL DEFAULT '{}',
      agent_id text,
      recordings_original boolean NOT NULL DEFAULT false,
      status text NOT NULL DEFAULT 'active' CONSTRAINT member_status_check CHECK (status IN ('active', 'disabled')),
      issuer text,
      subject text,
      last_login_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      -- Not UNIQUE, for the reason of account_email_folded_key.
      CONSTRAINT member_email_folded_key EXCLUDE USING btree (email_folded WITH =)
    );
    CREATE INDEX IF NOT EXISTS member_newest_idx ON member (account_id, created_at DESC, id DESC);
    CREATE UNIQUE INDEX IF NOT EXISTS member_owner_idx ON member (account_id) WHERE role = 'owner';
    CREATE UNIQUE INDEX IF NOT EXISTS member_identity_idx ON member (account_id, issuer, subject) WHERE subject IS NOT NULL;
    CREATE TABLE IF NOT EXISTS invitation (
      id uuid CONSTRAINT invitation_pkey PRIMARY KEY,
      account_id uuid NOT NULL CONSTRAINT invitation_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      invited_by uuid NOT NULL CONSTRAINT invitation_invited_by_fkey REFERENCES member (id) ON DELETE CASCADE,
      email text NOT NULL,
      email_folded text NOT NULL,
      role text NOT NULL CONSTRAINT invitation_role_check CHECK (role IN ('admin', 'analyst', 'reviewer', 'agent')),
      teams text[] NOT NULL DEFAULT '{}',
      agent_id text,
      token_hash bytea NOT NULL CONSTRAINT invitation_token_hash_key UNIQUE,
      accepted_at timestamptz(3),
      expires_at timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS invitation_newest_idx ON invitation (account_id, created_at DESC, id DESC);
    CREATE INDEX IF NOT EXISTS invitation_inviter_idx ON invitation (invited_by);
    CREATE UNIQUE INDEX IF NOT EXISTS invitation_open_idx ON invitation (account_id, email_folded) WHERE accepted_at IS NULL;
    -- Null: the first member, for rows of an earlier release.
    ALTER TABLE account_token ADD COLUMN IF NOT EXISTS member_id uuid
      CONSTRAINT account_token_member_id_fkey REFERENCES member (id) ON DELETE CASCADE;
    CREATE INDEX IF NOT EXISTS account_token_member_idx ON account_token (member_id);
    -- Null: the account's own. No foreign key: a member that is deleted decides first what becomes of its keys.
    ALTER TABLE api_key ADD COLUMN IF NOT EXISTS created_by uuid;
    CREATE INDEX IF NOT EXISTS api_key_maker_idx ON api_key (created_by) WHERE created_by IS NOT NULL;
${JOBS.map(
  (table) => `
    ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS sight jsonb;`,
).join('')}`;

const TRIGGERS = `
    CREATE OR REPLACE FUNCTION account_first_member() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO member (id, account_id, ${followed('')}, role, recordings_original, created_at)
      VALUES (NEW.id, NEW.id, ${followed('NEW.')}, 'owner', true, NEW.created_at);
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER account_first_member AFTER INSERT ON account
      FOR EACH ROW EXECUTE FUNCTION account_first_member();
    CREATE OR REPLACE FUNCTION account_credentials_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE member SET (${followed('')}) = (SELECT ${followed('NEW.')}) WHERE id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER account_credentials_changed AFTER UPDATE OF ${followed('')} ON account
      FOR EACH ROW WHEN ((${followed('OLD.')}) IS DISTINCT FROM (${followed('NEW.')}))
      EXECUTE FUNCTION account_credentials_changed();`;

export class Members1790000064000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(TRIGGERS);
    await runner.query(`
      INSERT INTO member (id, account_id, ${followed('')}, role, recordings_original, created_at)
      SELECT id, id, ${followed('')}, 'owner', true, created_at FROM account
      ON CONFLICT ON CONSTRAINT member_pkey DO NOTHING`);
  }
}
