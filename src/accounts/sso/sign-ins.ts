// Settings of sign-in by an identity provider, and the domains that accounts have proved.
import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { lockAccountToCount } from '../../platform/database/account-lock.js';
import { SecretCipher } from '../../platform/database/secret-cipher.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import type { Caller } from '../../platform/http/access/caller.js';
import { AccountMail } from '../users/account-mail.js';
import { Members } from '../users/members.js';
import { DomainRecords } from './domain-records.js';
import { domainOf, foldDomain, isProved, type RoleRules, type SignIn } from './sign-in.js';
import { signInErrors } from './sign-in-errors.js';

export interface WantedSignIn extends Pick<SignIn, 'issuer' | 'clientId' | 'roles' | 'teamsClaim' | 'enforce'> {
  readonly assumeVerified: boolean;
  /** Null keeps the one that is there, where issuer and client stay. */
  readonly clientSecret: string | null;
  readonly domains: readonly string[];
}

interface SignInRow {
  readonly account_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly secret_encrypted: Buffer;
  readonly roles: RoleRules;
  readonly teams_claim: string | null;
  readonly enforce: boolean;
  readonly assume_verified: boolean;
  readonly changed_at: Date;
}

interface DomainRow {
  readonly domain: string;
  readonly token: string;
  readonly verified_at: Date | null;
}

const SETTINGS_CHANGED = ['settings.changed', { type: 'settings', id: 'sign_in' }] as const;
const RECORD = 'call-analysis-verification=';
/** Accounts that one log-out of the provider is looked for in. */
const MAX_ACCOUNTS_OF_CLIENT = 20;

@Injectable()
export class SignIns {
  private readonly log = new Logger(SignIns.name);
  private readonly cipher: SecretCipher;
  /** Set by the operator for one account; it holds while that account has set nothing of its own. */
  private readonly ofOperator: SignIn | null;

  constructor(
    config: Config,
    private readonly dataSource: DataSource,
    private readonly members: Members,
    private readonly records: DomainRecords,
    private readonly mail: AccountMail,
  ) {
    this.cipher = new SecretCipher(config.secrets.encryption);
    this.ofOperator = operatorsSignIn(config);
  }

  async find(accountId: string): Promise<SignIn | null> {
    const row = await queryRow<SignInRow | { readonly account_id: null }>(
      this.dataSource,
      `SELECT s.* FROM account a LEFT JOIN sign_in s ON s.account_id = a.id WHERE a.id = $1 AND a.closed_at IS NULL`,
      [accountId],
    );
    if (!row) return null;
    if (row.account_id === null) return this.ofOperator?.accountId === accountId ? this.ofOperator : null;
    const domains = await queryRows<DomainRow>(
      this.dataSource,
      'SELECT domain, token, verified_at FROM sign_in_domain WHERE account_id = $1 ORDER BY domain',
      [accountId],
    );
    return this.read(row, domains);
  }

  /** @throws ApiError 404 */
  async get(accountId: string): Promise<SignIn> {
    return (await this.find(accountId)) ?? Promise.reject(signInErrors.notSet());
  }

  /** Settings with this issuer and one of the clients. */
  async findByClient(issuer: string, clients: readonly string[]): Promise<SignIn[]> {
    // An issuer without a path may have been written with a slash.
    const spellings = [issuer, `${issuer}/`];
    const rows = await queryRows<{ account_id: string }>(
      this.dataSource,
      'SELECT account_id FROM sign_in WHERE issuer = ANY($1) AND client_id = ANY($2) LIMIT $3',
      [spellings, clients, MAX_ACCOUNTS_OF_CLIENT],
    );
    const own = await Promise.all(rows.map(({ account_id }) => this.find(account_id)));
    const { ofOperator } = this;
    const isOperators =
      ofOperator !== null && spellings.includes(ofOperator.issuer) && clients.includes(ofOperator.clientId);
    const held = isOperators ? await this.find(ofOperator.accountId) : null;
    return [...own, held === ofOperator ? held : null].filter((signIn) => signIn !== null);
  }

  /**
   * The account in which a person with this address signs in: the one that it is a member of, else the one that has proved the
   * domain last.
   */
  async findFor(email: string): Promise<SignIn | null> {
    const domain = domainOf(email);
    const member = await this.members.findByEmail(this.dataSource.manager, email);
    const own = member && (await this.find(member.accountId));
    if (own && isProved(own, domain)) return own;
    if (this.ofOperator && isProved(this.ofOperator, domain)) return this.find(this.ofOperator.accountId);
    const proved = await queryRow<{ account_id: string }>(
      this.dataSource,
      `SELECT d.account_id FROM sign_in_domain d JOIN account a ON a.id = d.account_id AND a.closed_at IS NULL
        WHERE d.domain = $1 AND d.verified_at IS NOT NULL ORDER BY d.verified_at DESC LIMIT 1`,
      [domain],
    );
    return proved && this.find(proved.account_id);
  }

