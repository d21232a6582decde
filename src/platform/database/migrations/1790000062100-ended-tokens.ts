// Refresh tokens that a log-out has ended.
import type { QueryRunner } from 'typeorm';

export class EndedTokens1790000062100 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS ended_token (
        account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        token_hash bytea NOT NULL,
        expires_at timestamp(3) with time zone NOT NULL,
        PRIMARY KEY (account_id, token_hash)
      )`);
  }
}
