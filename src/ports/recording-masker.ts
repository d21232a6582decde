// Writes a recording again with stretches of its sound replaced, for those who may not hear them.
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
  /** That of the recording, or `ogg` where it cannot be written in the same length. */
  readonly format: RecordingFormat;
  readonly sizeBytes: number;
}

export abstract class RecordingMasker {
  /**
   * Writes what the decoder hears of the recording, as long to the sample, with silence or a tone in all channels of the spans.
   * Pictures, texts, tags and tracks that the decoder does not hear are left out. Throws a `ProviderError`, also where the
   * recording is not as long as it was measured or a span does not lie in it, and where the file that was written does not have
   * its length. Rejects with the signal's reason when aborted. A failure leaves no file.
   */
  abstract mask(request: MaskRequest): Promise<MaskedRecording>;
}
