// Bytes that an account holds without paying minutes for them. Triggers keep the sum: see the migration `held-bytes`. Whatever
// writes such bytes asks here first, or in its transaction once it has written.
import { DEFAULT_OFFER, type OfferConfig } from '../config/offer.js';
import { badRequest } from '../errors/api-error.js';
import { queryPrepared } from './prepared.js';
import type { Sql } from './sql.js';

/** The kinds into which the sum is split. */
export const HELD_KINDS = [
  'reviews',
  'corrections',
  'batches',
  'sources',
  'answers',
  'exports',
  'redactions',
  'rescores',
  'engine_trials',
  'notifications',
  'statistics',
  'calibrations',
  'holds',
  'erasures',
] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

/** Setting that limits the sum. */
export type StorageLimit = Pick<OfferConfig, 'accountStorageMb'>;

const MIB = 1024 * 1024;
export const limitBytes = ({ accountStorageMb }: StorageLimit) => accountStorageMb * MIB;

export const fullSentence = ({ accountStorageMb }: StorageLimit) =>
  `The account holds ${accountStorageMb} MiB of reviews, lines, exports and the like; delete some first`;

export const accountFull = ({ accountStorageMb }: StorageLimit = DEFAULT_OFFER) =>
  badRequest(fullSentence({ accountStorageMb }));

/** Whether the account holds as much as it may. In a transaction: with what the transaction has written. */
export async function isAccountFull(sql: Sql, accountId: string, limit: StorageLimit): Promise<boolean> {
  const [sum] = await queryPrepared<{ is_full: boolean }>(sql, IS_FULL, [accountId, limitBytes(limit)]);
  return sum?.is_full === true;
}

/** @throws ApiError 400 */
export async function refuseWhenFull(sql: Sql, accountId: string, limit: StorageLimit): Promise<void> {
  if (await isAccountFull(sql, accountId, limit)) throw accountFull(limit);
}

/** @returns the bytes of each kind */
export async function readHeldBytes(sql: Sql, accountId: string): Promise<Record<HeldKind, number>> {
  const sums = await queryPrepared<{ kind: string; bytes: number }>(sql, BY_KIND, [accountId]);
  const held = new Map(sums.map(({ kind, bytes }) => [kind, bytes]));
  const bytesOf = (kind: HeldKind) => held.get(kind) ?? 0;
  return {
    reviews: bytesOf('reviews'),
    corrections: bytesOf('corrections'),
    batches: bytesOf('batches'),
    sources: bytesOf('sources'),
    answers: bytesOf('answers'),
    exports: bytesOf('exports'),
    redactions: bytesOf('redactions'),
    rescores: bytesOf('rescores'),
    engine_trials: bytesOf('engine_trials'),
    notifications: bytesOf('notifications'),
    statistics: bytesOf('statistics'),
    calibrations: bytesOf('calibrations'),
    holds: bytesOf('holds'),
    erasures: bytesOf('erasures'),
  };
}

const IS_FULL = {
  name: 'is-account-full',
  text: 'SELECT coalesce(sum(bytes), 0) >= $2::bigint AS is_full FROM held_bytes WHERE account_id = $1',
};
const BY_KIND = {
  name: 'held-bytes-by-kind',
  text: 'SELECT kind, sum(bytes)::float8 AS bytes FROM held_bytes WHERE account_id = $1 GROUP BY kind',
};
