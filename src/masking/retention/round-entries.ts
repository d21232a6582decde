// What rounds of retention end, for the audit log: counted by each batch in its own transaction, and entered as one entry an
// account once the round is over. What a killed round counted, the next one enters.
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit, theService } from '../../platform/audit/record-audit.js';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { PARTS, type Part } from './retention-parts.js';

/**
 * Locks accounts against erasure, and waits for none: the calls of one that is being erased go with it.
 * @returns ids of those that are locked
 */
export async function lockOpenAccounts(tx: EntityManager, accountIds: readonly string[]): Promise<Set<string>> {
  const locked = await queryRows<{ id: string }>(tx, LOCK_OPEN, [[...new Set(accountIds)]]);
  return new Set(locked.map(({ id }) => id));
}

/** @param accountIds of the calls that ended, one for each. Their accounts are locked against erasure */
export async function countEnded(tx: EntityManager, part: Part, accountIds: readonly string[]): Promise<void> {
  await tx.query(countOf(part), [accountIds]);
}

export async function enterRounds(dataSource: DataSource): Promise<void> {
  const counted = await queryRows<{ id: string }>(
    dataSource,
    'SELECT account_id AS id FROM retention_ended ORDER BY 1',
  );
  for (const { id } of counted) await dataSource.transaction((tx) => enterRound(tx, id));
}

async function enterRound(tx: EntityManager, accountId: string): Promise<void> {
  if (!(await lockAccountAgainstErasure(tx, accountId))) return;
  const counts = await queryRow<Record<Part, number>>(tx, TAKE, [accountId]);
  if (!counts) return;
  await recordAudit(
    tx,
    theService({ accountId }),
    'retention.round',
    { type: 'settings', id: 'retention' },
    { ...counts },
  );
}

const LOCK_OPEN = `
  SELECT id FROM account WHERE id = ANY($1::uuid[]) AND closed_at IS NULL ORDER BY id FOR KEY SHARE SKIP LOCKED`;
const countOf = (part: Part) => `
  INSERT INTO retention_ended AS known (account_id, ${part})
  SELECT id, count(*) FROM unnest($1::uuid[]) AS id GROUP BY id ORDER BY id
  ON CONFLICT (account_id) DO UPDATE SET ${part} = known.${part} + excluded.${part}`;
const TAKE = `
  DELETE FROM retention_ended WHERE account_id = $1 RETURNING ${PARTS.map((part) => `${part}::float8 AS ${part}`).join(', ')}`;
