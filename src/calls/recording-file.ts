// The recording of a call that clients hear, in the store.
import { type AnalysisFacts, isRecordingWithheld } from './analysis-json.js';

/** Lifetime of a link to it. */
export const LINK_LIFETIME_SECONDS = 3600;

const MIME_TYPES: Readonly<Record<string, string>> = {
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  webm: 'audio/webm',
};

export interface RecordingFile {
  readonly key: string;
  readonly contentType: string;
}

/** @param format by the names of the intake */
export const contentTypeOf = (format: string) => MIME_TYPES[format] ?? 'application/octet-stream';

/** Null where none is stored, and where it is withheld. */
export function recordingOf(
  found: Pick<AnalysisFacts, 'storage_key' | 'audio_format' | 'redact' | 'status'>,
): RecordingFile | null {
  const { storage_key: key, audio_format: format } = found;
  if (key === null || format === null || isRecordingWithheld(found)) return null;
  return { key, contentType: contentTypeOf(format) };
}
