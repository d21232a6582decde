// The stored recordings of an analysis: what clients hear, the recording as it was sent where that is another one or none, a
// masked one that is not served yet, and one that every browser plays.

/** Columns of `analysis`. */
export const RECORDING_KEYS = 'storage_key, original_key, redacted_key, playback_key';

/** SQL rows with the key of each recording. @param rows SQL name of rows with {@link RECORDING_KEYS} */
export const recordingsOf = (rows: string) =>
  `SELECT key FROM ${rows}, unnest(ARRAY[${RECORDING_KEYS}]) AS key WHERE key IS NOT NULL`;
