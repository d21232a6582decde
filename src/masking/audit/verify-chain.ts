// Verifies the audit log of an account: every hash of its chain, the anchor of what was pruned, and the head in the object store.
import type { DataSource } from 'typeorm';
import {
  AUDIT_COLUMNS,
  type AuditRow,
  auditItem,
  CHAIN_START,
  type ChainEnd,
  chainEnd,
  findAnchor,
  hashOf,
} from '../../platform/audit/audit-chain.js';
import type { Signatures } from '../../platform/audit/signatures.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { AuditHead } from './audit.responses.js';

export interface Verification {
  /** Entries that are sound, from the beginning or the anchor on. */
  readonly verified: number;
  /** Entries that are not chained yet. */
  readonly waiting: number;
  /** The first fault; null where there is none. */
  readonly broken: BrokenEntry | null;
}

export interface BrokenEntry {
  /** Place in the chain. */
  readonly sequence: number;
  /** Null where no entry is there. */
  readonly id: string | null;
  readonly why: string;
}

/** Entries in memory at a time. */
const PART = 1_000;

/** @param stored head of the account in the object store; null where there is none */
export async function verifyChain(
  dataSource: DataSource,
  accountId: string,
  signatures: Signatures,
  stored: AuditHead | null,
): Promise<Verification> {
  return dataSource.transaction('REPEATABLE READ', async (tx) => {
    const waiting = await queryRow<{ n: number }>(
      tx,
      'SELECT count(*)::int AS n FROM audit_entry WHERE account_id = $1 AND hash IS NULL',
      [accountId],
    );
    const anchor = await findAnchor(tx, accountId);
    const start: ChainEnd = anchor ?? CHAIN_START;
    let end = start;
    const told = (broken: (Omit<BrokenEntry, 'sequence'> & { readonly sequence?: number }) | null): Verification => ({
      verified: end.sequence - start.sequence,
      waiting: waiting?.n ?? 0,
      broken: broken && { sequence: end.sequence + 1, ...broken },
    });
    const isOfAnother = anchor !== null && anchor.account_id !== accountId;
    if (anchor && (isOfAnother || !signatures.holds(anchor)))
      return told({
        sequence: anchor.sequence,
        id: null,
        why: 'The anchor of the pruned entries is not signed by this service',
      });
    if (stored && (stored.account_id !== accountId || !signatures.holds(stored)))
      return told({
        sequence: stored.sequence,
        id: null,
        why: 'The head in the object store is not signed by this service',
      });
    for (;;) {
      const rows = await queryRows<AuditRow>(tx, NEXT, [accountId, end.sequence, PART]);
      for (const row of rows) {
        const expected = end.sequence + 1;
        if (row.sequence !== expected) return told({ id: null, why: 'The entry is missing' });
        if (hashOf(end.hash, auditItem(row)) !== row.hash)
          return told({ id: row.id, why: 'The entry is not what was chained' });
        end = { sequence: expected, hash: row.hash };
        if (stored?.sequence === expected && stored.hash !== row.hash)
          return told({ sequence: expected, id: row.id, why: 'The head in the object store has another hash' });
      }
      if (rows.length < PART) break;
    }
    const head = await chainEnd(tx, accountId);
    if (Math.max(head.sequence, stored?.sequence ?? 0) > end.sequence)
      return told({ id: null, why: 'The entry is missing' });
    if (head.sequence < end.sequence || head.hash !== end.hash)
      return told({ sequence: head.sequence, id: null, why: 'The end of the chain was rolled back' });
    return told(null);
  });
}

const NEXT = `
  SELECT ${AUDIT_COLUMNS} FROM audit_entry WHERE account_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`;
