// Rows of members. Outside of a transaction, pass the manager of the data source.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import type { GivenRole, Role } from '../../access/roles.js';
import { Batcher } from '../../platform/concurrency/batcher.js';
import { LOCK_ACCOUNT } from '../../platform/database/account-lock.js';
import { queryPrepared, queryTogether } from '../../platform/database/prepared.js';
import { queryRow } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { foldAsWritten, foldEmail } from '../../platform/outbound/email-address.js';
import { AccountEntity } from './account.entity.js';
import { accountErrors, asAddressTaken } from './account-errors.js';
import { isFirstMember, MemberEntity } from './member.entity.js';

/** State of a member that is checked at every request with a token. */
export interface MemberStanding {
  readonly id: string;
  readonly accountId: string;
  readonly verified: boolean;
  readonly tokenEpoch: number;
  readonly role: Role;
  readonly teams: readonly string[];
  readonly agentId: string | null;
  readonly recordingsOriginal: boolean;
  /** True where the account wants reads of single calls in its audit log. */
  readonly entersReads: boolean;
}

const STANDING = `m.id, m.account_id AS "accountId", m.email_verified_at IS NOT NULL AS verified, m.token_epoch AS "tokenEpoch",
  m.role, m.teams, m.agent_id AS "agentId", m.recordings_original AS "recordingsOriginal",
  coalesce(s.audit_reads, false) AS "entersReads"`;

/** $1: ids of members. */
const FIND_STANDINGS = {
  name: 'member-standings',
  text: `SELECT ${STANDING} FROM member m JOIN account a ON a.id = m.account_id
      LEFT JOIN retention_settings s ON s.account_id = a.id
    WHERE m.id = ANY($1::uuid[]) AND m.status = 'active' AND a.closed_at IS NULL`,
};
/** $1: id of the member; $2 to $5: what it was let in with. */
const LOCK_STANDING = {
  name: 'member-standing-lock',
  text: `SELECT 1 FROM member WHERE id = $1 AND status = 'active' AND token_epoch = $2 AND role = $3 AND teams = $4::text[]
    AND agent_id IS NOT DISTINCT FROM $5 FOR SHARE`,
};

/** One statement rechecks the members of all streams in a process. */
const MAX_RECHECKS = 5_000;

/** Columns of the first member that the account's row keeps. */
const IN_ACCOUNT = [
  'email',
  'emailFolded',
  'emailVerifiedAt',
  'pendingEmail',
  'phoneNumber',
  'passwordHash',
  'tokenEpoch',
] as const;
type InAccount = (typeof IN_ACCOUNT)[number];

export interface NewAccount {
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly passwordHash: string;
}

/** A member whose address is verified. */
export interface NewMember {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: GivenRole;
  readonly teams: readonly string[];
  readonly agentId: string | null;
  readonly passwordHash: string | null;
  /** Issuer and `sub` at the identity provider; left out for one with a password. */
  readonly issuer?: string;
  readonly subject?: string;
}

/** A member, and the account that it is a member of. */
export interface User {
  readonly member: MemberEntity;
  readonly account: AccountEntity;
  /** Address of the account's owner. */
  readonly ownerEmail: string;
}

export type MemberChanges = Partial<Omit<MemberEntity, 'id' | 'accountId'>>;

@Injectable()
export class Members {
  private readonly standings = new Batcher((ids: readonly string[]) => this.findStandings(ids));
  private readonly rechecks = new Batcher((ids: readonly string[]) => this.findStandings(ids), {
    maxItems: MAX_RECHECKS,
  });

  constructor(private readonly dataSource: DataSource) {}

  /** @returns null for another account's */
  async find(tx: EntityManager, accountId: string, id: string): Promise<MemberEntity | null> {
    return tx.findOneBy(MemberEntity, { id, accountId });
  }

  /** @throws ApiError 401: the member was deleted after the credential was checked */
  async get(tx: EntityManager, accountId: string, id: string): Promise<MemberEntity> {
    return (await this.find(tx, accountId, id)) ?? Promise.reject(unauthorized());
  }

  /**
   * Null for the members of a closed account. An earlier release let two accounts register for one mailbox: prefers the one with
   * this spelling of the domain.
   */
  async findByEmail(tx: EntityManager, email: string): Promise<MemberEntity | null> {
    const written = foldAsWritten(email);
    const found = await tx
      .createQueryBuilder(MemberEntity, 'member')
      .innerJoin(AccountEntity, 'account', 'account.id = member.accountId AND account.closedAt IS NULL')
      .where({ emailFolded: In([written, foldEmail(email)]) })
      .getMany();
    return found.find(({ emailFolded }) => emailFolded === written) ?? found[0] ?? null;
  }

  async findByIdentity(
    tx: EntityManager,
    accountId: string,
    identity: { readonly issuer: string; readonly subject: string },
  ): Promise<MemberEntity | null> {
    return tx.findOneBy(MemberEntity, { accountId, ...identity });
  }

  /** Forgets whom the identity provider knows the members of the account as: each is joined again by the e-mail. */
  async untieAll(tx: EntityManager, accountId: string): Promise<void> {
    await tx.update(MemberEntity, { accountId }, { issuer: null, subject: null });
  }

  /** Locks the account against every other writer of its members and tokens, then reads the member. */
  async lock(tx: EntityManager, accountId: string, id: string): Promise<MemberEntity | null> {
    const locked = await queryRow(tx, 'SELECT 1 FROM account WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE', [
      accountId,
    ]);
    return locked === null ? null : this.find(tx, accountId, id);
  }