  /**
   * Replaces all of it. Another issuer or client unties the members, since a client may get a `sub` of its own for each person,
   * and ends the sessions.
   * @throws ApiError 401; 422 for a missing secret
   */
  async replace(caller: Caller, wanted: WantedSignIn): Promise<SignIn> {
    const { accountId } = caller;
    await this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
      await caller.confirm(tx);
      const before = await queryRow<SignInRow>(tx, 'SELECT * FROM sign_in WHERE account_id = $1', [accountId]);
      const stays = before?.issuer === wanted.issuer && before.client_id === wanted.clientId;
      const { clientSecret } = wanted;
      if (clientSecret === null && !stays) throw signInErrors.secretMissing();
      const secret =
        clientSecret === null ? before?.secret_encrypted : this.cipher.encrypt(clientSecret, ownerOf(accountId));
      if (!stays) await this.untie(tx, accountId);
      await tx.query(
        `INSERT INTO sign_in (account_id, issuer, client_id, secret_encrypted, roles, teams_claim, enforce, assume_verified)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (account_id) DO UPDATE SET issuer = $2, client_id = $3, secret_encrypted = $4, roles = $5,
           teams_claim = $6, enforce = $7, assume_verified = $8, changed_at = clock_timestamp()`,
        [
          accountId,
          wanted.issuer,
          wanted.clientId,
          secret,
          JSON.stringify(wanted.roles),
          wanted.teamsClaim,
          wanted.enforce,
          wanted.assumeVerified,
        ],
      );
      await replaceDomains(tx, accountId, wanted.domains);
      const { issuer, enforce, domains } = wanted;
      await recordAudit(tx, caller, ...SETTINGS_CHANGED, { issuer, enforce, domains });
    });
    const { issuer, enforce, assumeVerified } = wanted;
    this.log.log(
      { accountId, by: caller.principal.id, issuer, enforce, assumeVerified },
      'Changed the sign-in of an account',
    );
    return this.get(accountId);
  }

  /** Members keep their rows, and log in with a password, which they ask for by mail. @throws ApiError 401, 404 */
  async delete(caller: Caller): Promise<void> {
    const { accountId } = caller;
    await this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountToCount(tx, accountId))) throw unauthorized();
      await caller.confirm(tx);
      const deleted = 'DELETE FROM sign_in WHERE account_id = $1 RETURNING account_id';
      if (!(await queryRow(tx, deleted, [accountId]))) throw signInErrors.notSet();
      await recordAudit(tx, caller, ...SETTINGS_CHANGED, { deleted: true });
      await this.untie(tx, accountId);
    });
    this.log.log({ accountId, by: caller.principal.id }, 'Deleted the sign-in of an account');
  }

  /** @throws ApiError 400 without the record; 404 for a domain that the settings do not name; 503 for silent name servers */
  async verify(caller: Caller, given: string): Promise<SignIn> {
    const { accountId } = caller;
    const signIn = await this.get(accountId);
    const domain = foldDomain(given);
    const named = signIn.domains.find((one) => one.domain === domain);
    if (!named) throw signInErrors.noDomain();
    if (!named.verified) {
      if (!(await this.records.of(domain)).includes(named.record)) throw signInErrors.noRecord(domain);
      await this.dataSource.transaction(async (tx) => {
        await recordAudit(tx, caller, ...SETTINGS_CHANGED, { verified_domain: domain });
        await tx.query(
          `UPDATE sign_in_domain SET verified_at = now() WHERE account_id = $1 AND domain = $2 AND token = $3`,
          [accountId, domain, named.record.slice(RECORD.length)],
        );
      });
      const owner = await this.members.getOwner(this.dataSource.manager, accountId);
      this.mail.sendDomainProved(owner.email, domain);
      this.log.log({ accountId, domain }, 'An account has proved a domain');
    }
    return this.get(accountId);
  }

  private async untie(tx: Parameters<Members['untieAll']>[0], accountId: string): Promise<void> {
    await this.members.untieAll(tx, accountId);
    await tx.query('DELETE FROM sign_in_session WHERE account_id = $1', [accountId]);
  }

  private read(row: SignInRow, domains: readonly DomainRow[]): SignIn {
    return {
      accountId: row.account_id,
      issuer: row.issuer,
      clientId: row.client_id,
      openSecret: () => this.cipher.decrypt(row.secret_encrypted, ownerOf(row.account_id)),
      roles: row.roles,
      teamsClaim: row.teams_claim,
      enforce: row.enforce,
      assumeVerified: row.assume_verified,
      domains: domains.map(({ domain, token, verified_at }) => ({
        domain,
        record: `${RECORD}${token}`,
        verified: verified_at !== null,
      })),
      version: row.changed_at.toISOString(),
    };
  }
}

const ownerOf = (accountId: string) => `sign-in ${accountId}`;

function operatorsSignIn({ signIn: { oidc } }: Config): SignIn | null {
  if (oidc === null) return null;
  const { clientSecret, domains, defaultRole, ...same } = oidc;
  return {
    ...same,
    openSecret: () => clientSecret,
    roles: { claim: 'groups', map: {}, default: defaultRole },
    teamsClaim: null,
    enforce: false,
    assumeVerified: false,
    // The operator vouches for them.
    domains: domains.map((domain) => ({ domain: foldDomain(domain), record: '', verified: true })),
    version: 'operator',
  };
}

/** A domain that stays keeps its record and its proof. */
async function replaceDomains(tx: Sql, accountId: string, domains: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM sign_in_domain WHERE account_id = $1 AND domain <> ALL($2)', [accountId, domains]);
  const tokens = domains.map(() => randomBytes(24).toString('base64url'));
  await tx.query(
    `INSERT INTO sign_in_domain (account_id, domain, token) SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (account_id, domain) DO NOTHING`,
    [accountId, domains, tokens],
  );
}
