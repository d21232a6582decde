// Invitations: a mail with a link, kept as a hash, with which a person becomes a member.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type GivenRole, isAtLeast } from '../../access/roles.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { notFound, tooManyRequests, unauthorized } from '../../platform/errors/api-error.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { foldEmail } from '../../platform/outbound/email-address.js';
import { SignInRules } from '../auth/sign-in-rules.js';
import { accountErrors } from '../users/account-errors.js';
import { AccountMail } from '../users/account-mail.js';
import type { MemberEntity } from '../users/member.entity.js';
import { Members } from '../users/members.js';
import { Passwords } from '../users/passwords.js';
import { COLUMNS, type InvitationRow, IS_OPEN } from './invitation-rows.js';
import { MAX_INVITATIONS, MAX_MEMBERS, memberErrors } from './member-errors.js';
import { type Actor, enter } from './members.service.js';

export interface NewInvitation {
  readonly email: string;
  readonly role: GivenRole;
  readonly teams: readonly string[];
  readonly agentId: string | null;
}

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly name: string | null;
}

const DAYS = 7;

@Injectable()
export class InvitationsService {
  private readonly logger = new Logger(InvitationsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly members: Members,
    private readonly mail: AccountMail,
    private readonly passwords: Passwords,
    private readonly signIn: SignInRules,
  ) {}

  /**
   * A second invitation of the same address replaces the first, whose link ends.
   * @throws ApiError 400 for a member's address and for too many, 403 for a role above the own, 429 for too many mails
   */
  async invite(
    actor: Actor,
    wanted: NewInvitation,
    beforeCommit: BeforeCommit<InvitationRow> = nothingBeforeCommit,
  ): Promise<InvitationRow> {
    const { invitation, token } = await this.dataSource.transaction(async (tx) => {
      await this.lockActor(tx, actor);
      if (!isAtLeast(actor.role, wanted.role)) throw memberErrors.roleAbove();
      if (await this.members.findByEmail(tx, wanted.email)) throw memberErrors.emailOfMember();
      await tx.query('DELETE FROM invitation WHERE account_id = $1 AND email_folded = $2 AND accepted_at IS NULL', [
        actor.accountId,
        foldEmail(wanted.email),
      ]);
      await checkRoom(tx, actor.accountId);
      await this.checkMailbox(wanted.email);
      const token = newToken();
      const invitation = await insert(tx, actor, wanted, token);
      await enter(tx, actor, 'member.invited', invitation.id, { role: invitation.role });
      await beforeCommit(tx, invitation);
      return { invitation, token };
    });
    this.mail.sendInvitation(invitation.email, token);
    this.logger.log(
      { accountId: actor.accountId, invitationId: invitation.id, byMemberId: actor.id, role: invitation.role },
      'Invited a person',
    );
    return invitation;
  }

  /** Newest first. */
  async list(accountId: string, { skip, limit }: { skip: number; limit: number }): Promise<[InvitationRow[], number]> {
    const sql = this.dataSource;
    const items = await queryRows<InvitationRow>(
      sql,
      `SELECT ${COLUMNS} FROM invitation WHERE account_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3`,
      [accountId, skip, limit],
    );
    const counted = await queryRow<{ n: number }>(
      sql,
      'SELECT count(*)::int AS n FROM invitation WHERE account_id = $1',
      [accountId],
    );
    return [items, counted?.n ?? 0];
  }

  /** @throws ApiError 404 */
  async delete(actor: Actor, id: string): Promise<void> {
    const sql = 'DELETE FROM invitation WHERE id = $1 AND account_id = $2 AND accepted_at IS NULL RETURNING id';
    await this.dataSource.transaction(async (tx) => {
      await enter(tx, actor, 'member.invitation_ended', id);
      if (!(await queryRow(tx, sql, [id, actor.accountId]))) throw notFound('Invitation');
    });
  }

  /** Ends the link of the mail before. @throws ApiError 404; 429 for too many mails */
  async resend(
    actor: Actor,
    id: string,
    beforeCommit: BeforeCommit<InvitationRow> = nothingBeforeCommit,
  ): Promise<InvitationRow> {
    const { invitation, token } = await this.dataSource.transaction(async (tx) => {
      await this.lockActor(tx, actor);
      const token = newToken();
      const invitation = await queryRow<InvitationRow>(
        tx,
        `UPDATE invitation SET token_hash = $3, invited_by = $4, expires_at = now() + make_interval(days => ${DAYS})
          WHERE id = $1 AND account_id = $2 AND accepted_at IS NULL RETURNING ${COLUMNS}`,
        [id, actor.accountId, hashOf(token), actor.id],
      );
      if (!invitation) throw notFound('Invitation');
      await this.checkMailbox(invitation.email);
      await beforeCommit(tx, invitation);
      return { invitation, token };
    });
    this.mail.sendInvitation(invitation.email, token);
    this.logger.log(
      { accountId: actor.accountId, invitationId: invitation.id, byMemberId: actor.id, role: invitation.role },
      'Invited a person',
    );
    return invitation;
  }

