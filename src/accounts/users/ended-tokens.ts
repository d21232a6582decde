// Refresh tokens that a log-out has ended. A row stands until its token would have expired.
import { createHash } from 'node:crypto';
import { queryRow, type Sql } from '../../platform/database/sql.js';

export interface IssuedToken {
  readonly accountId: string;
  /** Unique id of the token. */
  readonly id: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** Does nothing for a token that has ended, and for one of an erased account. Forgets those of the account that have expired. */
export async function endToken(sql: Sql, { accountId, id, expiresAt }: IssuedToken): Promise<void> {
  await sql.query('DELETE FROM ended_token WHERE account_id = $1 AND expires_at <= now()', [accountId]);
  await sql.query(
    `INSERT INTO ended_token (account_id, token_hash, expires_at)
     SELECT id, $2, to_timestamp($3) FROM account WHERE id = $1 AND closed_at IS NULL FOR KEY SHARE
     ON CONFLICT DO NOTHING`,
    [accountId, hashOf(id), expiresAt],
  );
}

export async function hasEnded(sql: Sql, { accountId, id }: Omit<IssuedToken, 'expiresAt'>): Promise<boolean> {
  const ended = 'SELECT 1 FROM ended_token WHERE account_id = $1 AND token_hash = $2';
  return (await queryRow(sql, ended, [accountId, hashOf(id)])) !== null;
}

/** Bounds the length of an id. */
const hashOf = (id: string) => createHash('sha256').update(id).digest();
