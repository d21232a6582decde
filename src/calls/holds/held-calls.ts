// Decides whether a call is held. Every deletion of a call or of a part of it asks here first: by a client, by the end of a
// retention, by a redaction. It takes the shared lock below before it locks a call, and a hold is placed under the exclusive one.
// A deletion therefore sees each hold that was placed before it, and a hold finds only calls that no deletion is about to take.
import type { EntityManager } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared.js';
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { badRequest } from '../../platform/errors/api-error.js';
import { Parameters } from '../listing/analysis-filter.js';
import { callsSql, NEWEST_FIRST, readStoredFilter } from '../listing/completed-calls.js';

export const analysisHeld = (name: string) => badRequest(`The analysis is held: ${name}`);
export const accountHeld = (name: string) => badRequest(`The account has active holds: ${name}`);

/** SQL condition on a call: an active hold names it, or has found it. @param call name of `analysis` in the statement */
export const isInHold = (call: string) => `EXISTS (
    SELECT FROM held_call c JOIN hold h ON h.id = c.hold_id WHERE c.analysis_id = ${call}.id AND h.status = 'active')`;

/**
 * SQL condition on a call: no active hold holds it, and none of its account still looks for its calls.
 * @param call name of `analysis` in the statement
 */
export const notHeld = (call: string) => `NOT ${isInHold(call)}
  AND NOT EXISTS (SELECT FROM hold h WHERE h.account_id = ${call}.account_id AND h.status = 'active' AND NOT h.searched)`;

/** Keeps holds from being placed until the transaction ends. Take it before the lock on a call. */
export async function lockHolds(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
  await queryPrepared(tx, LOCK_SHARED, [[...new Set(accountIds)].sort()]);
}

/** Waits for the deletions and ends of calls at work, and keeps others out. Take it before any other lock. */
export async function lockToHold(tx: EntityManager, accountId: string): Promise<void> {
  await queryPrepared(tx, LOCK_EXCLUSIVE, [accountId]);
}

/** @returns name of the oldest active hold of the call; null where none holds it */
export async function findHolder(sql: Sql, accountId: string, analysisId: string): Promise<string | null> {
  const holds = await queryPrepared<PossibleHolder>(sql, POSSIBLE_HOLDERS, [accountId, analysisId]);
  for (const { name, filter, holds: isHeld } of holds) {
    if (isHeld || (filter !== null && (await isFound(sql, accountId, filter, analysisId)))) return name;
  }
  return null;
}

/** Requires {@link lockHolds}. @throws ApiError 400 */
export async function refuseHeld(tx: EntityManager, accountId: string, analysisId: string): Promise<void> {
  const name = await findHolder(tx, accountId, analysisId);
  if (name !== null) throw analysisHeld(name);
}

/** Requires a lock on the account, under which holds are placed. @throws ApiError 400 */
export async function refuseHeldAccount(tx: EntityManager, accountId: string): Promise<void> {
  const hold = await queryRow<{ name: string }>(tx, OLDEST_ACTIVE, [accountId]);
  if (hold) throw accountHeld(hold.name);
}

/**
 * Adds a call that has just ended to each active hold whose filter it matches, in the transaction that ends it. A hold that is
 * placed at the same moment waits for that transaction.
 */
export async function holdEndedCall(tx: EntityManager, accountId: string, analysisId: string): Promise<void> {
  await lockHolds(tx, [accountId]);
  const holds = await queryPrepared<{ id: string; filter: string }>(tx, ACTIVE_FILTERS, [accountId]);
  for (const { id, filter } of holds) await addFound(tx, { id, accountId, filter }, { ids: [analysisId] });
}

/** A hold by a filter, which is JSON text for `readStoredFilter`. */
export interface FilterHold {
  readonly id: string;
  readonly accountId: string;
  readonly filter: string;
}

export interface SearchRange {
  /** Only these calls. */
  readonly ids?: readonly string[];
  /** Only calls older than this one. */
  readonly after?: { readonly createdAt: string; readonly id: string } | null;
  readonly limit?: number;
}

/** Progress of a search: the oldest call that it found. */
export interface FoundPart {
  readonly createdAt: string;
  readonly id: string;
  /** Number of calls that were found, held before or not. */
  readonly found: number;
}

