// The sound that plays in every browser: the recording itself, or a rendition of it beside it, which a worker makes. It is always
// of the recording that clients hear, never of an original that a masked one stands for.
import type { DataSource } from 'typeorm';
import { type PreparedStatement, queryPrepared } from '../../platform/database/prepared.js';

/** `as_is`: every browser plays the recording itself, or it cannot be decoded. `made`: the rendition is stored. */
export type KnownPlayback = 'as_is' | 'made';

/** Columns of `analysis`. Null: not known yet; `asked`: a worker is to find out, and to make the rendition where it is needed. */
export interface PlaybackRow {
  readonly playback: KnownPlayback | 'asked' | null;
  readonly playback_key: string | null;
}

/** Format of every rendition, by the names of the intake. */
export const PLAYBACK_FORMAT = 'mp3';

/** A call in progress is left to its own run. */
const ASK: PreparedStatement = {
  name: 'ask-playback',
  text: `UPDATE analysis SET playback = 'asked'
         WHERE id = $1 AND playback IS NULL AND storage_key IS NOT NULL AND status <> 'processing'`,
};

/** Asks for the rendition of a stored call of an earlier release, and of one that failed. */
export async function askPlayback(dataSource: DataSource, analysisId: string): Promise<void> {
  await queryPrepared(dataSource, ASK, [analysisId]);
}

export interface AskedPlayback {
  readonly id: string;
  readonly accountId: string;
  /** Key of the recording that clients hear. */
  readonly storageKey: string;
}

/** The next account's first: $1 is the account that was served last. $2 are calls to be left out. */
const NEXT: PreparedStatement = {
  name: 'next-playback',
  text: `SELECT id, account_id AS "accountId", storage_key AS "storageKey" FROM analysis
         WHERE playback = 'asked' AND storage_key IS NOT NULL AND id <> ALL($2::uuid[])
         ORDER BY account_id <= $1, account_id, id LIMIT 1`,
};
/** No row where another recording stands in the call's place by now, or none: it is being masked, or is deleted. */
const STILL = "id = $1 AND playback = 'asked' AND storage_key = $2";
const NOTE_KEY: PreparedStatement = {
  name: 'note-playback-key',
  text: `UPDATE analysis SET playback_key = coalesce(playback_key, $3) WHERE ${STILL} RETURNING playback_key AS key`,
};
const SETTLE_AS_IS: PreparedStatement = {
  name: 'settle-playback-as-is',
  text: `UPDATE analysis SET playback = 'as_is' WHERE ${STILL} RETURNING id`,
};
const SETTLE_MADE: PreparedStatement = {
  name: 'settle-playback-made',
  text: `UPDATE analysis SET playback = 'made' WHERE ${STILL} AND playback_key = $3 RETURNING id`,
};

export async function nextAskedPlayback(
  dataSource: DataSource,
  lastAccountId: string,
  leftOut: readonly string[],
): Promise<AskedPlayback | null> {
  return (await queryPrepared<AskedPlayback>(dataSource, NEXT, [lastAccountId, [...leftOut]]))[0] ?? null;
}

/** Records the key before the rendition is stored. @returns the key, null where the recording has changed */
export async function notePlaybackKey(
  dataSource: DataSource,
  { id, storageKey }: AskedPlayback,
  key: string,
): Promise<string | null> {
  return (await queryPrepared<{ key: string }>(dataSource, NOTE_KEY, [id, storageKey, key]))[0]?.key ?? null;
}

export async function settleAsIs(dataSource: DataSource, { id, storageKey }: AskedPlayback): Promise<void> {
  await queryPrepared(dataSource, SETTLE_AS_IS, [id, storageKey]);
}

/** @returns false where the recording has changed: the stored rendition is to be deleted */
export async function settleMade(
  dataSource: DataSource,
  { id, storageKey }: AskedPlayback,
  key: string,
): Promise<boolean> {
  return (await queryPrepared(dataSource, SETTLE_MADE, [id, storageKey, key])).length > 0;
}
