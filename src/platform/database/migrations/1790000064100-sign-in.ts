// Sign-in by the identity provider of a company: its settings, the domains that an account has proved, the sessions of members,
// and what works once: log-ins that were started, and log-out tokens.
import type { QueryRunner } from 'typeorm';

const TABLES = `
    CREATE TABLE IF NOT EXISTS sign_in (
      account_id uuid CONSTRAINT sign_in_pkey PRIMARY KEY
        CONSTRAINT sign_in_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      issuer text NOT NULL,
      client_id text NOT NULL,
      secret_encrypted bytea NOT NULL,
      roles jsonb NOT NULL,
      teams_claim text,
      enforce boolean NOT NULL,
      assume_verified boolean NOT NULL,
      changed_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS sign_in_issuer_idx ON sign_in (issuer);
    CREATE TABLE IF NOT EXISTS sign_in_domain (
      account_id uuid NOT NULL CONSTRAINT sign_in_domain_account_id_fkey REFERENCES sign_in (account_id) ON DELETE CASCADE,
      domain text NOT NULL,
      token text NOT NULL,
      verified_at timestamptz(3),
      CONSTRAINT sign_in_domain_pkey PRIMARY KEY (account_id, domain)
    );
    CREATE INDEX IF NOT EXISTS sign_in_domain_proved_idx ON sign_in_domain (domain, verified_at DESC)
      WHERE verified_at IS NOT NULL;
    CREATE TABLE IF NOT EXISTS sign_in_session (
      id uuid CONSTRAINT sign_in_session_pkey PRIMARY KEY,
      account_id uuid NOT NULL CONSTRAINT sign_in_session_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      member_id uuid NOT NULL CONSTRAINT sign_in_session_member_id_fkey REFERENCES member (id) ON DELETE CASCADE,
      issuer_session text,
      refresh_encrypted bytea,
      checked_at timestamptz(3) NOT NULL DEFAULT now(),
      asking_until timestamptz(3),
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX IF NOT EXISTS sign_in_session_member_idx ON sign_in_session (member_id);
    CREATE INDEX IF NOT EXISTS sign_in_session_account_idx ON sign_in_session (account_id, issuer_session);
    CREATE TABLE IF NOT EXISTS sign_in_used (
      account_id uuid NOT NULL CONSTRAINT sign_in_used_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
      hash bytea NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT sign_in_used_pkey PRIMARY KEY (account_id, hash)
    );`;

export class SignIn1790000064100 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }
}
