import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { queryRow, queryRows, type Sql } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { AccountEntity } from './account.entity.js';

/** Reads and writes account rows. Outside of a transaction, pass the manager of the data source. */
@Injectable()
export class AccountsService {
  async find(tx: EntityManager, id: string): Promise<AccountEntity | null> {
    return tx.findOneBy(AccountEntity, { id, closedAt: IsNull() });
  }

  /** @throws ApiError 401: the account was erased after the credential was checked */
  async get(tx: EntityManager, id: string): Promise<AccountEntity> {
    return (await this.find(tx, id)) ?? Promise.reject(unauthorized());
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

  async update(
    tx: EntityManager,
    account: AccountEntity,
    changes: Partial<Pick<AccountEntity, 'metadata' | 'outputLanguage' | 'agentChannel'>>,
  ): Promise<AccountEntity> {
    await tx.update(AccountEntity, { id: account.id }, changes);
    return Object.assign(account, changes);
  }
}
