import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, QueryFailedError } from 'typeorm';
import { Batcher } from '../../platform/concurrency/batcher.js';
import { queryPrepared } from '../../platform/database/prepared.js';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { foldAsWritten, foldEmail } from '../../platform/outbound/email-address.js';
import { AccountEntity } from './account.entity.js';
import { accountErrors } from './account-errors.js';

export interface NewAccount {
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly passwordHash: string;
}

/** State of the account that is checked at every request with a token. */
export interface AccountStanding {
  readonly verified: boolean;
  readonly tokenEpoch: number;
}

/** $1: ids of accounts. */
const FIND_STANDINGS = {
  name: 'account-standings',
  text: `SELECT id, email_verified_at IS NOT NULL AS verified, token_epoch AS "tokenEpoch"
    FROM account WHERE id = ANY($1::uuid[]) AND closed_at IS NULL`,
};

/** One statement rechecks the accounts of all streams in a process. */
const MAX_RECHECKS = 5_000;

/** Reads and writes account rows. Outside of a transaction, pass the manager of the data source. */
@Injectable()
export class AccountsService {
  private readonly standings = new Batcher((ids: readonly string[]) => this.findStandings(ids));
  private readonly rechecks = new Batcher((ids: readonly string[]) => this.findStandings(ids), {
    maxItems: MAX_RECHECKS,
  });

  constructor(private readonly dataSource: DataSource) {}

  async find(tx: EntityManager, id: string): Promise<AccountEntity | null> {
    return tx.findOneBy(AccountEntity, { id, closedAt: IsNull() });
  }

  /** @throws ApiError 401: the account was erased after the credential was checked */
  async get(tx: EntityManager, id: string): Promise<AccountEntity> {
    return (await this.find(tx, id)) ?? Promise.reject(unauthorized());
  }

  /** An earlier release let two accounts register for one mailbox: prefers the one with this spelling of the domain. */
  async findByEmail(tx: EntityManager, email: string): Promise<AccountEntity | null> {
    const written = foldAsWritten(email);
    const found = await tx.findBy(AccountEntity, {
      emailFolded: In([written, foldEmail(email)]),
      closedAt: IsNull(),
    });
    return found.find(({ emailFolded }) => emailFolded === written) ?? found[0] ?? null;
  }

  /**
   * Reads the row and locks it until the transaction ends. Every writer of an account or of its tokens takes this lock first. It
   * waits for no work of the account: that takes key share locks, one after the other without a pause.
   */
  async lock(tx: EntityManager, id: string): Promise<AccountEntity | null> {
    return tx.findOne(AccountEntity, {
      where: { id, closedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** Ends every credential of the account and refuses its work from now on. @returns false when it is closed already, or gone */
  async close(tx: EntityManager, id: string): Promise<boolean> {
    const closed = await queryRow(
      tx,
      'UPDATE account SET closed_at = now(), token_epoch = token_epoch + 1 WHERE id = $1 AND closed_at IS NULL RETURNING id',
      [id],
    );
    return closed !== null;
  }

  /** Locks the row of a closed account alone, after the transactions that had begun before it was closed. */
  async lockClosed(tx: EntityManager, id: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM account WHERE id = $1 AND closed_at IS NOT NULL FOR UPDATE';
    return (await queryRow(tx, sql, [id])) !== null;
  }

  /** Accounts whose erasure did not end: its process was killed, or the database was away. */
  async findLeftClosed(sql: Sql, limit: number): Promise<string[]> {
    const found = await queryRows<{ id: string }>(
      sql,
      "SELECT id FROM account WHERE closed_at < now() - interval '1 minute' ORDER BY closed_at LIMIT $1",
      [limit],
    );
    return found.map(({ id }) => id);
  }

  /** Read from the row, never cached. Concurrent requests share the round trip. */
  async findStanding(id: string): Promise<AccountStanding | null> {
    return this.standings.call(id);
  }

  /** Rechecks the account of a long request, such as a stream. Delays no new request. */
  async findStandingAgain(id: string): Promise<AccountStanding | null> {
    return this.rechecks.call(id);
  }

  private async findStandings(ids: readonly string[]): Promise<(AccountStanding | null)[]> {
    const found = await queryPrepared<AccountStanding & { id: string }>(this.dataSource, FIND_STANDINGS, [
      [...new Set(ids)],
    ]);
    const byId = new Map(found.map((account) => [account.id, account]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /**
   * Checks the epoch of a token and locks it: until the transaction ends, no password change can end this token.
   * @throws ApiError 401 when a password change has ended it
   */
  async confirmEpoch(tx: EntityManager, id: string, tokenEpoch: number): Promise<void> {
    const account = await queryRow(tx, 'SELECT 1 FROM account WHERE id = $1 AND token_epoch = $2 FOR SHARE', [
      id,
      tokenEpoch,
    ]);
    if (!account) throw unauthorized();
  }

  /** @throws ApiError 400 when the address is taken, also by a concurrent registration */
  async create(tx: EntityManager, account: NewAccount): Promise<AccountEntity> {
    const email = account.email.trim();
    const created = await queryRow<{ id: string }>(
      tx,
      `INSERT INTO account (id, email, email_folded, phone_number, password_hash) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT ON CONSTRAINT account_email_folded_key DO NOTHING RETURNING id`,
      [randomUUID(), email, foldEmail(email), account.phoneNumber, account.passwordHash],
    );
    if (!created) throw accountErrors.emailTaken();
    return this.get(tx, created.id);
  }

  /** @throws ApiError 400 when another account took the address in the meantime */
  async update(
    tx: EntityManager,
    account: AccountEntity,
    changes: Partial<Omit<AccountEntity, 'id'>>,
  ): Promise<AccountEntity> {
    try {
      await tx.update(AccountEntity, { id: account.id }, changes);
    } catch (error) {
      if (takesAnotherAddress(error)) throw accountErrors.emailTaken();
      throw error;
    }
    return Object.assign(account, changes);
  }
}

function takesAnotherAddress(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { driverError } = error;
  return 'constraint' in driverError && driverError.constraint === 'account_email_folded_key';
}