  /**
   * Makes the member. The address counts as verified, since the link was mailed there.
   * @throws ApiError 400 token invalid, or the address is a member's by now; 403 for a person who signs in by the identity
   *   provider alone; 422 password equal to the address
   */
  async accept({ token, password, name }: Acceptance, beforeCommit: BeforeCommit<MemberEntity>): Promise<MemberEntity> {
    if (!(await findOpen(this.dataSource, token))) throw memberErrors.invitationInvalid();
    const passwordHash = await this.passwords.hash(password);
    const member = await this.dataSource.transaction(async (tx) => {
      const found = await findOpen(tx, token);
      // Locks the account before the invitation, in the order of all who change members.
      if (!found || !(await this.members.lock(tx, found.accountId, found.invitedBy))) return null;
      const invitation = await findOpen(tx, token);
      if (!invitation) return null;
      await this.signIn.checkPassword(invitation);
      if (foldEmail(password) === foldEmail(invitation.email)) throw accountErrors.passwordIsEmail('password');
      await checkMembers(tx, invitation.accountId);
      await tx.query('UPDATE invitation SET accepted_at = now() WHERE id = $1', [invitation.id]);
      const member = await this.members.add(tx, {
        // The id under which the person was listed.
        id: invitation.id,
        accountId: invitation.accountId,
        email: invitation.email,
        role: invitation.role,
        teams: invitation.teams,
        agentId: invitation.agentId,
        passwordHash,
        name,
      });
      await enterJoining(tx, member, 'invitation');
      await beforeCommit(tx, member);
      return member;
    });
    if (!member) throw memberErrors.invitationInvalid();
    this.logger.log(
      { accountId: member.accountId, memberId: member.id, role: member.role },
      'A person accepted an invitation',
    );
    return member;
  }

  /** @throws ApiError 401 where the actor may act no more */
  private async lockActor(tx: EntityManager, actor: Actor): Promise<void> {
    const now = await this.members.lock(tx, actor.accountId, actor.id);
    if (now?.status !== 'active' || now.role !== actor.role) throw unauthorized();
  }

  /** @throws ApiError 429 */
  private async checkMailbox(email: string): Promise<void> {
    const waitSeconds = await this.mail.mailWaitSeconds(email);
    if (waitSeconds !== null) throw tooManyRequests(waitSeconds);
  }
}

/** Enters that a person has become a member. */
export async function enterJoining(
  tx: Sql,
  { accountId, id, role }: MemberEntity,
  by: 'invitation' | 'identity_provider',
): Promise<void> {
  await enter(tx, { accountId, id }, 'member.joined', id, { by, role });
}

const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

async function insert(sql: Sql, actor: Actor, wanted: NewInvitation, token: string): Promise<InvitationRow> {
  const { email, role, teams, agentId } = wanted;
  const row = await queryRow<InvitationRow>(
    sql,
    `INSERT INTO invitation (id, account_id, invited_by, email, email_folded, role, teams, agent_id, token_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(days => ${DAYS})) RETURNING ${COLUMNS}`,
    [
      randomUUID(),
      actor.accountId,
      actor.id,
      email,
      foldEmail(email),
      role,
      [...new Set(teams)],
      agentId,
      hashOf(token),
    ],
  );
  if (!row) throw new Error('An insert returned no row');
  return row;
}

/** One whose inviter may still invite for its role. */
async function findOpen(sql: Sql, token: string) {
  return queryRow<InvitationRow & { accountId: string; invitedBy: string }>(
    sql,
    `SELECT i.id, i.email, i.role, i.teams, i.agent_id AS "agentId", i.account_id AS "accountId", i.invited_by AS "invitedBy"
      FROM invitation i JOIN member m ON m.id = i.invited_by JOIN account a ON a.id = i.account_id
      WHERE i.token_hash = $1 AND i.accepted_at IS NULL AND i.expires_at > now() AND a.closed_at IS NULL
        AND m.status = 'active' AND m.role IN ('owner', 'admin')`,
    [hashOf(token)],
  );
}

/** @throws ApiError 400 */
async function checkRoom(sql: Sql, accountId: string): Promise<void> {
  const counted = await queryRow<{ n: number }>(
    sql,
    `SELECT count(*)::int AS n FROM invitation WHERE account_id = $1 AND ${IS_OPEN}`,
    [accountId],
  );
  if ((counted?.n ?? 0) >= MAX_INVITATIONS) throw memberErrors.tooManyInvitations();
  // Those that have ended are kept as many, for the list.
  await sql.query(
    `DELETE FROM invitation WHERE id IN (
       SELECT id FROM invitation WHERE account_id = $1 AND (accepted_at IS NOT NULL OR expires_at <= now())
        ORDER BY created_at DESC, id OFFSET $2)`,
    [accountId, MAX_INVITATIONS],
  );
  await checkMembers(sql, accountId);
}

/** Takes up the open invitation of the address, for a person who signs in by the identity provider. The account is locked. */
export async function takeInvitation(
  sql: Sql,
  accountId: string,
  email: string,
): Promise<Pick<InvitationRow, 'id' | 'teams' | 'agentId'> | null> {
  return queryRow(
    sql,
    `UPDATE invitation i SET accepted_at = now() FROM member m
      WHERE i.account_id = $1 AND i.email_folded = $2 AND i.accepted_at IS NULL AND i.expires_at > now()
        AND m.id = i.invited_by AND m.status = 'active' AND m.role IN ('owner', 'admin')
      RETURNING i.id, i.teams, i.agent_id AS "agentId"`,
    [accountId, foldEmail(email)],
  );
}

/** @throws ApiError 400 */
export async function checkMembers(sql: Sql, accountId: string): Promise<void> {
  const counted = await queryRow<{ n: number }>(sql, 'SELECT count(*)::int AS n FROM member WHERE account_id = $1', [
    accountId,
  ]);
  if ((counted?.n ?? 0) >= MAX_MEMBERS) throw memberErrors.tooManyMembers();
}
