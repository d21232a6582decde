// What was erased, as lines for the object store: a database that is restored from a backup finds there what it must erase again.
// A line is written in the transaction of its deletion, and holds HMACs under the key of the account alone.
import type { DataSource, EntityManager } from 'typeorm';
import { queryRows, type Sql } from '../../platform/database/sql.js';

/** Subject of a line: an account, a call, or the name of an agent or a contact. */
export type JournalKind = 'account' | 'analysis' | 'agent' | 'contact';
export type JournalScope = 'calls' | 'recordings' | 'traces';

export interface Journaled {
  readonly kind: JournalKind;
  /** Ids or names, which no line holds. */
  readonly subjects: readonly string[];
  readonly scope: JournalScope;
  /** False where only test calls are erased. */
  readonly livemode?: boolean;
  /** Later calls are not meant. Default: now. */
  readonly at?: Date;
  readonly erasureId?: string;
}

/** A line as it stands in the object store. */
export interface JournalLine {
  readonly account: string;
  readonly subject: string;
  readonly kind: JournalKind;
  readonly scope: JournalScope;
  readonly livemode: boolean;
  /** ISO 8601. */
  readonly at: string;
  readonly erasure_id: string | null;
}

export async function journalErasure(tx: EntityManager, accountId: string, journaled: Journaled): Promise<void> {
  const { kind, subjects, scope, livemode = true, at = new Date(), erasureId = null } = journaled;
  const fixed = { kind, scope, livemode, at: at.toISOString(), erasure_id: erasureId };
  await tx.query(APPEND, [accountId, subjects, JSON.stringify(fixed), erasureId]);
}

const APPEND = `
  INSERT INTO erasure_journal (erasure_id, line)
  SELECT $4::uuid, (jsonb_build_object('account', audit_name($1::uuid, $1::uuid::text), 'subject', audit_name($1::uuid, subject))
    || $3::jsonb)::text
  FROM unnest($2::text[]) AS subject`;

export interface WaitingLine {
  readonly id: string;
  readonly line: string;
}

/** Locks lines that no other transaction writes, until the transaction ends. */
export const lockLines = (tx: EntityManager, limit: number) =>
  queryRows<WaitingLine>(tx, 'SELECT id, line FROM erasure_journal ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED', [
    limit,
  ]);

/** The lines are in the object. */
export async function linesStored(tx: EntityManager, lines: readonly WaitingLine[], key: string): Promise<void> {
  await noteObject(tx, key);
  await tx.query('DELETE FROM erasure_journal WHERE id = ANY($1)', [lines.map(({ id }) => id)]);
}

/** The database knows all that the object says. */
export async function noteObject(sql: Sql, key: string, merged = false): Promise<void> {
  await sql.query('INSERT INTO erasure_object (storage_key, merged) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    key,
    merged,
  ]);
}

export async function forgetObjects(tx: EntityManager, keys: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM erasure_object WHERE storage_key = ANY($1)', [keys]);
}

/** Small objects of the first day that is over. */
export const objectsOfADay = (dataSource: DataSource, limit: number) =>
  queryRows<{ key: string }>(
    dataSource,
    `SELECT storage_key AS key FROM erasure_object
     WHERE NOT merged AND written_at < date_trunc('day', now(), 'UTC') ORDER BY written_at, storage_key LIMIT $1`,
    [limit],
  );

/** @returns those that the database does not know */
export async function unknownOf(sql: Sql, keys: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(
    sql,
    `SELECT key FROM unnest($1::text[]) AS key WHERE NOT EXISTS (SELECT FROM erasure_object WHERE storage_key = key)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}
