// How large, how long and in which formats a recording may be, with the sentence for each limit that it breaks.
import { ApiError } from '../../platform/errors/api-error.js';
import { MAX_FILE_BYTES } from '../../platform/http/idempotency/form-content.js';
import type { FailureCode } from '../../ports/failure-code.js';

/** A recording of exactly this size is accepted. */
export const MAX_RECORDING_BYTES = MAX_FILE_BYTES;

export const AUDIO_TOO_LARGE = `Audio file exceeds the maximum size of ${MAX_RECORDING_BYTES / 1024 ** 2} MB`;
export const AUDIO_EMPTY = 'Audio file is empty';
export const FORMATS = ['flac', 'mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'ogg', 'wav', 'webm'] as const;
export const UNSUPPORTED_FORMAT = `Unsupported audio format. Supported formats: ${FORMATS.join(', ')}`;

/** The recording itself is refused: an upload is answered with 400, and a call whose recording was downloaded fails. */
export class RecordingRefused extends ApiError {
  constructor(
    readonly code: FailureCode,
    sentence: string,
  ) {
    super(400, sentence);
  }
}

export function audioTooLong(maxAudioMinutes: number): string {
  return `Audio is longer than the maximum of ${maxAudioMinutes} minutes`;
}

/** A recording of exactly the maximum length is accepted. */
export function isAudioTooLong(durationMs: number, maxAudioMinutes: number): boolean {
  return durationMs > maxAudioMinutes * 60_000;
}

export const uploadFailed = () => new ApiError(500, 'Audio upload failed');
