// The chain of an account's entries: each gets a number and a hash over itself and the hash before it. One writer at a time,
// under a lock of the account. Entries are chained in the order in which their transactions were committed, as far as sweeps tell
// them apart; those of one sweep in the order of their time.
import { createHash } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { lockAccountAgainstErasure } from '../database/account-lock.js';
import { queryRow, queryRows, type Sql } from '../database/sql.js';
import type { ActorKind, AuditAction, SubjectType } from './audit-actions.js';
import { canonicalJson } from './canonical-json.js';

export interface AuditRow {
  readonly id: string;
  readonly sequence: number | null;
  readonly hash: string | null;
  readonly at: Date;
  readonly livemode: boolean;
  readonly actor_kind: ActorKind;
  readonly actor_id: string;
  readonly action: AuditAction;
  readonly subject_type: SubjectType;
  readonly subject_id: string;
  readonly request_id: string | null;
  readonly client_address: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export const AUDIT_COLUMNS = `id, sequence::float8 AS sequence, hash, at, livemode, actor_kind, actor_id, action, subject_type,
  subject_id, request_id, client_address, details`;

/** An entry as clients receive it. All of it but the hash is what the hash is made of. */
export function auditItem(row: AuditRow) {
  return {
    id: row.id,
    object: 'audit_entry' as const,
    sequence: row.sequence,
    at: Math.floor(row.at.getTime() / 1000),
    livemode: row.livemode,
    actor: { kind: row.actor_kind, id: row.actor_id },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id },
    request_id: row.request_id,
    client_address: row.client_address,
    details: row.details,
    hash: row.hash,
  };
}
export type AuditItem = ReturnType<typeof auditItem>;

/** Last entry of a chain, or what stands before its first. */
export interface ChainEnd {
  readonly sequence: number;
  /** Hexadecimal digits; empty before the first entry. */
  readonly hash: string;
}

export const CHAIN_START: ChainEnd = { sequence: 0, hash: '' };

/** @param previous hash of the entry before it */
export function hashOf(previous: string, { hash: _, ...hashed }: AuditItem): string {
  return createHash('sha256').update(previous).update(canonicalJson(hashed)).digest('hex');
}

/** Entries of a transaction. */
const PART = 500;

/** Accounts with entries that are not chained yet. */
export async function unchainedAccounts(sql: Sql): Promise<string[]> {
  const statement = 'SELECT DISTINCT account_id AS id FROM audit_entry WHERE hash IS NULL';
  const rows = await queryRows<{ id: string }>(sql, statement);
  return rows.map(({ id }) => id);
}

/** Chains what was committed before the call, and may chain more. */
export async function chainAccount(dataSource: DataSource, accountId: string): Promise<void> {
  while ((await dataSource.transaction((tx) => chainPart(tx, accountId))) === PART);
}

/** @returns number of entries */
async function chainPart(tx: EntityManager, accountId: string): Promise<number> {
  if (!(await lockAccountAgainstErasure(tx, accountId))) return 0;
  await lockChain(tx, accountId);
  let end = await chainEnd(tx, accountId);
  const rows = await queryRows<AuditRow>(tx, UNCHAINED, [accountId, PART]);
  if (rows.length === 0) return 0;
  const chained = rows.map((row) => {
    const sequence = end.sequence + 1;
    end = { sequence, hash: hashOf(end.hash, auditItem({ ...row, sequence })) };
    return { id: row.id, ...end };
  });
  await tx.query(CHAIN, [
    chained.map(({ id }) => id),
    chained.map(({ sequence }) => sequence),
    chained.map(({ hash }) => hash),
  ]);
  await tx.query(MOVE_END, [accountId, end.sequence, end.hash]);
  return rows.length;
}

/** Keeps other transactions from chaining and pruning entries of the account. */
async function lockChain(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('audit ' || $1, 0))", [accountId]);
}

export async function chainEnd(sql: Sql, accountId: string): Promise<ChainEnd> {
  const statement = 'SELECT sequence::float8 AS sequence, hash FROM audit_chain WHERE account_id = $1';
  return (await queryRow<ChainEnd>(sql, statement, [accountId])) ?? CHAIN_START;
}

