// Who is let in: a member whom the provider has named before, a member or an invited person of the same address, or a new member.
import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { GivenRole } from '../../access/roles.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { type ApiError, unauthorized } from '../../platform/errors/api-error.js';
import { unknownPerson } from '../auth/sign-in-rules.js';
import { checkMembers, enterJoining, takeInvitation } from '../members/invitations.service.js';
import { memberErrors } from '../members/member-errors.js';
import type { MemberEntity } from '../users/member.entity.js';
import { type MemberChanges, Members } from '../users/members.js';
import { type Identity, needsTeam, teamsWithout } from './identity.js';
import { endTokens } from './provider-sessions.js';
import { domainOf, isProved, type SignIn } from './sign-in.js';
import { signInErrors } from './sign-in-errors.js';

/** Work in the transaction that lets a member in. */
type OnceIn<Result> = (tx: EntityManager, member: MemberEntity) => Promise<Result>;

/** A new member. */
interface Given extends Pick<Identity, 'email' | 'name' | 'teams'> {
  /** Null: the person is refused. */
  readonly role: GivenRole | null;
  readonly identity: { readonly issuer: string; readonly subject: string } | null;
}

@Injectable()
export class Admissions {
  private readonly log = new Logger(Admissions.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly members: Members,
  ) {}

  /**
   * Sets role and teams at each log-in; those of the owner never change.
   * @throws ApiError 400 for a member of another account and too many members, 401 for an account that is closed, 403
   */
  async admit<Result>(signIn: SignIn, identity: Identity, onceIn: OnceIn<Result>): Promise<Result> {
    const { accountId } = signIn;
    if (identity.cutClaims.length > 0)
      this.log.warn(
        { accountId, claims: identity.cutClaims },
        'Too many groups for a token; the member keeps role and teams',
      );
    const result = await this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
      const { issuer, subject } = identity;
      const known = await this.members.findByIdentity(tx, accountId, { issuer, subject });
      if (known?.status === 'disabled') throw signInErrors.disabled();
      const refusal = known && refusalOf(known, identity);
      if (refusal) {
        // Who has lost the role has lost the tokens too.
        await endTokens(tx, this.members, known);
        return { refusal };
      }
      const member = known
        ? await this.members.update(tx, known, changesOf(known, identity))
        : await this.join(tx, signIn, identity);
      return { value: await onceIn(tx, member) };
    });
    if ('refusal' in result) throw result.refusal;
    return result.value;
  }

  /** Makes a member of a person whom a proxy has named. @throws ApiError 400 and 403 */
  async welcome(signIn: SignIn, email: string): Promise<MemberEntity> {
    if (!isProved(signIn, domainOf(email))) throw unknownPerson();
    return this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountToCount(tx, signIn.accountId))) throw unauthorized();
      // A request beside this one may have made it.
      const known = await this.members.findByEmail(tx, email);
      const given = { email, name: null, role: signIn.roles.default, teams: teamsWithout(signIn), identity: null };
      return known ?? (await this.make(tx, signIn.accountId, given));
    });
  }

  private async join(tx: EntityManager, signIn: SignIn, identity: Identity): Promise<MemberEntity> {
    const { issuer, subject, email } = identity;
    const member = await this.members.findByEmail(tx, email);
    if (member) {
      if (member.accountId !== signIn.accountId || !member.emailVerifiedAt) throw memberErrors.emailOfMember();
      // One of an issuer that the operator has replaced is joined again.
      if (member.subject !== null && member.issuer === issuer) throw signInErrors.otherPerson();
      if (member.status === 'disabled') throw signInErrors.disabled();
      const refusal = refusalOf(member, identity);
      if (refusal) throw refusal;
      return this.members.update(tx, member, { ...changesOf(member, identity), issuer, subject });
    }
    const { role = signIn.roles.default, teams = teamsWithout(signIn), name } = identity;
    return this.make(tx, signIn.accountId, { email, name, role, teams, identity: { issuer, subject } });
  }

  private async make(tx: EntityManager, accountId: string, given: Given): Promise<MemberEntity> {
    const { role, identity, email, name } = given;
    if (role === null) throw signInErrors.noRole();
    const invitation = await takeInvitation(tx, accountId, email);
    if (!invitation && needsTeam(given.teams, role)) throw signInErrors.noTeam();
    await checkMembers(tx, accountId);
    // What an admin has chosen stays until the next log-in.
    const { teams, agentId } = invitation ?? { teams: given.teams ?? [], agentId: null };
    const member = await this.members.add(tx, {
      id: invitation?.id ?? randomUUID(),
      ...{ accountId, email, name, role, teams, agentId, passwordHash: null },
      ...identity,
    });
    await enterJoining(tx, member, 'identity_provider');
    this.log.log({ accountId, memberId: member.id, role }, 'A person became a member by the identity provider');
    return member;
  }
}

/** Null for the owner, whom nothing that the provider says locks out. */
function refusalOf({ role }: MemberEntity, identity: Identity): ApiError | null {
  if (role === 'owner') return null;
  if (identity.role === null) return signInErrors.noRole();
  return needsTeam(identity.teams, identity.role ?? role) ? signInErrors.noTeam() : null;
}

function changesOf(member: MemberEntity, { role, teams, name }: Identity): MemberChanges {
  return {
    lastLoginAt: new Date(),
    ...(member.name === null && { name }),
    ...(member.role !== 'owner' && { ...(role && { role }), ...(teams && { teams: [...teams] }) }),
  };
}
