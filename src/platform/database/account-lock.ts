// Locks an account against erasure while a transaction writes rows of that account.
import type { EntityManager } from 'typeorm';
import { queryPrepared } from './prepared.js';

/** Statement for a transaction that locks further rows in the same round trip (`queryTogether`). $1: id of the account. */
export const LOCK_ACCOUNT = {
  name: 'lock-account-against-erasure',
  text: 'SELECT 1 FROM account WHERE id = $1 AND closed_at IS NULL FOR KEY SHARE',
};

/**
 * Prevents the erasure of the account until the transaction ends. Transactions that take this lock do not block one another, nor
 * a change of the account's row. Once an erasure has closed the account they are refused, so it waits only for those before it.
 * Take it before any other row of the account: an erasure locks the account first and its rows after it. The opposite order would
 * cause a deadlock with the erasure.
 * @returns false when the account is closed or does not exist any more
 */
export async function lockAccountAgainstErasure(tx: EntityManager, accountId: string): Promise<boolean> {
  return (await queryPrepared(tx, LOCK_ACCOUNT, [accountId])).length > 0;
}

/**
 * Locks the account for a change that counts its objects. Every other such change waits until the transaction ends. Submitting
 * calls does not wait, since it takes the lock above. Take this lock before the credential is confirmed, which may lock the same
 * row.
 * @returns false when the account is closed or does not exist any more
 */
export async function lockAccountToCount(tx: EntityManager, accountId: string): Promise<boolean> {
  return (await queryPrepared(tx, LOCK_TO_COUNT, [accountId])).length > 0;
}

const LOCK_TO_COUNT = {
  name: 'lock-account-to-count',
  text: 'SELECT 1 FROM account WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE',
};
