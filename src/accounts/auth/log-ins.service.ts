import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { asMember, recordAudit } from '../../platform/audit/record-audit.js';
import { ApiError, unauthorized } from '../../platform/errors/api-error.js';
import { accountErrors } from '../users/account-errors.js';
import { AccountMail } from '../users/account-mail.js';
import { endToken, hasEnded } from '../users/ended-tokens.js';
import type { MemberEntity } from '../users/member.entity.js';
import { Members } from '../users/members.js';
import { Passwords } from '../users/passwords.js';
import { SignInRules } from './sign-in-rules.js';
import { memberOfClaims, TOKEN_LIFETIME_SECONDS } from './token-claims.js';
import { type TokenHolder, TokensService } from './tokens.service.js';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface RenewedToken {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/** Enters a log-in, in the transaction that lets the member in. */
export async function enterLogIn(
  tx: EntityManager,
  { accountId, id }: Pick<MemberEntity, 'accountId' | 'id'>,
  by: 'password' | 'identity_provider',
): Promise<void> {
  await recordAudit(tx, asMember(accountId, id), 'auth.login', { type: 'member', id }, { by });
}

/** Log-in, and the tokens that it gives. */
@Injectable()
export class LogIns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly members: Members,
    private readonly mail: AccountMail,
    private readonly passwords: Passwords,
    private readonly tokens: TokensService,
    private readonly signIn: SignInRules,
  ) {}

  /**
   * @throws ApiError 401, the same for an unknown address and a wrong password; 403 address not verified, or a person who signs
   *   in by the identity provider alone
   */
  async logIn(email: string, password: string): Promise<TokenPair> {
    const member = await this.members.findByEmail(this.dataSource.manager, email);
    const matches = await this.passwords.verify(member?.passwordHash ?? null, password);
    const refuse = (error: ApiError, reason: string) => {
      if (member) this.enterRefusal(member, reason);
      return error;
    };
    if (!member || !matches || member.status !== 'active')
      throw refuse(accountErrors.loginRefused(), matches ? 'disabled' : 'password');
    if (!member.emailVerifiedAt) throw refuse(accountErrors.emailNotVerified(), 'not_verified');
    const counts = await this.signIn.checkPassword(member).catch((error: unknown) => {
      throw error instanceof ApiError ? refuse(error, 'identity_provider_only') : error;
    });
    if (counts === 'owner') this.mail.sendOwnerLogIn(member.email);
    await this.dataSource.transaction(async (tx) => {
      await enterLogIn(tx, member, 'password');
      await this.members.recordLogIn(tx, member);
    });
    return this.pairFor(member);
  }

  /** Works after the response, whose time must not tell whether there is such a member. */
  private enterRefusal({ accountId, id }: MemberEntity, reason: string): void {
    const details = { by: 'password', reason };
    this.mail.afterResponse(() =>
      recordAudit(this.dataSource, asMember(accountId, id), 'auth.login_failed', { type: 'member', id }, details),
    );
  }

  /**
   * Tokens of a member who has just shown who it is.
   * @param sessionId session at the identity provider
   */
  pairFor(member: TokenHolder, sessionId?: string): TokenPair {
    return {
      accessToken: this.tokens.issue(member, 'access', { sessionId }),
      refreshToken: this.tokens.issue(member, 'refresh', { sessionId }),
    };
  }

  /**
   * @throws ApiError 401 when it is not a refresh token of this service, has expired or ended, is older than the password, or the
   *   identity provider lets the person in no more
   */
  async refresh(refreshToken: string): Promise<RenewedToken> {
    const claims = this.tokens.readRefreshToken(refreshToken);
    if (!claims) throw unauthorized();
    const standing = await this.members.findStanding(memberOfClaims(claims));
    if (standing?.accountId !== claims.sub || standing.tokenEpoch !== claims.epoch) throw unauthorized();
    if (await hasEnded(this.dataSource, { accountId: claims.sub, id: claims.jti })) throw unauthorized();
    const { sid: sessionId } = claims;
    if (sessionId === undefined)
      return { accessToken: this.tokens.issue(standing, 'access'), expiresIn: TOKEN_LIFETIME_SECONDS.access };
    const expiresIn = Math.min(await this.signIn.renew(sessionId), TOKEN_LIFETIME_SECONDS.access);
    // Where a log-out comes meanwhile, the token has the epoch from before it and is refused.
    return { accessToken: this.tokens.issue(standing, 'access', { sessionId, seconds: expiresIn }), expiresIn };
  }

  /** Ends a refresh token. Does nothing for what is none, has expired or ended: the person is logged out all the same. */
  async logOut(refreshToken: string): Promise<void> {
    const claims = this.tokens.readRefreshToken(refreshToken);
    if (!claims) return;
    await endToken(this.dataSource, { accountId: claims.sub, id: claims.jti, expiresAt: claims.exp });
    if (claims.sid !== undefined) await this.signIn.forget(claims.sid);
  }
}