/** Adds calls that the filter finds and that have ended, newest first. @returns null where it finds none */
export function addFound(
  tx: EntityManager,
  { id, accountId, filter }: FilterHold,
  { ids, after = null, limit }: SearchRange,
): Promise<FoundPart | null> {
  const p = new Parameters();
  const holdId = p.add(id, 'uuid');
  const calls = endedCalls(accountId, filter, p, ids ?? null);
  const older = after
    ? ` AND (a.created_at, a.id) < (${p.add(after.createdAt, 'timestamptz')}, ${p.add(after.id, 'uuid')})`
    : '';
  const most = limit === undefined ? '' : ` LIMIT ${p.add(limit, 'int')}`;
  return queryRow<FoundPart>(
    tx,
    `WITH found AS MATERIALIZED (
       SELECT a.id, a.account_id, a.created_at FROM ${calls}${older} ${NEWEST_FIRST}${most} FOR KEY SHARE OF a),
     added AS (
       INSERT INTO held_call (hold_id, analysis_id, account_id, created_at)
       SELECT ${holdId}, id, account_id, created_at FROM found ON CONFLICT DO NOTHING)
     SELECT id, created_at::text AS "createdAt", count(*) OVER ()::int AS found FROM found ORDER BY found.created_at, id LIMIT 1`,
    p.values,
  );
}

/** Counts calls that have ended and match the filter. */
export async function countFound(sql: Sql, accountId: string, filter: string): Promise<number> {
  const p = new Parameters();
  const counted = await queryRow<{ n: number }>(
    sql,
    `SELECT count(*)::int AS n FROM ${endedCalls(accountId, filter, p, null)}`,
    p.values,
  );
  return counted?.n ?? 0;
}

/** Adds calls that are named, which the transaction has locked. */
export async function addNamed(tx: EntityManager, holdId: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO held_call (hold_id, analysis_id, account_id, created_at)
     SELECT $1, id, account_id, created_at FROM analysis WHERE id = ANY($2::uuid[]) ON CONFLICT DO NOTHING`,
    [holdId, ids],
  );
}

async function isFound(sql: Sql, accountId: string, filter: string, analysisId: string): Promise<boolean> {
  const p = new Parameters();
  return (await queryRow(sql, `SELECT 1 FROM ${endedCalls(accountId, filter, p, [analysisId])}`, p.values)) !== null;
}

function endedCalls(accountId: string, stored: string, p: Parameters, ids: readonly string[] | null): string {
  const { filter, search } = readStoredFilter(accountId, stored);
  return `${callsSql({ ...filter, ids }, search, p)} AND a.status <> 'processing'`;
}

interface PossibleHolder {
  readonly name: string;
  readonly filter: string | null;
  /** False for a hold that still looks for its calls, and has not come to this one. */
  readonly holds: boolean;
}

const KEY = "hashtextextended('holds ' || account, 0)";
const LOCK_SHARED = {
  name: 'lock-holds',
  text: `SELECT pg_advisory_xact_lock_shared(${KEY}) FROM unnest($1::uuid[]) AS account`,
};
const LOCK_EXCLUSIVE = {
  name: 'lock-to-hold',
  text: `SELECT pg_advisory_xact_lock(${KEY}) FROM (SELECT $1::uuid AS account) AS one`,
};
const POSSIBLE_HOLDERS = {
  name: 'possible-holders-of-call',
  text: `SELECT h.name, h.filter, c.hold_id IS NOT NULL AS holds
         FROM hold h LEFT JOIN held_call c ON c.hold_id = h.id AND c.analysis_id = $2
         WHERE h.account_id = $1 AND h.status = 'active' AND (c.hold_id IS NOT NULL OR NOT h.searched)
         ORDER BY h.created_at, h.id`,
};
const OLDEST_ACTIVE =
  "SELECT name FROM hold WHERE account_id = $1 AND status = 'active' ORDER BY created_at, id LIMIT 1";
const ACTIVE_FILTERS = {
  name: 'active-filters-of-holds',
  text: "SELECT id, filter FROM hold WHERE account_id = $1 AND status = 'active' AND filter IS NOT NULL ORDER BY id",
};
