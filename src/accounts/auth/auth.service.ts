import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SubscriptionsService } from '../../billing/subscriptions/subscriptions.service.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { foldEmail } from '../../platform/outbound/email-address.js';
import type { AccountEntity } from '../users/account.entity.js';
import { accountErrors } from '../users/account-errors.js';
import { AccountMail } from '../users/account-mail.js';
import { AccountTokens, type ConsumedToken } from '../users/account-tokens.js';
import { AccountsService } from '../users/accounts.service.js';
import { endToken, hasEnded } from '../users/ended-tokens.js';
import { Passwords } from '../users/passwords.js';
import { TokensService } from './tokens.service.js';

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly phoneNumber: string | null;
}

/** Registration, verification of the address, log-in and password reset. */
@Injectable()
export class AuthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly accountTokens: AccountTokens,
    private readonly mail: AccountMail,
    private readonly passwords: Passwords,
    private readonly subscriptions: SubscriptionsService,
    private readonly tokens: TokensService,
  ) {}

  /** @throws ApiError 400 address taken, 422 password equal to the address */
  async register(
    registration: Registration,
    beforeCommit: BeforeCommit<AccountEntity> = nothingBeforeCommit,
  ): Promise<AccountEntity> {
    const { email, password, phoneNumber } = registration;
    if (foldEmail(password) === foldEmail(email)) throw accountErrors.passwordIsEmail('password');
    if (await this.accounts.findByEmail(this.dataSource.manager, email)) throw accountErrors.emailTaken();
    const passwordHash = await this.passwords.hash(password);
    const { account, token } = await this.dataSource.transaction(async (tx) => {
      const account = await this.accounts.create(tx, { email, phoneNumber, passwordHash });
      await this.subscriptions.open(tx, account.id);
      const token = await this.accountTokens.issue(tx, account.id, 'verify_email', account.email);
      await beforeCommit(tx, account);
      return { account, token };
    });
    this.mail.sendVerification(account.email, token);
    return account;
  }

  /**
   * Verifies the address that the mail went to: the account's address, or the pending one that replaces it.
   * @throws ApiError 400 token invalid, or another account has taken the new address in the meantime
   */
  async verifyEmail(
    token: string,
    beforeCommit: BeforeCommit<AccountEntity> = nothingBeforeCommit,
  ): Promise<AccountEntity> {
    const account = await this.dataSource.transaction(async (tx) => {
      const consumed = await this.accountTokens.consume(tx, 'verify_email', token);
      const verified = consumed && (await this.verifyAddress(tx, consumed));
      if (verified) await beforeCommit(tx, verified);
      return verified;
    });
    if (!account) throw accountErrors.verificationTokenInvalid();
    return account;
  }

  /** Works after the response, so that the duration of the request does not reveal whether the address has an account. */
  resendVerification(email: string): void {
    this.mail.afterResponse(async () => {
      const sending = await this.dataSource.transaction(async (tx) => {
        const account = await this.lockByEmail(tx, email);
        const waiting = account?.emailVerifiedAt ? account.pendingEmail : account?.email;
        if (!account || !waiting || (await this.mail.mailWaitSeconds(waiting)) !== null) return null;
        return { to: waiting, token: await this.accountTokens.issue(tx, account.id, 'verify_email', waiting) };
      });
      if (sending) this.mail.sendVerification(sending.to, sending.token);
    });
  }

  /** @throws ApiError 401, the same for an unknown address and a wrong password; 403 address not verified */
  async logIn(email: string, password: string): Promise<{ accessToken: string; refreshToken: string }> {
    const account = await this.accounts.findByEmail(this.dataSource.manager, email);
    const matches = await this.passwords.verify(account?.passwordHash ?? null, password);
    if (!account || !matches) throw accountErrors.loginRefused();
    if (!account.emailVerifiedAt) throw accountErrors.emailNotVerified();
    return { accessToken: this.tokens.issue(account, 'access'), refreshToken: this.tokens.issue(account, 'refresh') };
  }

  /** @throws ApiError 401 when it is not a refresh token of this service, has expired or ended, or is older than the password */
  async refresh(refreshToken: string): Promise<string> {
    const claims = this.tokens.readRefreshToken(refreshToken);
    if (!claims) throw unauthorized();
    const standing = await this.accounts.findStanding(claims.sub);
    if (standing?.tokenEpoch !== claims.epoch) throw unauthorized();
    if (await hasEnded(this.dataSource, { accountId: claims.sub, id: claims.jti })) throw unauthorized();
    return this.tokens.issue({ id: claims.sub, tokenEpoch: claims.epoch }, 'access');
  }

  /** Ends a refresh token. Does nothing for what is none, has expired or ended: the person is logged out all the same. */
  async logOut(refreshToken: string): Promise<void> {
    const claims = this.tokens.readRefreshToken(refreshToken);
    if (!claims) return;
    await endToken(this.dataSource, { accountId: claims.sub, id: claims.jti, expiresAt: claims.exp });
  }

  /** Works after the response, so that the duration of the request does not reveal whether the address has an account. */
  requestPasswordReset(email: string): void {
    this.mail.afterResponse(async () => {
      const sending = await this.dataSource.transaction(async (tx) => {
        const account = await this.lockByEmail(tx, email);
        if (!account || (await this.mail.mailWaitSeconds(account.email)) !== null) return null;
        const token = await this.accountTokens.issue(tx, account.id, 'reset_password', account.email);
        return { to: account.email, token };
      });
      // To the stored address. The one in the request may differ in spelling and belong to another mailbox.
      if (sending) this.mail.sendPasswordReset(sending.to, sending.token);
    });
  }

  /**
   * A new password ends every token issued before it, and a pending change of address, which an intruder may have begun.
   * @throws ApiError 400 token invalid, 422 password equal to the address
   */
  async resetPassword(
    token: string,
    newPassword: string,
    beforeCommit: BeforeCommit<void> = nothingBeforeCommit,
  ): Promise<void> {
    const done = await this.dataSource.transaction(async (tx) => {
      const consumed = await this.accountTokens.consume(tx, 'reset_password', token);
      if (!consumed) return false;
      const { account } = consumed;
      // Thrown inside the transaction, so that the token stays valid for another password.
      if (foldEmail(newPassword) === foldEmail(account.email)) throw accountErrors.passwordIsEmail('new_password');
      const passwordHash = await this.passwords.hash(newPassword);
      await this.accounts.update(tx, account, {
        passwordHash,
        tokenEpoch: account.tokenEpoch + 1,
        pendingEmail: null,
      });
      await beforeCommit(tx);
      return true;
    });
    if (!done) throw accountErrors.resetTokenInvalid();
  }

  /** Null when the mail went to an address that the account no longer has. */
  private async verifyAddress(tx: EntityManager, { account, email }: ConsumedToken): Promise<AccountEntity | null> {
    if (email === account.pendingEmail) {
      // A reset link in the old mailbox must no longer open the account.
      await this.accountTokens.revoke(tx, account.id, 'reset_password');
      return this.accounts.update(tx, account, {
        email,
        emailFolded: foldEmail(email),
        pendingEmail: null,
        emailVerifiedAt: new Date(),
      });
    }
    if (email !== account.email) return null;
    return this.accounts.update(tx, account, { emailVerifiedAt: account.emailVerifiedAt ?? new Date() });
  }

  private async lockByEmail(tx: EntityManager, email: string): Promise<AccountEntity | null> {
    const account = await this.accounts.findByEmail(tx, email);
    return account && this.accounts.lock(tx, account.id);
  }
}
