// Columns of a stored call that say what is masked in it, and which recording clients can play.
import type { EntityManager } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import type { WantedRedaction } from '../../ports/redaction.js';
import type { RedactedSpanResponse, RedactionResponse } from '../results/redaction.response.js';

export interface Masked {
  readonly redaction: RedactionResponse;
  readonly redactions: readonly RedactedSpanResponse[];
}

/** Requires the transaction that has locked the analysis FOR UPDATE and masked its texts. */
export async function writeMasked(
  tx: EntityManager,
  analysisId: string,
  { redaction, redactions }: Masked,
): Promise<void> {
  await tx.query(
    'UPDATE analysis_payload SET redaction = $2, redactions = $3, maskings = maskings + 1 WHERE analysis_id = $1',
    [analysisId, JSON.stringify(redaction), JSON.stringify(redactions)],
  );
}

/** Stores the redaction settings of the call. A later masking adds to them. */
export async function writeWanted(tx: EntityManager, analysisId: string, wanted: WantedRedaction): Promise<void> {
  await tx.query('UPDATE analysis SET redact = $2 WHERE id = $1', [analysisId, JSON.stringify(wanted)]);
}

/**
 * Withholds the recording of the call from now on. Notes for deletion what was made for playing, and the masked recording of an
 * earlier masking if the original is kept.
 * @returns whether there was a recording
 */
export async function withholdRecording(tx: EntityManager, analysisId: string): Promise<boolean> {
  const heard = await queryRow<{ key: string | null; has_original: boolean; playback_key: string | null }>(
    tx,
    'SELECT storage_key AS key, original_key IS NOT NULL AS has_original, playback_key FROM analysis WHERE id = $1',
    [analysisId],
  );
  if (heard?.key && heard.has_original) await noteDeletion(tx, heard.key);
  if (heard?.playback_key) await noteDeletion(tx, heard.playback_key);
  const withheld = await queryRow<{ withheld: boolean }>(tx, WITHHOLD, [analysisId]);
  return withheld?.withheld === true;
}

/** Records the key of a masked recording before it is stored. */
export async function noteRendition(tx: EntityManager, analysisId: string, key: string): Promise<void> {
  await tx.query('UPDATE analysis SET redacted_key = $2 WHERE id = $1', [analysisId, key]);
}

export interface StoredSound {
  readonly key: string;
  readonly format: string;
}

export interface SettledSound {
  /** Recording that clients can play; null where it is withheld. */
  readonly heard: (StoredSound & { readonly sizeBytes: number | null }) | null;
  /** Original recording, where it is kept and clients play another one, or none. */
  readonly original: StoredSound | null;
  /** Envelopes of the recording that clients can play; null where they are unchanged. */
  readonly envelopes: string | null;
}

/** Stores the recordings of a call once its audio is masked. Notes recordings for deletion that are not used any more. */
export async function settleSound(tx: EntityManager, analysisId: string, sound: SettledSound): Promise<void> {
  const { heard, original, envelopes } = sound;
  const before = await queryRow<{ keys: (string | null)[] }>(
    tx,
    'SELECT ARRAY[storage_key, original_key, redacted_key] AS keys FROM analysis WHERE id = $1 FOR UPDATE',
    [analysisId],
  );
  const kept = [heard?.key, original?.key];
  for (const key of new Set(before?.keys)) if (key !== null && !kept.includes(key)) await noteDeletion(tx, key);
  await tx.query(SETTLE_SOUND, [
    analysisId,
    heard?.key ?? null,
    heard?.format ?? null,
    heard?.sizeBytes ?? null,
    original?.key ?? null,
    original?.format ?? null,
  ]);
  if (envelopes !== null)
    await tx.query('UPDATE analysis_payload SET envelopes = $2 WHERE analysis_id = $1', [analysisId, envelopes]);
}

/** The sweep of recordings then deletes it, even if this process is killed. */
async function noteDeletion(tx: EntityManager, key: string): Promise<void> {
  await tx.query('INSERT INTO recording_deletion (storage_key) VALUES ($1) ON CONFLICT DO NOTHING', [key]);
}

const WITHHOLD = `
  UPDATE analysis SET original_format = CASE WHEN original_key IS NULL THEN audio_format ELSE original_format END,
    original_key = coalesce(original_key, storage_key), storage_key = NULL, playback = NULL, playback_key = NULL
  WHERE id = $1 AND (storage_key IS NOT NULL OR original_key IS NOT NULL)
  RETURNING true AS withheld`;
const SETTLE_SOUND = `
  UPDATE analysis SET storage_key = $2, audio_format = coalesce($3, audio_format), size_bytes = coalesce($4, size_bytes),
    original_key = $5, original_format = $6, redacted_key = NULL, redacted_format = NULL
  WHERE id = $1`;
