// What admins and the owner do with the members of their account.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { Person } from '../../access/principal.js';
import { isAtLeast, type Role } from '../../access/roles.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { asMember, recordAudit } from '../../platform/audit/record-audit.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { notFound, unauthorized } from '../../platform/errors/api-error.js';
import type { FateOfKeys } from '../api-keys/keys-of-member.js';
import { AccountMail } from '../users/account-mail.js';
import { MemberEntity, type MemberStatus } from '../users/member.entity.js';
import { type MemberChanges, Members } from '../users/members.js';
import { endCredentials } from './end-credentials.js';
import { findInvited, type InvitationRow, IS_OPEN } from './invitation-rows.js';
import { memberErrors } from './member-errors.js';

/** Members that are left out stay as they are. */
export interface MemberUpdate {
  readonly role?: Role;
  readonly name?: string | null;
  readonly teams?: readonly string[];
  readonly agentId?: string | null;
  readonly recordingsOriginal?: boolean;
  readonly status?: MemberStatus;
}

/** The member who acts. */
export interface Actor extends Pick<Person, 'id' | 'role'> {
  readonly accountId: string;
}

@Injectable()
export class MembersService {
  private readonly logger = new Logger(MembersService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly members: Members,
    private readonly mail: AccountMail,
  ) {}

  /** Members and invited persons, newest first. */
  async list(
    accountId: string,
    { skip, limit }: { skip: number; limit: number },
  ): Promise<[(MemberEntity | InvitationRow)[], number]> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(tx, `SELECT count(*)::int AS n FROM (${PERSONS}) AS persons`, [
        accountId,
      ]);
      const page = await queryRows<{ id: string }>(
        tx,
        `${PERSONS} ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3`,
        [accountId, skip, limit],
      );
      const ids = page.map(({ id }) => id);
      const members = await tx.findBy(MemberEntity, { accountId, id: In(ids) });
      const byId = new Map<string, MemberEntity | InvitationRow>(
        [...members, ...(await findInvited(tx, accountId, ids))].map((one) => [one.id, one]),
      );
      return [ids.flatMap((id) => byId.get(id) ?? []), counted?.n ?? 0];
    });
  }

  /** Names of all members, in their order. */
  async names(accountId: string): Promise<{ id: string; name: string }[]> {
    return queryRows(
      this.dataSource,
      'SELECT id, coalesce(name, email) AS name FROM member WHERE account_id = $1 ORDER BY 2, 1',
      [accountId],
    );
  }

  /** @throws ApiError 404, for another account's too */
  async get(accountId: string, id: string): Promise<MemberEntity | InvitationRow> {
    const { manager } = this.dataSource;
    const found = await this.members.find(manager, accountId, id);
    const [invited] = found ? [] : await findInvited(manager, accountId, [id]);
    return found ?? invited ?? Promise.reject(notFound('Member'));
  }

  /**
   * @param keys what becomes of those that the member made, where it is disabled
   * @throws ApiError 400 for what would leave the account without its owner, and for a person who is only invited; 403 for a role
   *   above the own; 404
   */
  async update(actor: Actor, id: string, wanted: MemberUpdate, keys: FateOfKeys): Promise<MemberEntity> {
    const { changed, isEnded, isOtherRole } = await this.dataSource.transaction(async (tx) => {
      const member = await this.lockToChange(tx, actor, id);
      const isEnded = wanted.status === 'disabled' && member.status === 'active';
      const isOtherRole = wanted.role !== undefined && wanted.role !== member.role;
      if (isEnded && member.role === 'owner') throw memberErrors.ownerNeeded();
      if (wanted.role !== undefined) checkRole(actor, member, wanted.role);
      checkRank(actor, member);
      if (isEnded) await endCredentials(tx, asMember(actor.accountId, actor.id), id, keys);
      const { teams, ...others } = wanted;
      const changes: MemberChanges = { ...others, ...(teams && { teams: [...new Set(teams)] }) };
      const changed = await this.members.update(tx, member, {
        ...changes,
        // Active again, the member has to log in.
        ...(isEnded && { tokenEpoch: member.tokenEpoch + 1 }),
      });
      await enter(tx, actor, 'member.changed', id, {
        changed: Object.keys(wanted),
        role: changed.role,
        status: changed.status,
        recordings_original: changed.recordingsOriginal,
      });
      return { changed, isEnded, isOtherRole };
    });
    const { role, teams, status, email } = changed;
    if (isEnded) this.mail.sendLeft(email);
    else if (isOtherRole) this.mail.sendRoleChanged(email, role);
    this.logger.log({ ...namesOf(actor, id), role, teams: teams.length, status }, 'Changed a member');
    return changed;
  }

  /** Ends the member's tokens at once. What the member wrote stays under the id. @throws ApiError 400 for the owner, 404 */
  async delete(actor: Actor, id: string, keys: FateOfKeys): Promise<void> {
    const left = await this.dataSource.transaction(async (tx) => {
      if (await this.endInvitation(tx, actor, id)) return null;
      const member = await this.lockToChange(tx, actor, id);
      if (member.role === 'owner') throw memberErrors.ownerNeeded();
      checkRank(actor, member);
      await endCredentials(tx, asMember(actor.accountId, actor.id), id, keys);
      await this.members.delete(tx, member);
      await enter(tx, actor, 'member.deleted', id, { keys });
      return member.status === 'active' ? member.email : null;
    });
    if (left !== null) this.mail.sendLeft(left);
    this.logger.log({ ...namesOf(actor, id), keys }, 'Deleted a member');
  }

  private async endInvitation(tx: EntityManager, actor: Actor, id: string): Promise<boolean> {
    await this.lockActor(tx, actor);
    const [invited] = await findInvited(tx, actor.accountId, [id]);
    if (invited && !isAtLeast(actor.role, invited.role)) throw memberErrors.roleAbove();
    if (!invited) return false;
    await tx.query('DELETE FROM invitation WHERE id = $1', [id]);
    await enter(tx, actor, 'member.invitation_ended', id);
    return true;
  }

  /** Makes the member the owner, and the caller an admin. @throws ApiError 400 for a disabled member, 404 */
  async transfer(actor: Actor, id: string): Promise<MemberEntity> {
    const owner = await this.dataSource.transaction(async (tx) => {
      const member = await this.lockToChange(tx, actor, id);
      if (member.status !== 'active') throw memberErrors.disabledOwner();
      const owner = await this.members.get(tx, actor.accountId, actor.id);
      if (owner.role !== 'owner') throw unauthorized();
      if (member.id === owner.id) return member;
      await enter(tx, actor, 'member.made_owner', id);
      await this.members.update(tx, owner, { role: 'admin' });
      return this.members.update(tx, member, { role: 'owner', teams: [] });
    });
    if (id !== actor.id) this.mail.sendRoleChanged(owner.email, owner.role);
    this.logger.log(namesOf(actor, id), 'An account has another owner');
    return owner;
  }

  /** Locks the members of the account. @throws ApiError 401 where the actor may act no more, 404 */
  private async lockToChange(tx: EntityManager, actor: Actor, id: string): Promise<MemberEntity> {
    await this.lockActor(tx, actor);
    const member = await this.members.find(tx, actor.accountId, id);
    if (!member)
      throw (await findInvited(tx, actor.accountId, [id])).length > 0
        ? memberErrors.stillInvited()
        : notFound('Member');
    return member;
  }

  private async lockActor(tx: EntityManager, actor: Actor): Promise<void> {
    const now = await this.members.lock(tx, actor.accountId, actor.id);
    if (now?.status !== 'active' || now.role !== actor.role) throw unauthorized();
  }
}

