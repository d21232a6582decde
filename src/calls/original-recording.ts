// The recording of a call as it was sent, beside the one that stands in its place.
import type { WantedRedaction } from '../ports/redaction.js';
import type { AnalysisFacts } from './analysis-json.js';
import type { RedactionResponse } from './results/redaction.response.js';

export interface RecordingRow
  extends Pick<AnalysisFacts, 'status' | 'storage_key' | 'audio_format' | 'redact' | 'redaction'> {
  /** Null where the recording in `storage_key` is the one that was sent, and where that is deleted. */
  readonly original_key: string | null;
  readonly original_format: string | null;
}

export interface StoredFile {
  readonly key: string;
  readonly format: string;
}

/** Null where it is deleted, and as long as it may be about to be: who heard it then would hear what is to be gone. */
export function originalOf(row: RecordingRow): StoredFile | null {
  const wanted: WantedRedaction | null = row.redact === null ? null : JSON.parse(row.redact);
  const told: RedactionResponse | null = row.redaction === null ? null : JSON.parse(row.redaction);
  if (wanted !== null && row.status !== 'completed') return null;
  if (told?.original === 'deleted') return null;
  if (told?.status === 'processing' && wanted?.original !== 'keep') return null;
  if (row.original_key !== null) return fileOf(row.original_key, row.original_format);
  const isAsSent = told === null || told.audio === 'original';
  return isAsSent && row.storage_key !== null ? fileOf(row.storage_key, row.audio_format) : null;
}

const fileOf = (key: string, format: string | null): StoredFile | null => (format === null ? null : { key, format });
