import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { asMember, recordAudit } from '../../platform/audit/record-audit.js';
import { tooManyRequests } from '../../platform/errors/api-error.js';
import { foldEmail } from '../../platform/outbound/email-address.js';
import { accountErrors } from './account-errors.js';
import { AccountMail } from './account-mail.js';
import { AccountTokens } from './account-tokens.js';
import { AccountsService } from './accounts.service.js';
import type { MemberEntity } from './member.entity.js';
import { Members, type User } from './members.js';
import { Passwords } from './passwords.js';
import { Registration } from './registration.js';

/** Changes that a member makes of itself. */
export interface MemberChange {
  readonly email?: string | null;
  readonly password?: string | null;
  readonly currentPassword?: string | null;
  /** Null removes the number. */
  readonly phoneNumber?: string | null;
}

/** Changes that an admin makes of the account. */
export interface AccountDefaults {
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** ISO 639-1. Null removes the default. */
  readonly outputLanguage?: string | null;
  /** Null removes the default. */
  readonly agentChannel?: number | null;
}

type MemberOf = Pick<MemberEntity, 'id' | 'accountId'>;

/** Changes and erases an account at the request of its user. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly members: Members,
    private readonly tokens: AccountTokens,
    private readonly mail: AccountMail,
    private readonly passwords: Passwords,
    private readonly registration: Registration,
  ) {}

  async get({ id, accountId }: MemberOf, tx: EntityManager = this.dataSource.manager): Promise<User> {
    return this.members.userOf(tx, await this.members.get(tx, accountId, id));
  }

  /** The account as a key sees it: with its maker, or with its owner where the key is the account's own. */
  async getForKey(accountId: string, makerId: string | null): Promise<User> {
    const { manager } = this.dataSource;
    const member = makerId === null ? null : await this.members.find(manager, accountId, makerId);
    return this.get(member ?? (await this.members.getOwner(manager, accountId)));
  }

  /**
   * A new address takes effect once it is verified. A new password ends every token of the member issued before it.
   * @throws ApiError 400 address taken; 403 current password incorrect, or domain that may not register; 422 current password
   *   missing; 429 too many mails to the mailbox
   */
  async update(caller: MemberOf, changes: MemberChange & AccountDefaults): Promise<User> {
    const { accountId } = caller;
    const password = changes.password ?? null;
    const email = changes.email?.trim() ?? null;
    const confirmed =
      email !== null || password !== null ? await this.confirm(caller, changes.currentPassword ?? null) : null;
    const passwordHash = password === null ? null : await this.passwords.hash(password);

    const { user, verification } = await this.dataSource.transaction(async (tx) => {
      const member =
        (await this.members.lock(tx, accountId, caller.id)) ?? (await this.members.get(tx, accountId, caller.id));
      // Another request may have changed the password since it was confirmed.
      if (confirmed !== null && confirmed !== member.passwordHash) throw accountErrors.currentPasswordIncorrect();
      if (password !== null && isSameAddress(password, email ?? member.email))
        throw accountErrors.passwordIsEmail('password');
      if (email !== null) this.registration.check(email, member.email);
      await this.updateDefaults(tx, accountId, changes);
      const changed = await this.members.update(tx, member, {
        ...(changes.phoneNumber !== undefined && { phoneNumber: changes.phoneNumber }),
        ...(passwordHash !== null && { passwordHash, tokenEpoch: member.tokenEpoch + 1 }),
      });
      if (passwordHash !== null) await this.tokens.revoke(tx, member, 'reset_password');
      const verification = email === null ? null : await this.changeAddress(tx, changed, email);
      await enterChanges(tx, caller, changes);
      return { user: await this.get(caller, tx), verification };
    });
    if (verification) this.mail.sendVerification(verification.email, verification.token);
    return user;
  }

  private async updateDefaults(tx: EntityManager, accountId: string, changes: AccountDefaults): Promise<void> {
    const { metadata, outputLanguage, agentChannel } = changes;
    const given = {
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      ...(outputLanguage !== undefined && { outputLanguage }),
      ...(agentChannel !== undefined && { agentChannel }),
    };
    if (Object.keys(given).length === 0) return;
    await this.accounts.update(tx, await this.accounts.get(tx, accountId), given);
  }

  /** @returns the mail that verifies the new address; null where the address is the present one, which ends a change */
  private async changeAddress(tx: EntityManager, member: MemberEntity, email: string) {
    if (email === member.email) {
      await this.tokens.revoke(tx, member, 'verify_email');
      await this.members.update(tx, member, { pendingEmail: null });
      return null;
    }
    const holder = await this.members.findByEmail(tx, email);
    if (holder && holder.id !== member.id) throw accountErrors.emailTaken();
    const waitSeconds = await this.mail.mailWaitSeconds(email);
    if (waitSeconds !== null) throw tooManyRequests(waitSeconds);
    const token = await this.tokens.issue(tx, member, 'verify_email', email);
    await this.members.update(tx, member, { pendingEmail: email });
    return { email, token };
  }

  /** @returns the hash that the password was checked against @throws ApiError 403, 422 */
  async confirm({ id, accountId }: MemberOf, currentPassword: string | null): Promise<string | null> {
    if (currentPassword === null) throw accountErrors.currentPasswordMissing();
    const { passwordHash } = await this.members.get(this.dataSource.manager, accountId, id);
    if (!(await this.passwords.verify(passwordHash, currentPassword))) throw accountErrors.currentPasswordIncorrect();
    return passwordHash;
  }
}

/** Enters what was changed, without what it was changed to. */
async function enterChanges(
  tx: EntityManager,
  { id, accountId }: MemberOf,
  { currentPassword: _, ...changes }: MemberChange & AccountDefaults,
): Promise<void> {
  const changed = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (changed.length === 0) return;
  await recordAudit(tx, asMember(accountId, id), 'member.changed', { type: 'member', id }, { changed });
}

function isSameAddress(password: string, email: string): boolean {
  return foldEmail(password) === foldEmail(email);
}