/** @throws ApiError 403 for a member above the actor */
function checkRank(actor: Actor, member: MemberEntity): void {
  if (!isAtLeast(actor.role, member.role)) throw memberErrors.roleAbove();
}

/** @throws ApiError 400 for a second owner and for the last one, 403 for the own role and one above it */
function checkRole(actor: Actor, member: MemberEntity, role: Role): void {
  if (role === member.role) return;
  if (role === 'owner') throw memberErrors.oneOwner();
  if (member.role === 'owner') throw memberErrors.ownerNeeded();
  if (member.id === actor.id && isAtLeast(role, member.role)) throw memberErrors.ownRole();
  if (!isAtLeast(actor.role, role)) throw memberErrors.roleAbove();
}

/** SQL: members and open invitations of an account. */
const PERSONS = `
  SELECT id, created_at FROM member WHERE account_id = $1
  UNION ALL SELECT id, created_at FROM invitation WHERE account_id = $1 AND ${IS_OPEN}`;

const namesOf = ({ accountId, id }: Actor, memberId: string) => ({ accountId, memberId, byMemberId: id });

/** Enters what an admin did with a person. */
export async function enter(
  tx: Sql,
  { accountId, id: by }: Pick<Actor, 'accountId' | 'id'>,
  action: AuditAction & `member.${string}`,
  id: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await recordAudit(tx, asMember(accountId, by), action, { type: 'member', id }, details);
}
