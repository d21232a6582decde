// Writes a copy of a recording in which parts of its sound are replaced, for those who may not hear them.
import type { WantedRedaction } from './redaction.js';
import type { SpeechSpan } from './transcript.js';

/** Formats of recordings, by the names of the intake. */
export type RecordingFormat = 'flac' | 'm4a' | 'mp3' | 'mp4' | 'ogg' | 'wav' | 'webm';

export interface MaskRequest {
  /** Local file. The masker may open no other file. */
  readonly path: string;
  readonly format: RecordingFormat;
  /** Length of the decoded recording, as it was measured. */
  readonly durationMs: number;
  /** Spans by the clock of the decoded recording, within its length, ascending and disjoint. */
  readonly spans: readonly SpeechSpan[];
  readonly audio: WantedRedaction['audio'];
  /** Path of the new file, in the folder of `path`. */
  readonly outputPath: string;
  readonly signal: AbortSignal;
}

export interface MaskedRecording {
  /** Format of the recording, or `ogg` when it cannot be written with the same length. */
  readonly format: RecordingFormat;
  readonly sizeBytes: number;
}

export abstract class RecordingMasker {
  /**
   * Writes the decoded sound of the recording with exactly its number of samples, and with silence or a tone in all channels of
   * the spans. Pictures, texts, tags and tracks that the decoder does not use are left out. Throws a `ProviderError`, also when
   * the recording does not have its measured length, when a span lies outside it, and when the new file does not have its length.
   * Rejects with the signal's reason when aborted. A failure leaves no file.
   */
  abstract mask(request: MaskRequest): Promise<MaskedRecording>;
}
