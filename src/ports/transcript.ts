// What was said, as the steps of the pipeline hand it to each other. Times are milliseconds from the recording's start.

/** Stretch of speech, end exclusive. */
export interface SpeechSpan {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Word {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1; null where the engine gives none. */
  readonly confidence: number | null;
}

export type Role = 'agent' | 'customer';

/** `agent`, `customer`, or `speaker_0`, `speaker_1`, … where a role could not be told. */
export type Speaker = Role | `speaker_${number}`;

/** One utterance of one speaker. */
export interface Segment {
  /** Position in the transcript, from 0, ascending by start. */
  readonly id: number;
  readonly speaker: Speaker;
  /** Channel of the recording it was heard on; null for mono. */
  readonly channel: number | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Mean word confidence, 0 to 1; null where the engine gives none. */
  readonly confidence: number | null;
  /** Null where the engine gives no word times. */
  readonly words: readonly Word[] | null;
}

/** A phrase that a keyword spotter heard, whatever the transcript says: second evidence that it was said. */
export interface SpottedPhrase {
  readonly phrase: string;
  readonly speaker: Speaker;
  readonly startMs: number;
  readonly endMs: number;
}

/** How speakers were told apart: by channel, by their voices, by what was said, or not at all. */
export type DiarizationMethod = 'channel' | 'model' | 'content' | 'none';

export interface Transcript {
  readonly segments: readonly Segment[];
  /** ISO 639-1; null when nothing was said. */
  readonly language: string | null;
  readonly diarization: {
    readonly method: DiarizationMethod;
    /** 0 to 1: how sure it is that `agent` is the agent. */
    readonly roleConfidence: number;
    /** With `model`: two voices told apart by the statistics of this recording alone, not by the engine's trained model. */
    readonly heuristic?: true;
  };
  readonly spotted: readonly SpottedPhrase[];
}
