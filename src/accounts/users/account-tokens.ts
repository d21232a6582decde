import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { isFirstMember, type MemberEntity } from './member.entity.js';
import { Members } from './members.js';

export type AccountTokenKind = 'verify_email' | 'reset_password';

const LIFETIME_HOURS: Record<AccountTokenKind, number> = { verify_email: 24, reset_password: 1 };

export interface ConsumedToken {
  /** The locked row. */
  readonly member: MemberEntity;
  /** The address that the token was mailed to. */
  readonly email: string;
}

/** The tokens in mails. Stored as hashes; valid once, and only until the next mail of the same kind. */
@Injectable()
export class AccountTokens {
  constructor(private readonly members: Members) {}

  /**
   * Issues a token and revokes the older ones of its kind. The caller has locked or just created the account's row.
   * @param hours how long it is valid
   * @returns 43 URL-safe characters
   */
  async issue(
    tx: EntityManager,
    member: Holder,
    kind: AccountTokenKind,
    email: string,
    hours = LIFETIME_HOURS[kind],
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.revoke(tx, member, kind);
    await tx.query(
      `INSERT INTO account_token (id, account_id, member_id, kind, token_hash, email, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7))`,
      [randomUUID(), member.accountId, memberOf(member), kind, hashOf(token, isFirstMember(member)), email, hours],
    );
    return token;
  }

  /** Consumes the token. Null when it is unknown, of another kind, used, replaced or expired, or its holder is disabled. */
  async consume(tx: EntityManager, kind: AccountTokenKind, token: string): Promise<ConsumedToken | null> {
    const found = await queryRow<{ account_id: string; member_id: string }>(
      tx,
      `SELECT account_id, coalesce(member_id, account_id) AS member_id FROM account_token
        WHERE token_hash IN ($1, $2) AND kind = $3`,
      [...hashesOf(token), kind],
    );
    if (!found) return null;
    // Lock the account before the token, as everywhere: two orders of locking would deadlock.
    const member = await this.members.lock(tx, found.account_id, found.member_id);
    const used = await queryRow<{ email: string; alive: boolean }>(
      tx,
      'DELETE FROM account_token WHERE token_hash IN ($1, $2) AND kind = $3 RETURNING email, expires_at > now() AS alive',
      [...hashesOf(token), kind],
    );
    return member?.status === 'active' && used?.alive ? { member, email: used.email } : null;
  }

  async revoke(tx: EntityManager, member: Holder, kind: AccountTokenKind): Promise<void> {
    await tx.query(
      'DELETE FROM account_token WHERE account_id = $1 AND member_id IS NOT DISTINCT FROM $2 AND kind = $3',
      [member.accountId, memberOf(member), kind],
    );
  }
}

type Holder = Pick<MemberEntity, 'id' | 'accountId'>;

/** Column of the holder: a process of an earlier release writes none for the first member. */
const memberOf = (member: Holder) => (isFirstMember(member) ? null : member.id);

const hashesOf = (token: string) => [hashOf(token, true), hashOf(token, false)];

/** Another one for members: a process of an earlier release must not find their tokens, which it would take for the account's. */
function hashOf(token: string, isOfFirst: boolean): Buffer {
  return createHash('sha256')
    .update(isOfFirst ? token : `member:${token}`)
    .digest();
}
