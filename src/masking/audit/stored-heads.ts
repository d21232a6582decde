// The signed head of each account's audit log in the object store: who rolls back the database cannot roll back this.
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DataSource } from 'typeorm';
import { chainEnd, headKeyOf, noteStoredHead } from '../../platform/audit/audit-chain.js';
import type { Signatures } from '../../platform/audit/signatures.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { type AuditHead, headOf } from './audit.responses.js';

/** Null where there is none. @throws ProviderError */
export async function readStoredHead(store: ObjectStore, accountId: string): Promise<AuditHead | null> {
  if (!(await store.find(headKeyOf(accountId)))) return null;
  const head: AuditHead = JSON.parse(await text(await store.get(headKeyOf(accountId))));
  return head;
}

/** Accounts whose chain has grown since its head was stored. */
export async function accountsToStore(dataSource: DataSource): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    dataSource,
    'SELECT account_id AS id FROM audit_chain WHERE sequence <> stored_sequence ORDER BY account_id',
  );
  return rows.map(({ id }) => id);
}

/**
 * Stores the head of a chain. One that the chain does not go on from stays, since it is the evidence.
 * @returns false where it stays
 * @throws ProviderError
 */
export async function storeHead(
  dataSource: DataSource,
  store: ObjectStore,
  signatures: Signatures,
  accountId: string,
): Promise<boolean> {
  const before = await readStoredHead(store, accountId);
  const end = await chainEnd(dataSource, accountId);
  if (before && !(await leadsOn(dataSource, before, end.sequence))) return false;
  const head = signatures.sign(headOf(accountId, end));
  await store.put(headKeyOf(accountId), Readable.from([Buffer.from(JSON.stringify(head))]));
  // The account was erased meanwhile.
  if (!(await noteStoredHead(dataSource, accountId, end.sequence))) await store.delete(headKeyOf(accountId));
  return true;
}

/** A pruned entry is covered by the anchor, which `audit:verify` checks. */
async function leadsOn(
  dataSource: DataSource,
  { account_id, sequence, hash }: AuditHead,
  last: number,
): Promise<boolean> {
  if (sequence > last) return false;
  const found = await queryRow<{ hash: string }>(
    dataSource,
    'SELECT hash FROM audit_entry WHERE account_id = $1 AND sequence = $2',
    [account_id, sequence],
  );
  return found === null || found.hash === hash;
}
