import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SubscriptionsService } from '../../billing/subscriptions/subscriptions.service.js';
import { asMember, recordAudit } from '../../platform/audit/record-audit.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { foldEmail } from '../../platform/outbound/email-address.js';
import { accountErrors } from '../users/account-errors.js';
import { AccountMail } from '../users/account-mail.js';
import { AccountTokens, type ConsumedToken } from '../users/account-tokens.js';
import type { MemberEntity } from '../users/member.entity.js';
import { Members, type User } from '../users/members.js';
import { Passwords } from '../users/passwords.js';
import { SignInRules } from './sign-in-rules.js';

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly phoneNumber: string | null;
}

/** Registration, verification of the address and password reset. */
@Injectable()
export class AuthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly members: Members,
    private readonly accountTokens: AccountTokens,
    private readonly mail: AccountMail,
    private readonly passwords: Passwords,
    private readonly subscriptions: SubscriptionsService,
    private readonly signIn: SignInRules,
  ) {}

  /** @throws ApiError 400 address taken, 422 password equal to the address */
  async register(registration: Registration, beforeCommit: BeforeCommit<User> = nothingBeforeCommit): Promise<User> {
    const { email, password, phoneNumber } = registration;
    if (foldEmail(password) === foldEmail(email)) throw accountErrors.passwordIsEmail('password');
    if (await this.members.findByEmail(this.dataSource.manager, email)) throw accountErrors.emailTaken();
    const passwordHash = await this.passwords.hash(password);
    const { user, token } = await this.dataSource.transaction(async (tx) => {
      const member = await this.members.openAccount(tx, { email, phoneNumber, passwordHash });
      await this.subscriptions.open(tx, member.accountId);
      const token = await this.accountTokens.issue(tx, member, 'verify_email', member.email);
      const user = await this.members.userOf(tx, member);
      await beforeCommit(tx, user);
      return { user, token };
    });
    this.mail.sendVerification(user.member.email, token);
    return user;
  }

  /**
   * Verifies the address that the mail went to: the member's address, or the pending one that replaces it.
   * @throws ApiError 400 token invalid, or another member has taken the new address in the meantime
   */
  async verifyEmail(token: string, beforeCommit: BeforeCommit<User> = nothingBeforeCommit): Promise<User> {
    const user = await this.dataSource.transaction(async (tx) => {
      const consumed = await this.accountTokens.consume(tx, 'verify_email', token);
      const verified = consumed && (await this.verifyAddress(tx, consumed));
      const user = verified && (await this.members.userOf(tx, verified));
      if (user) await beforeCommit(tx, user);
      return user;
    });
    if (!user) throw accountErrors.verificationTokenInvalid();
    return user;
  }

  /** Works after the response, so that the duration of the request does not reveal whether the address has an account. */
  resendVerification(email: string): void {
    this.mail.afterResponse(async () => {
      const sending = await this.dataSource.transaction(async (tx) => {
        const member = await this.lockByEmail(tx, email);
        const waiting = member?.emailVerifiedAt ? member.pendingEmail : member?.email;
        if (!member || !waiting || (await this.mail.mailWaitSeconds(waiting)) !== null) return null;
        return { to: waiting, token: await this.accountTokens.issue(tx, member, 'verify_email', waiting) };
      });
      if (sending) this.mail.sendVerification(sending.to, sending.token);
    });
  }

  /** Works after the response, so that the duration of the request does not reveal whether the address has an account. */
  requestPasswordReset(email: string): void {
    this.mail.afterResponse(async () => {
      const sending = await this.dataSource.transaction(async (tx) => {
        const member = await this.lockByEmail(tx, email);
        if (!member || (await this.mail.mailWaitSeconds(member.email)) !== null) return null;
        const token = await this.accountTokens.issue(tx, member, 'reset_password', member.email);
        return { to: member.email, token };
      });
      // To the stored address. The one in the request may differ in spelling and belong to another mailbox.
      if (sending) this.mail.sendPasswordReset(sending.to, sending.token);
    });
  }

  /**
   * A new password ends every token of the member issued before it, and a pending change of address, which an intruder may have
   * begun.
   * @throws ApiError 400 token invalid, 403 for a person who signs in by the identity provider alone, 422 password equal to the
   *   address
   */
  async resetPassword(
    token: string,
    newPassword: string,
    beforeCommit: BeforeCommit<void> = nothingBeforeCommit,
  ): Promise<void> {
    const done = await this.dataSource.transaction(async (tx) => {
      const consumed = await this.accountTokens.consume(tx, 'reset_password', token);
      if (!consumed) return false;
      const { member } = consumed;
      await this.signIn.checkPassword(member);
      // Thrown inside the transaction, so that the token stays valid for another password.
      if (foldEmail(newPassword) === foldEmail(member.email)) throw accountErrors.passwordIsEmail('new_password');
      const passwordHash = await this.passwords.hash(newPassword);
      await this.members.update(tx, member, {
        passwordHash,
        tokenEpoch: member.tokenEpoch + 1,
        pendingEmail: null,
      });
      const { accountId, id } = member;
      await recordAudit(
        tx,
        asMember(accountId, id),
        'member.changed',
        { type: 'member', id },
        { changed: ['password'] },
      );
      await beforeCommit(tx);
      return true;
    });
    if (!done) throw accountErrors.resetTokenInvalid();
  }

  /** Null when the mail went to an address that the member no longer has. */
  private async verifyAddress(tx: EntityManager, { member, email }: ConsumedToken): Promise<MemberEntity | null> {
    if (email === member.pendingEmail) {
      // A reset link in the old mailbox must no longer open the account.
      await this.accountTokens.revoke(tx, member, 'reset_password');
      return this.members.update(tx, member, {
        email,
        emailFolded: foldEmail(email),
        pendingEmail: null,
        emailVerifiedAt: new Date(),
      });
    }
    if (email !== member.email) return null;
    return this.members.update(tx, member, { emailVerifiedAt: member.emailVerifiedAt ?? new Date() });
  }

  /** Null for a member that is disabled: nothing is mailed to it. */
  private async lockByEmail(tx: EntityManager, email: string): Promise<MemberEntity | null> {
    const member = await this.members.findByEmail(tx, email);
    const locked = member && (await this.members.lock(tx, member.accountId, member.id));
    return locked?.status === 'active' ? locked : null;
  }
}
