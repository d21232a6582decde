// Ends parts of calls that the transaction has locked, in the tables of this folder. What the store holds is noted, and deleted
// after the commit.
import type { EntityManager } from 'typeorm';
import { queryRows, type Sql } from '../../platform/database/sql.js';
import { RECORDING_KEYS, recordingsOf } from './recording-keys.js';

const NO_SOUND =
  'storage_key = NULL, redacted_key = NULL, redacted_format = NULL, playback = NULL, playback_key = NULL';
const NO_ORIGINAL = 'original_key = NULL, original_format = NULL';
const NOTING = 'INSERT INTO recording_deletion (storage_key)';
const TELLING = `told AS (
    UPDATE analysis_payload SET redaction = replace(redaction, '"original":"kept"', '"original":"deleted"')
      FROM due WHERE analysis_id = due.id AND redaction IS NOT NULL)`;
/** A failed call keeps its checkpoints while it can be retried, which is as long as its recording exists. */
const FORGETTING = 'forgotten AS (DELETE FROM analysis_checkpoint USING due WHERE analysis_id = due.id)';

const KEYS = `WITH due AS (SELECT ${RECORDING_KEYS} FROM analysis WHERE id = ANY($1::uuid[])) ${recordingsOf('due')}`;

const due = (columns: string) => `due AS (SELECT id, ${columns} FROM analysis WHERE id = ANY($1::uuid[]))`;
const ended = (set: string) => `ended AS (UPDATE analysis SET ${set} FROM due WHERE analysis.id = due.id)`;

const END_ALL = `
  WITH ${due(RECORDING_KEYS)}, ${ended(`${NO_SOUND}, ${NO_ORIGINAL}`)}, ${TELLING}, ${FORGETTING}
  ${NOTING} ${recordingsOf('due')} ON CONFLICT DO NOTHING`;
const END_SOUNDS = `
  WITH ${due('storage_key, redacted_key, playback_key')}, ${ended(NO_SOUND)}, ${FORGETTING}
  ${NOTING} SELECT key FROM due, unnest(ARRAY[storage_key, redacted_key, playback_key]) AS key WHERE key IS NOT NULL
  ON CONFLICT DO NOTHING`;
const END_ORIGINALS = `
  WITH ${due('original_key')}, ${ended(NO_ORIGINAL)}, ${TELLING}
  ${NOTING} SELECT original_key FROM due WHERE original_key IS NOT NULL ON CONFLICT DO NOTHING`;

/** All recordings of each call. */
export const endRecordings = (tx: EntityManager, ids: readonly string[]) => tx.query(END_ALL, [ids]);
/** Keys of all recordings of the calls. */
export async function recordingKeys(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(sql, KEYS, [ids]);
  return rows.map(({ key }) => key);
}
/** Recordings that clients hear. The original of a masked call stays. */
export const endSounds = (tx: EntityManager, ids: readonly string[]) => tx.query(END_SOUNDS, [ids]);
/** Recordings as they were sent, of masked calls. */
export const endOriginals = (tx: EntityManager, ids: readonly string[]) => tx.query(END_ORIGINALS, [ids]);

export interface EndedTranscript {
  readonly id: string;
  readonly accountId: string;
}

/**
 * Ends all of a transcript but what holders of words hold. Earlier versions go whole, and the search forgets the calls. Exports
 * that hold them are ended, as by a masking.
 */
export async function endTranscripts(tx: EntityManager, ids: readonly string[]): Promise<EndedTranscript[]> {
  await tx.query('DELETE FROM transcript_version WHERE analysis_id = ANY($1::uuid[])', [ids]);
  await tx.query('DELETE FROM unsearchable_call WHERE analysis_id = ANY($1::uuid[])', [ids]);
  await tx.query('SELECT forget_call_words(id, created_at) FROM analysis WHERE id = ANY($1::uuid[])', [ids]);
  await endExportsOf(tx, ids);
  return queryRows<EndedTranscript>(tx, END_TRANSCRIPTS, [ids]);
}

/** Ends the files of exports that hold the calls, as by a masking. */
export const endExportsOf = (tx: EntityManager, ids: readonly string[]) =>
  tx.query('UPDATE analysis_payload SET maskings = maskings + 1 WHERE analysis_id = ANY($1::uuid[])', [ids]);

/** Forgets addresses of recordings that were never stored. */
export const forgetAddresses = (tx: EntityManager, ids: readonly string[]) =>
  tx.query('UPDATE analysis SET source_url = NULL WHERE id = ANY($1::uuid[])', [ids]);

/** Forgets what was heard of failed calls. A retry hears their recordings again. */
export const forgetHeard = (tx: EntityManager, ids: readonly string[]) =>
  tx.query('DELETE FROM analysis_checkpoint WHERE analysis_id = ANY($1::uuid[])', [ids]);

const END_TRANSCRIPTS = `UPDATE analysis SET transcript_deleted_at = clock_timestamp() WHERE id = ANY($1::uuid[])
  RETURNING id, account_id AS "accountId"`;
