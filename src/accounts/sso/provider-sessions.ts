// Sessions of members who signed in by an identity provider. The provider is asked again before an access token is renewed, so
// that a person who is removed there is out within half an hour.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { refreshTokenGrant } from 'openid-client';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { SecretCipher } from '../../platform/database/secret-cipher.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { TOKEN_LIFETIME_SECONDS } from '../auth/token-claims.js';
import type { MemberEntity } from '../users/member.entity.js';
import { Members } from '../users/members.js';
import { IssuerClients, isAway, isRefusal } from './issuer-clients.js';
import { SignIns } from './sign-ins.js';

export interface NewSession {
  /** `sid` at the provider, by which it ends the session. */
  readonly issuerSession: string | null;
  readonly refreshToken: string | null;
}

interface SessionRow {
  readonly account_id: string;
  readonly member_id: string;
  readonly asks: boolean;
  /** Seconds since the provider was asked. */
  readonly age: number;
}

/** No access token is good for longer after the provider was asked. */
const CHECKED_SECONDS = TOKEN_LIFETIME_SECONDS.access;
/** The console renews a minute before the end: it is asked then, and not a minute later. */
const ASKED_EARLY_SECONDS = 5 * 60;
/** While another request asks. */
const MEANWHILE_SECONDS = 60;
/** Longer than three requests to the provider take. */
const ASKING_SECONDS = 20;
/** A provider that is away ends no session for so long. */
const AWAY_SECONDS = 4 * 60 * 60;
const MAX_SESSIONS_OF_MEMBER = 20;

@Injectable()
export class ProviderSessions {
  private readonly log = new Logger(ProviderSessions.name);
  private readonly cipher: SecretCipher;

  constructor(
    config: Config,
    private readonly dataSource: DataSource,
    private readonly members: Members,
    private readonly signIns: SignIns,
    private readonly clients: IssuerClients,
  ) {
    this.cipher = new SecretCipher(config.secrets.encryption);
  }

  /** Forgets those of the member that have expired, and the oldest of many. @returns the id */
  async begin(tx: EntityManager, member: MemberEntity, { issuerSession, refreshToken }: NewSession): Promise<string> {
    const id = randomUUID();
    await tx.query(
      `DELETE FROM sign_in_session WHERE member_id = $1 AND (expires_at <= now() OR id IN (
         SELECT id FROM sign_in_session WHERE member_id = $1 ORDER BY expires_at DESC OFFSET $2))`,
      [member.id, MAX_SESSIONS_OF_MEMBER - 1],
    );
    await tx.query(
      `INSERT INTO sign_in_session (id, account_id, member_id, issuer_session, refresh_encrypted, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [
        ...[id, member.accountId, member.id, issuerSession],
        refreshToken === null ? null : this.cipher.encrypt(refreshToken, ownerOf(id)),
        TOKEN_LIFETIME_SECONDS.refresh,
      ],
    );
    return id;
  }

  /**
   * Asks the provider again, where it gave a refresh token and it is time. One request asks at a time, since a provider may take
   * a refresh token once.
   * @returns seconds for which the next access token may be good
   * @throws ApiError 401 where the session has ended
   */
  async renew(sessionId: string): Promise<number> {
    const session = await queryRow<SessionRow>(
      this.dataSource,
      `SELECT account_id, member_id, refresh_encrypted IS NOT NULL AS asks,
         extract(epoch FROM now() - checked_at)::float8 AS age
        FROM sign_in_session WHERE id = $1 AND expires_at > now()`,
      [sessionId],
    );
    if (!session) throw unauthorized();
    const left = Math.floor(CHECKED_SECONDS - session.age);
    if (!session.asks || left > ASKED_EARLY_SECONDS) return session.asks ? left : CHECKED_SECONDS;
    const asked = await queryRow<{ refresh_encrypted: Buffer }>(
      this.dataSource,
      `UPDATE sign_in_session SET asking_until = now() + make_interval(secs => $2)
        WHERE id = $1 AND (asking_until IS NULL OR asking_until < now())
          AND checked_at <= now() - make_interval(secs => $3) RETURNING refresh_encrypted`,
      [sessionId, ASKING_SECONDS, CHECKED_SECONDS - ASKED_EARLY_SECONDS],
    );
    if (!asked) return MEANWHILE_SECONDS;
    return this.ask(sessionId, session, this.cipher.decrypt(asked.refresh_encrypted, ownerOf(sessionId)));
  }

  async forget(sessionId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_session WHERE id = $1', [sessionId]);
  }

  /** Members whose sessions at the provider have this `sid`. */
  async membersOf(tx: EntityManager, accountId: string, issuerSession: string): Promise<string[]> {
    const rows = await queryRows<{ member_id: string }>(
      tx,
      'SELECT DISTINCT member_id FROM sign_in_session WHERE account_id = $1 AND issuer_session = $2',
      [accountId, issuerSession],
    );
    return rows.map(({ member_id }) => member_id);
  }

  /** Ends every token of the member at once. */
  async end(tx: EntityManager, accountId: string, memberId: string): Promise<void> {
    const member = (await lockAccountToCount(tx, accountId)) && (await this.members.find(tx, accountId, memberId));
    if (!member) return;
    await endTokens(tx, this.members, member);
    this.log.log({ accountId, memberId }, 'The identity provider ended the sessions of a member');
  }

  private async ask(id: string, { account_id, member_id, age }: SessionRow, refreshToken: string): Promise<number> {
    try {
      const renewed = await this.askProvider(account_id, member_id, refreshToken);
      await this.dataSource.query(
        `UPDATE sign_in_session SET checked_at = now(), asking_until = NULL, refresh_encrypted = coalesce($2, refresh_encrypted)
          WHERE id = $1`,
        [id, renewed === null ? null : this.cipher.encrypt(renewed, ownerOf(id))],
      );
    } catch (error) {
      if (isRefusal(error) || error instanceof OtherPerson) {
        await this.dataSource.transaction((tx) => this.end(tx, account_id, member_id));
        throw unauthorized();
      }
      this.log.warn(
        { accountId: account_id, isAway: isAway(error), err: error },
        'Could not ask an identity provider about a session',
      );
      await this.dataSource.query('UPDATE sign_in_session SET asking_until = NULL WHERE id = $1', [id]);
      if (age > AWAY_SECONDS) throw unauthorized();
    }
    return CHECKED_SECONDS;
  }

  /** @returns the next refresh token; null keeps the one that is there @throws OtherPerson; errors of openid-client */
  private async askProvider(accountId: string, memberId: string, refreshToken: string): Promise<string | null> {
    const signIn = await this.signIns.get(accountId);
    const { configuration } = await this.clients.of(signIn);
    const answer = await refreshTokenGrant(configuration, refreshToken);
    const member = await this.members.find(this.dataSource.manager, accountId, memberId);
    const claims = answer.claims();
    if (claims && claims.sub !== member?.subject) throw new OtherPerson();
    return answer.refresh_token ?? null;
  }
}

/** The provider renewed a session with the token of another person. */
class OtherPerson extends Error {
  override readonly name = 'OtherPerson';
}

const ownerOf = (sessionId: string) => `sign-in session ${sessionId}`;

/** The account is locked. */
export async function endTokens(tx: EntityManager, members: Members, member: MemberEntity): Promise<void> {
  await members.update(tx, member, { tokenEpoch: member.tokenEpoch + 1 });
  await tx.query('DELETE FROM sign_in_session WHERE member_id = $1', [member.id]);
}
