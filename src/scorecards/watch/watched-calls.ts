// The frozen set of calls that a scorecard watches, as a client sets it.
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Parameters, seenWithin } from '../../calls/listing/analysis-filter.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { type Caller, seenBy } from '../../platform/http/access/caller.js';
import {
  eitherWatched,
  MAX_WATCHED,
  MIN_WATCHED,
  notWatchable,
  watchedSampleNotFound,
  watchSize,
} from './watch-errors.js';

export interface WantedWatch {
  /** Each id once; null with a sample. */
  readonly analysisIds: readonly string[] | null;
  readonly sampleId: string | null;
}

export interface WatchingCard {
  readonly id: string;
  readonly livemode: boolean;
}

/** SQL of the watch of a row of `scorecard`, as JSON text; null where it has none. */
export const WATCH = `(SELECT json_build_object('analysis_ids', ARRAY(
    SELECT c.analysis_id FROM watch_call c WHERE c.watch_id = w.id ORDER BY c.place), 'sample_id', w.sample_id)::text
  FROM scorecard_watch w WHERE w.scorecard_id = scorecard.id)`;

/**
 * Watches these calls, or none, in the transaction that has locked the scorecard. The same calls again change nothing: what was
 * judged is not judged again.
 * @throws ApiError 400 for too few or too many calls; 404; 422 for a call that cannot be watched
 */
export async function setWatch(
  tx: EntityManager,
  caller: Caller,
  card: WatchingCard,
  wanted: WantedWatch | null,
): Promise<void> {
  const ids = wanted === null ? [] : await findCalls(tx, caller, card, wanted);
  if (wanted !== null && (ids.length < MIN_WATCHED || ids.length > MAX_WATCHED)) throw watchSize();
  const watched = await queryRows<{ id: string }>(tx, WATCHED, [card.id]);
  if (watched.length > 0 && watched.length === ids.length && watched.every(({ id }) => ids.includes(id))) return;
  await tx.query('DELETE FROM scorecard_watch WHERE scorecard_id = $1', [card.id]);
  if (wanted === null) return;
  const values = [randomUUID(), card.id, caller.accountId, card.livemode, wanted.sampleId];
  const [id] = values;
  await tx.query(
    'INSERT INTO scorecard_watch (id, scorecard_id, account_id, livemode, sample_id) VALUES ($1, $2, $3, $4, $5)',
    values,
  );
  await tx.query(INSERT_CALLS, [id, caller.accountId, ids]);
}

async function findCalls(
  tx: EntityManager,
  caller: Caller,
  card: WatchingCard,
  { analysisIds, sampleId }: WantedWatch,
): Promise<string[]> {
  if ((analysisIds === null) === (sampleId === null)) throw eitherWatched();
  const wanted = analysisIds ?? (await callsOfSample(tx, caller.accountId, sampleId));
  const { accountId, sight } = seenBy(caller);
  const p = new Parameters();
  const conditions = [
    `account_id = ${p.add(accountId, 'uuid')}`,
    `id = ANY(${p.add(wanted, 'uuid[]')})`,
    `livemode = ${card.livemode}`,
    "status = 'completed'",
    ...(sight === null ? [] : [seenWithin(accountId, sight, p)]),
  ];
  // Locked in the order of their ids, so that none is deleted before it belongs to the set.
  const found = await queryRows<{ id: string }>(
    tx,
    `SELECT id FROM analysis WHERE ${conditions.join(' AND ')} ORDER BY id FOR KEY SHARE`,
    p.values,
  );
  const known = new Set(found.map(({ id }) => id));
  const missing = wanted.findIndex((id) => !known.has(id));
  if (analysisIds !== null && missing >= 0) throw notWatchable(missing, wanted[missing] ?? '', card);
  return wanted.filter((id) => known.has(id));
}

async function callsOfSample(tx: EntityManager, accountId: string, sampleId: string | null): Promise<string[]> {
  const found = await queryRow<{ ids: string[] }>(tx, OF_SAMPLE, [sampleId, accountId]);
  if (!found) throw watchedSampleNotFound();
  return found.ids;
}

/** One call more than a set may have shows that there are too many. */
const OF_SAMPLE = `SELECT ARRAY(
    SELECT c.analysis_id FROM sample_call c WHERE c.sample_id = s.id ORDER BY c.place LIMIT ${MAX_WATCHED + 1}) AS ids
  FROM sample s WHERE s.id = $1 AND s.account_id = $2`;

const WATCHED = `SELECT c.analysis_id AS id FROM scorecard_watch w JOIN watch_call c ON c.watch_id = w.id
  WHERE w.scorecard_id = $1`;

const INSERT_CALLS = `INSERT INTO watch_call (watch_id, analysis_id, account_id, place)
  SELECT $1, id, $2, place FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, place)`;
