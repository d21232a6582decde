import type { EntityManager } from 'typeorm';
import { queryPrepared } from '../platform/database/prepared.js';

/**
 * Keeps the account from being erased until the transaction ends. Called before an analysis is locked: an erasure locks
 * the account first and its analyses after it, and whoever did it the other way round would meet it in a deadlock.
 */
export async function keepAccount(tx: EntityManager, accountId: string): Promise<void> {
  await queryPrepared(tx, KEEP, [accountId]);
}

const KEEP = { name: 'keep-account', text: 'SELECT 1 FROM account WHERE id = $1 FOR KEY SHARE' };
