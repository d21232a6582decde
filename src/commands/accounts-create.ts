// `call-analysis accounts:create EMAIL`: makes a verified account and prints a link with which its holder sets the password.
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AccountEntity } from '../accounts/users/account.entity.js';
import { AccountTokens } from '../accounts/users/account-tokens.js';
import { MemberEntity } from '../accounts/users/member.entity.js';
import { Members } from '../accounts/users/members.js';
import { hashPassword } from '../accounts/users/passwords.worker.js';
import { SubscriptionRows } from '../billing/periods/subscription-rows.js';
import { type Config, loadConfig } from '../platform/config/config.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';
import { emailFault } from '../platform/outbound/email-address.js';
import { type Given, UsageError } from './command.js';
import { withDatabase } from './with-database.js';

const LINK_HOURS = 24;

export async function createAccount(given: Given): Promise<number> {
  const email = (given.positionals[0] ?? '').trim();
  if (email === '') throw new UsageError('Name the e-mail address of the account: call-analysis accounts:create EMAIL');
  const fault = emailFault(email);
  if (fault !== null) throw new UsageError(`${email}: ${fault}`);
  const config = loadConfig();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  await withDatabase(config, log, async (url) => {
    await migrate(url);
    const dataSource = await new DataSource({
      ...dataSourceOptions(url, 2),
      entities: [AccountEntity, MemberEntity],
    }).initialize();
    const token = await openAccount(dataSource, email).finally(() => dataSource.destroy());
    process.stdout.write(`${created(config, email, token)}\n`);
  });
  return 0;
}

/** @throws Error where the account exists; nothing is changed then */
async function openAccount(dataSource: DataSource, email: string): Promise<string> {
  const members = new Members(dataSource);
  return dataSource.transaction(async (tx) => {
    if (await members.findByEmail(tx, email))
      throw new Error(`An account with the e-mail address ${email} exists already. Nothing was changed.`);
    // A random password that is not kept: the link replaces it.
    const passwordHash = hashPassword(randomBytes(32).toString('base64url'));
    const member = await members.openAccount(tx, { email, phoneNumber: null, passwordHash });
    await new SubscriptionRows().insert(tx, member.accountId);
    await members.update(tx, member, { emailVerifiedAt: new Date() });
    return new AccountTokens(members).issue(tx, member, 'reset_password', member.email, LINK_HOURS);
  });
}

function created({ http }: Pick<Config, 'http'>, email: string, token: string): string {
  return [
    `Created a verified account for ${email}.`,
    `This link sets its password. It works once, within ${LINK_HOURS} hours:`,
    `${http.publicUrl}/reset-password?token=${token}`,
  ].join('\n');
}
