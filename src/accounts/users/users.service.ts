import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { tooManyRequests } from '../../platform/errors/api-error.js';
import { foldEmail } from '../../platform/outbound/email-address.js';
import type { AccountEntity } from './account.entity.js';
import { AccountErasure } from './account-erasure.js';
import { accountErrors } from './account-errors.js';
import { AccountMail } from './account-mail.js';
import { AccountTokens } from './account-tokens.js';
import { AccountsService } from './accounts.service.js';
import { Passwords } from './passwords.js';
import { Registration } from './registration.js';

export interface AccountChanges {
  readonly email?: string | null;
  readonly password?: string | null;
  readonly currentPassword?: string | null;
  /** Null removes the number. */
  readonly phoneNumber?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** ISO 639-1. Null removes the default. */
  readonly outputLanguage?: string | null;
  /** Null removes the default. */
  readonly agentChannel?: number | null;
}

/** Changes and erases an account at the request of its user. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly tokens: AccountTokens,
    private readonly mail: AccountMail,
    private readonly passwords: Passwords,
    private readonly erasure: AccountErasure,
    private readonly registration: Registration,
  ) {}

  async get(accountId: string): Promise<AccountEntity> {
    return this.accounts.get(this.dataSource.manager, accountId);
  }

  /**
   * A new address takes effect once it is verified. A new password ends every token issued before it.
   * @throws ApiError 400 address taken; 403 current password incorrect, or domain that may not register; 422 current password
   *   missing; 429 too many mails to the mailbox
   */
  async update(accountId: string, changes: AccountChanges): Promise<AccountEntity> {
    const password = changes.password ?? null;
    const email = changes.email?.trim() ?? null;
    const confirmed =
      email !== null || password !== null ? await this.confirm(accountId, changes.currentPassword ?? null) : null;
    const passwordHash = password === null ? null : await this.passwords.hash(password);

    const { account, verification } = await this.dataSource.transaction(async (tx) => {
      const account = (await this.accounts.lock(tx, accountId)) ?? (await this.accounts.get(tx, accountId));
      // Another request may have changed the password since it was confirmed.
      if (confirmed !== null && confirmed !== account.passwordHash) throw accountErrors.currentPasswordIncorrect();
      if (password !== null && isSameAddress(password, email ?? account.email))
        throw accountErrors.passwordIsEmail('password');
      if (email !== null) this.registration.check(email, account.email);
      const changed = await this.accounts.update(tx, account, {
        phoneNumber: changes.phoneNumber === undefined ? account.phoneNumber : changes.phoneNumber,
        metadata: changes.metadata ? JSON.stringify(changes.metadata) : account.metadata,
        outputLanguage: changes.outputLanguage === undefined ? account.outputLanguage : changes.outputLanguage,
        agentChannel: changes.agentChannel === undefined ? account.agentChannel : changes.agentChannel,
        ...(passwordHash !== null && { passwordHash, tokenEpoch: account.tokenEpoch + 1 }),
      });
      if (passwordHash !== null) await this.tokens.revoke(tx, accountId, 'reset_password');
      if (email === null) return { account: changed, verification: null };
      if (email === account.email) {
        await this.tokens.revoke(tx, accountId, 'verify_email');
        return { account: await this.accounts.update(tx, changed, { pendingEmail: null }), verification: null };
      }
      const holder = await this.accounts.findByEmail(tx, email);
      if (holder && holder.id !== accountId) throw accountErrors.emailTaken();
      const waitSeconds = await this.mail.mailWaitSeconds(email);
      if (waitSeconds !== null) throw tooManyRequests(waitSeconds);
      const verification = { email, token: await this.tokens.issue(tx, accountId, 'verify_email', email) };
      return { account: await this.accounts.update(tx, changed, { pendingEmail: email }), verification };
    });
    if (verification) this.mail.sendVerification(verification.email, verification.token);
    return account;
  }

  /** @throws ApiError 403 current password incorrect */
  async erase(accountId: string, currentPassword: string): Promise<void> {
    await this.confirm(accountId, currentPassword);
    await this.erasure.erase(accountId);
  }

  /** @returns the hash that the password was checked against */
  private async confirm(accountId: string, currentPassword: string | null): Promise<string> {
    if (currentPassword === null) throw accountErrors.currentPasswordMissing();
    const { passwordHash } = await this.get(accountId);
    if (!(await this.passwords.verify(passwordHash, currentPassword))) throw accountErrors.currentPasswordIncorrect();
    return passwordHash;
  }
}

function isSameAddress(password: string, email: string): boolean {
  return foldEmail(password) === foldEmail(email);
}