const UNCHAINED = `
  SELECT ${AUDIT_COLUMNS} FROM audit_entry WHERE account_id = $1 AND hash IS NULL ORDER BY at, id LIMIT $2`;
const CHAIN = `
  UPDATE audit_entry e SET sequence = c.sequence, hash = c.hash
  FROM unnest($1::uuid[], $2::bigint[], $3::text[]) AS c (id, sequence, hash) WHERE e.id = c.id`;
const MOVE_END = `
  INSERT INTO audit_chain (account_id, sequence, hash) VALUES ($1, $2, $3)
  ON CONFLICT (account_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`;

/** Key of the object that holds the signed head of an account's chain. */
export const headKeyOf = (accountId: string) => `audit/${accountId}`;

/** Notes that the store has the head of the chain up to the sequence. @returns false where the account is gone */
export async function noteStoredHead(sql: Sql, accountId: string, sequence: number): Promise<boolean> {
  const noted = await queryRows(
    sql,
    'UPDATE audit_chain SET stored_sequence = $2 WHERE account_id = $1 RETURNING account_id',
    [accountId, sequence],
  );
  return noted.length > 0;
}

/** The last of the pruned entries, from which those that are kept go on. */
export interface AuditAnchor extends ChainEnd {
  readonly object: 'audit_anchor';
  readonly account_id: string;
  /** Unix seconds. */
  readonly pruned_at: number;
  readonly key_id: string;
  readonly signature: string;
}

export async function findAnchor(sql: Sql, accountId: string): Promise<AuditAnchor | null> {
  const found = await queryRow<{ anchor: AuditAnchor }>(sql, 'SELECT anchor FROM audit_anchor WHERE account_id = $1', [
    accountId,
  ]);
  return found?.anchor ?? null;
}

/** Entries that one statement deletes. */
const PRUNED_AT_ONCE = 5_000;

/**
 * Deletes the chained entries from before the time. The anchor is there first, so that the rest verifies at every moment.
 * @param signed makes the anchor of the last entry that goes
 * @returns number of deleted entries
 */
export async function pruneAccount(
  dataSource: DataSource,
  accountId: string,
  before: Date,
  signed: (last: ChainEnd) => AuditAnchor,
): Promise<number> {
  await dataSource.transaction(async (tx) => {
    if (!(await lockAccountAgainstErasure(tx, accountId))) return;
    await lockChain(tx, accountId);
    const last = await queryRow<ChainEnd>(tx, LAST_PRUNED, [accountId, before]);
    if (!last) return;
    const anchor = signed(last);
    await tx.query(MOVE_ANCHOR, [accountId, last.sequence, JSON.stringify(anchor)]);
  });
  let pruned = 0;
  for (let deleted = PRUNED_AT_ONCE; deleted === PRUNED_AT_ONCE; pruned += deleted)
    deleted = (await queryRows(dataSource, PRUNE, [accountId, PRUNED_AT_ONCE])).length;
  return pruned;
}

/** Last of the entries at the beginning of the chain that are all older; a later one may be older than one before it. */
const LAST_PRUNED = `
  SELECT sequence::float8 AS sequence, hash FROM audit_entry WHERE account_id = $1 AND sequence < coalesce(
    (SELECT min(sequence) FROM audit_entry WHERE account_id = $1 AND sequence IS NOT NULL AND at >= $2),
    (SELECT sequence + 1 FROM audit_chain WHERE account_id = $1))
  ORDER BY sequence DESC LIMIT 1`;
const MOVE_ANCHOR = `
  INSERT INTO audit_anchor (account_id, sequence, anchor) VALUES ($1, $2, $3::jsonb)
  ON CONFLICT (account_id) DO UPDATE SET sequence = excluded.sequence, anchor = excluded.anchor`;
const PRUNE = `
  DELETE FROM audit_entry WHERE id IN (
    SELECT e.id FROM audit_entry e JOIN audit_anchor a ON a.account_id = e.account_id
    WHERE e.account_id = $1 AND e.sequence <= a.sequence ORDER BY e.sequence LIMIT $2)
  RETURNING id`;
