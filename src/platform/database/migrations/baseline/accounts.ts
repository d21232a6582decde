// Accounts, the tokens in their mails, and their API keys.

export const ACCOUNTS = `
  CREATE TABLE IF NOT EXISTS account (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    email_folded text NOT NULL CONSTRAINT account_email_folded_key UNIQUE,
    email_verified_at timestamptz(3),
    pending_email text,
    phone_number text,
    password_hash text NOT NULL,
    token_epoch integer NOT NULL DEFAULT 0,
    metadata text NOT NULL DEFAULT '{}',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    -- Defaults of its calls.
    output_language text,
    agent_channel smallint
  );

  CREATE TABLE IF NOT EXISTS account_token (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('verify_email', 'reset_password')),
    token_hash bytea NOT NULL CONSTRAINT account_token_hash_key UNIQUE,
    email text NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX IF NOT EXISTS account_token_account_idx ON account_token (account_id, kind);

  CREATE TABLE IF NOT EXISTS api_key (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    name text NOT NULL,
    key_prefix text NOT NULL,
    key_hash bytea NOT NULL CONSTRAINT api_key_hash_key UNIQUE,
    livemode boolean NOT NULL,
    scopes text[] NOT NULL,
    metadata text NOT NULL DEFAULT '{}',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3)
  );
  CREATE INDEX IF NOT EXISTS api_key_account_idx ON api_key (account_id, created_at DESC, id DESC) WHERE revoked_at IS NULL;
`;
