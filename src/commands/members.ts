// `call-analysis members:list`, `members:role` and `members:disable`: what an operator does for an account of which no one can
// log in, or whose people have to be known or kept out from here.
import { DataSource, type EntityManager } from 'typeorm';
import { ROLES, type Role } from '../access/roles.js';
import { disableMember, giveRole, type ListedMember, listMembers } from '../accounts/members/operated-members.js';
import { AccountEntity } from '../accounts/users/account.entity.js';
import { AccountTokens } from '../accounts/users/account-tokens.js';
import { MemberEntity } from '../accounts/users/member.entity.js';
import { Members } from '../accounts/users/members.js';
import { loadConfig } from '../platform/config/config.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';
import { isUuid } from '../platform/http/validation/fields.js';
import { type Given, UsageError } from './command.js';
import { withDatabase } from './with-database.js';

const LINK_HOURS = 24;

const print = (line: string) => process.stdout.write(`${line}\n`);

export async function showMembers({ positionals }: Given): Promise<number> {
  const given = positionals[0]?.trim() ?? null;
  return withMembers(async (tx, members) => {
    const found = given === null || isUuid(given) ? null : await members.findByEmail(tx, given);
    if (given !== null && !isUuid(given) && !found) throw new Error(`No member has the e-mail address ${given}.`);
    const accountId = found?.accountId ?? given;
    let account: string | null = null;
    for await (const member of listMembers(tx, accountId)) {
      if (member.accountId !== account) print(`Account ${member.accountId}`);
      account = member.accountId;
      print(rowOf(member));
    }
    if (account === null) print('There are no members.');
  });
}

export async function changeRole({ positionals: [email = '', role = ''] }: Given): Promise<number> {
  const wanted = ROLES.find((one) => one === role);
  if (email === '' || !wanted) throw new UsageError(`Name a member and a role: members:role EMAIL ${ROLES.join('|')}`);
  return withMembers((tx, members, publicUrl) => give(tx, members, { email, role: wanted, publicUrl }));
}

export async function disable({ positionals: [email = ''] }: Given): Promise<number> {
  if (email === '') throw new UsageError('Name a member: members:disable EMAIL');
  return withMembers(async (tx, members) => {
    const member = await disableMember(tx, members, email.trim());
    print(`${member.email} is disabled: no token, session or key of this member works any more.`);
  });
}

interface Wanted {
  readonly email: string;
  readonly role: Role;
  readonly publicUrl: string;
}

/** The password of the owner always works, also where the account signs in by an identity provider that is away. */
async function give(tx: EntityManager, members: Members, { email, role, publicUrl }: Wanted): Promise<void> {
  const member = await giveRole(tx, members, email.trim(), role);
  print(`${member.email} has the role ${role}.`);
  if (role !== 'owner') return;
  const token = await new AccountTokens(members).issue(tx, member, 'reset_password', member.email, LINK_HOURS);
  print(`This link sets the owner’s password. It works once, within ${LINK_HOURS} hours:`);
  print(`${publicUrl}/reset-password?token=${token}`);
}

const rowOf = ({ email, role, status, identity, lastLogInAt }: ListedMember) =>
  `  ${email.padEnd(40)} ${role.padEnd(8)} ${status.padEnd(8)} ${identity.padEnd(8)} ${lastLogInAt?.toISOString() ?? 'never'}`;

async function withMembers(
  work: (tx: EntityManager, members: Members, publicUrl: string) => Promise<void>,
): Promise<number> {
  const config = loadConfig();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  await withDatabase(config, log, async (url) => {
    await migrate(url);
    const options = { ...dataSourceOptions(url, 2), entities: [AccountEntity, MemberEntity] };
    const dataSource = await new DataSource(options).initialize();
    const members = new Members(dataSource);
    await dataSource.transaction((tx) => work(tx, members, config.http.publicUrl)).finally(() => dataSource.destroy());
  });
  return 0;
}
