// Finds who speaks when in a mono recording (diarization), independently of speech recognition. It serves every speech engine
// that gives words without speakers.
import type { SpeechSpan } from './transcript.js';

/** A mono recording in which several voices may speak. */
export interface MonoTrack {
  /** Path of the samples, as in `SpeechPiece`. */
  readonly pcmPath: string;
  /** Speech, ascending and disjoint, as times in the recording. */
  readonly speech: readonly SpeechSpan[];
}

/** Interval in which one voice speaks. */
export interface VoiceTurn extends SpeechSpan {
  /** From 0, and less than {@link VoiceSeparation.maxVoices}. */
  readonly voice: number;
}

/** Plain JSON: the pipeline stores it as a checkpoint. */
export interface SeparatedVoices {
  /** Ascending and disjoint; empty when there is one voice. */
  readonly turns: readonly VoiceTurn[];
  /**
   * Amount by which several voices describe the speech better than one, in nats a frame, where statistics of the recording
   * separated them; null where a trained model did.
   */
  readonly separation: number | null;
}

export abstract class VoiceSeparation {
  /** One sentence for the start-up summary. */
  abstract readonly description: string;
  abstract readonly maxVoices: number;

  /**
   * Null when the recording cannot be separated: it is too long, or no model is installed. Rejects with the signal's reason when
   * the signal aborts. After any other error, the call continues with other means.
   */
  abstract separate(track: MonoTrack, signal: AbortSignal): Promise<SeparatedVoices | null>;

  /** Ends child processes; a later request starts others. */
  close(): void {}
}
