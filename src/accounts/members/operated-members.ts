// What the operator does with members, on the day on which no one of an account can log in. Each is entered in the account's
// audit log, as an act of the operator.
import type { EntityManager } from 'typeorm';
import type { Role } from '../../access/roles.js';
import { type Acting, recordAudit, theOperator } from '../../platform/audit/record-audit.js';
import { queryRows, type Sql } from '../../platform/database/sql.js';
import type { MemberEntity } from '../users/member.entity.js';
import type { Members } from '../users/members.js';
import { endCredentials } from './end-credentials.js';

export interface ListedMember {
  readonly accountId: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly identity: 'password' | 'oidc' | 'none';
  readonly lastLogInAt: Date | null;
}

/** Members at a time. */
const PAGE = 500;

/** @param accountId null: of all accounts that are open. Owners first within an account */
export async function* listMembers(sql: Sql, accountId: string | null): AsyncGenerator<ListedMember, void, undefined> {
  let after = ['00000000-0000-0000-0000-000000000000', false, ''];
  for (;;) {
    const page = await queryRows<ListedMember>(sql, LIST, [accountId, ...after, PAGE]);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = [last.accountId, last.role !== 'owner', last.email];
  }
}

/**
 * Gives a role. A new owner takes the place of the one before, who becomes an admin.
 * @throws Error with one sentence for the operator
 */
export async function giveRole(tx: EntityManager, members: Members, email: string, role: Role): Promise<MemberEntity> {
  const member = await lockMember(tx, members, email);
  const { accountId, id } = member;
  const by = theOperator(accountId);
  if (member.role === role) return member;
  if (role !== 'owner') {
    refuseOwner(member);
    await enter(tx, by, 'member.changed', id, { changed: ['role'], role });
    return members.update(tx, member, { role });
  }
  if (member.status !== 'active')
    throw new Error(`${email} is disabled, and cannot become the owner. Nothing was changed.`);
  await members.update(tx, await members.getOwner(tx, accountId), { role: 'admin' });
  await enter(tx, by, 'member.made_owner', id);
  return members.update(tx, member, { role, teams: [] });
}

/** Ends the member's tokens and keys at once. @throws Error with one sentence for the operator */
export async function disableMember(tx: EntityManager, members: Members, email: string): Promise<MemberEntity> {
  const member = await lockMember(tx, members, email);
  const { accountId, id } = member;
  const by = theOperator(accountId);
  if (member.status !== 'active') return member;
  refuseOwner(member);
  await endCredentials(tx, by, id, 'revoke');
  await enter(tx, by, 'member.changed', id, { changed: ['status'], status: 'disabled' });
  return members.update(tx, member, { status: 'disabled', tokenEpoch: member.tokenEpoch + 1 });
}

async function lockMember(tx: EntityManager, members: Members, email: string): Promise<MemberEntity> {
  const found = await members.findByEmail(tx, email);
  const member = found && (await members.lock(tx, found.accountId, found.id));
  if (!member) throw new Error(`No member has the e-mail address ${email}. Nothing was changed.`);
  return member;
}

function refuseOwner({ role, email }: MemberEntity): void {
  if (role === 'owner')
    throw new Error(
      `${email} is the owner, and an account needs one: make another member the owner first. Nothing was changed.`,
    );
}

const enter = (
  tx: EntityManager,
  by: Acting,
  action: 'member.changed' | 'member.made_owner',
  id: string,
  details: Readonly<Record<string, unknown>> = {},
) => recordAudit(tx, by, action, { type: 'member', id }, details);

const LIST = `
  SELECT m.account_id AS "accountId", m.email, m.role, m.status, m.last_login_at AS "lastLogInAt",
    CASE WHEN m.subject IS NOT NULL THEN 'oidc' WHEN m.password_hash IS NOT NULL THEN 'password' ELSE 'none' END AS identity
  FROM member m JOIN account a ON a.id = m.account_id AND a.closed_at IS NULL
  WHERE ($1::uuid IS NULL OR m.account_id = $1) AND (m.account_id, m.role <> 'owner', m.email) > ($2::uuid, $3::boolean, $4)
  ORDER BY m.account_id, m.role <> 'owner', m.email LIMIT $5`;