  /** @throws ApiError 401: the account was erased after the credential was checked */
  async userOf(tx: EntityManager, member: MemberEntity): Promise<User> {
    const account = await tx.findOneBy(AccountEntity, { id: member.accountId, closedAt: IsNull() });
    if (!account) throw unauthorized();
    const owner = member.role === 'owner' ? member : await this.getOwner(tx, member.accountId);
    return { member, account, ownerEmail: owner.email };
  }

  /** @throws ApiError 401: the account was erased after the credential was checked */
  async getOwner(tx: EntityManager, accountId: string): Promise<MemberEntity> {
    return (await tx.findOneBy(MemberEntity, { accountId, role: 'owner' })) ?? Promise.reject(unauthorized());
  }

  /** Read from the row, never cached. Concurrent requests share the round trip. */
  async findStanding(id: string): Promise<MemberStanding | null> {
    return this.standings.call(id);
  }

  /** Rechecks the member of a long request, such as a stream. Delays no new request. */
  async findStandingAgain(id: string): Promise<MemberStanding | null> {
    return this.rechecks.call(id);
  }

  private async findStandings(ids: readonly string[]): Promise<(MemberStanding | null)[]> {
    const found = await queryPrepared<MemberStanding>(this.dataSource, FIND_STANDINGS, [[...new Set(ids)]]);
    const byId = new Map(found.map((member) => [member.id, member]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /**
   * Checks what a request was let in with, and locks it: until the transaction ends, the member cannot be disabled, change the
   * password, or get other rights.
   * @throws ApiError 401 where it has changed
   */
  async confirm(tx: EntityManager, standing: MemberStanding): Promise<void> {
    const { id, accountId, tokenEpoch, role, teams, agentId } = standing;
    // Locks the account first, in the same order as an erasure: two orders would deadlock.
    const [accounts, members] = await queryTogether(tx, [
      [LOCK_ACCOUNT, [accountId]],
      [LOCK_STANDING, [id, tokenEpoch, role, teams, agentId]],
    ]);
    if (!accounts?.[0] || !members?.[0]) throw unauthorized();
  }

  /**
   * The account of a first member keeps working: its row gets the owner's address, with which no one logs in there.
   */
  async delete(tx: EntityManager, member: MemberEntity): Promise<void> {
    await tx.delete(MemberEntity, { id: member.id });
    if (!isFirstMember(member)) return;
    const { email } = await this.getOwner(tx, member.accountId);
    const ended = {
      email,
      emailFolded: `deleted:${member.accountId}`,
      passwordHash: '',
      pendingEmail: null,
      phoneNumber: null,
    };
    await tx.update(AccountEntity, { id: member.accountId }, ended);
    await tx.query('DELETE FROM account_token WHERE account_id = $1 AND member_id IS NULL', [member.accountId]);
  }

  /**
   * Makes an account with its first member.
   * @throws ApiError 400 when the address is a member's of any account, also by a concurrent registration
   */
  async openAccount(tx: EntityManager, account: NewAccount): Promise<MemberEntity> {
    const email = account.email.trim();
    const created = await queryRow<{ id: string }>(
      tx,
      `INSERT INTO account (id, email, email_folded, phone_number, password_hash) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT account_email_folded_key DO NOTHING RETURNING id`,
      [randomUUID(), email, foldEmail(email), account.phoneNumber, account.passwordHash],
    ).catch(asAddressTaken);
    if (!created) throw accountErrors.emailTaken();
    // The database makes its first member.
    return this.get(tx, created.id, created.id);
  }

  /** @throws ApiError 400 when the address is a member's by now */
  async add(tx: EntityManager, wanted: NewMember): Promise<MemberEntity> {
    await tx
      .insert(MemberEntity, {
        ...wanted,
        emailFolded: foldEmail(wanted.email),
        teams: [...wanted.teams],
        emailVerifiedAt: new Date(),
        lastLoginAt: new Date(),
      })
      .catch(asAddressTaken);
    return this.get(tx, wanted.accountId, wanted.id);
  }

  async recordLogIn(tx: EntityManager, { id }: Pick<MemberEntity, 'id'>): Promise<void> {
    // Not where a request of the member holds the row: a log-in waits for none.
    await tx.query(
      `UPDATE member SET last_login_at = now()
        WHERE id = (SELECT id FROM member WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED)`,
      [id],
    );
  }

  /** @throws ApiError 400 when another member took the address in the meantime */
  async update(tx: EntityManager, member: MemberEntity, changes: MemberChanges): Promise<MemberEntity> {
    const ofAccount = isFirstMember(member) ? pick(changes, IN_ACCOUNT) : {};
    const ofMember = Object.fromEntries(Object.entries(changes).filter(([name]) => !(name in ofAccount)));
    if (Object.keys(ofAccount).length > 0)
      await tx.update(AccountEntity, { id: member.accountId }, ofAccount).catch(asAddressTaken);
    if (Object.keys(ofMember).length > 0)
      await tx.update(MemberEntity, { id: member.id }, ofMember).catch(asAddressTaken);
    return Object.assign(member, changes);
  }
}

/** True where a member has the rights and the epoch that it had. */
export function isSameStanding(a: MemberStanding, b: MemberStanding): boolean {
  return (
    a.tokenEpoch === b.tokenEpoch &&
    a.role === b.role &&
    a.agentId === b.agentId &&
    a.teams.length === b.teams.length &&
    a.teams.every((team, index) => team === b.teams[index])
  );
}

function pick(changes: MemberChanges, names: readonly InAccount[]): Partial<Pick<AccountEntity, InAccount>> {
  return Object.fromEntries(names.filter((name) => name in changes).map((name) => [name, changes[name]]));
}
