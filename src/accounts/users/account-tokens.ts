import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import type { AccountEntity } from './account.entity.js';
import { AccountsService } from './accounts.service.js';

export type AccountTokenKind = 'verify_email' | 'reset_password';

const LIFETIME_HOURS: Record<AccountTokenKind, number> = { verify_email: 24, reset_password: 1 };

export interface ConsumedToken {
  /** The locked row. */
  readonly account: AccountEntity;
  /** The address that the token was mailed to. */
  readonly email: string;
}

/** The tokens in mails. Stored as hashes; valid once, and only until the next mail of the same kind. */
@Injectable()
export class AccountTokens {
  constructor(private readonly accounts: AccountsService) {}

  /**
   * Issues a token and revokes the older ones of its kind. The caller has locked or just created the account's row.
   * @param hours how long it is valid
   * @returns 43 URL-safe characters
   */
  async issue(
    tx: EntityManager,
    accountId: string,
    kind: AccountTokenKind,
    email: string,
    hours = LIFETIME_HOURS[kind],
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.revoke(tx, accountId, kind);
    await tx.query(
      `INSERT INTO account_token (id, account_id, kind, token_hash, email, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))`,
      [randomUUID(), accountId, kind, hashOf(token), email, hours],
    );
    return token;
  }

  /** Consumes the token. Null when it is unknown, of another kind, used, replaced or expired. */
  async consume(tx: EntityManager, kind: AccountTokenKind, token: string): Promise<ConsumedToken | null> {
    const found = await queryRow<{ account_id: string }>(
      tx,
      'SELECT account_id FROM account_token WHERE token_hash = $1 AND kind = $2',
      [hashOf(token), kind],
    );
    if (!found) return null;
    // Lock the account before the token, as everywhere: two orders of locking would deadlock.
    const account = await this.accounts.lock(tx, found.account_id);
    const used = await queryRow<{ email: string; alive: boolean }>(
      tx,
      'DELETE FROM account_token WHERE token_hash = $1 AND kind = $2 RETURNING email, expires_at > now() AS alive',
      [hashOf(token), kind],
    );
    return account && used?.alive ? { account, email: used.email } : null;
  }

  async revoke(tx: EntityManager, accountId: string, kind: AccountTokenKind): Promise<void> {
    await tx.query('DELETE FROM account_token WHERE account_id = $1 AND kind = $2', [accountId, kind]);
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
