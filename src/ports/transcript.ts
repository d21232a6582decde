// The transcript that the steps of the pipeline exchange. Times are milliseconds from the start of the recording.

/** Interval of speech; the end is exclusive. */
export interface SpeechSpan {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Word {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1; null when the engine gives none. */
  readonly confidence: number | null;
}

export type Role = 'agent' | 'customer';

/** `agent` or `customer`; `speaker_0`, `speaker_1`, … for speakers whose role is unknown. */
export type Speaker = Role | `speaker_${number}`;

/** One utterance of one speaker. */
export interface Segment {
  /** Position in the transcript, from 0, ascending by start. */
  readonly id: number;
  readonly speaker: Speaker;
  /** Channel of the recording, from 0; null for mono. */
  readonly channel: number | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Mean word confidence, 0 to 1; null when the engine gives none. */
  readonly confidence: number | null;
  /** Null when the engine gives no word times. */
  readonly words: readonly Word[] | null;
}

/** A phrase that a keyword spotter found in the audio: evidence in addition to the transcript. */
export interface SpottedPhrase {
  readonly phrase: string;
  readonly speaker: Speaker;
  readonly startMs: number;
  readonly endMs: number;
}

/** Way in which speakers were separated: by channel, by their voices (diarization), by what was said, or not at all. */
export type DiarizationMethod = 'channel' | 'model' | 'content' | 'none';

/** Basis of a hearing score: the engine's own probabilities, or the sound of the recording. */
export type HearingBasis = 'engine' | 'signal';

/**
 * Why a party was not heard well enough. Clients see these names. `not_known`: neither the engine nor the recording
 * says how well the party was heard.
 */
export type HearingReason =
  | 'no_speech'
  | 'role_unknown'
  | 'not_known'
  | 'low_confidence'
  | 'noisy'
  | 'narrow_band'
  | 'clipped'
  | 'words_missing';

/** Quality with which one party was heard. */
export interface PartyHearing {
  /** 0 to 1; null when not known, which never means that the party was heard well. */
  readonly score: number | null;
  readonly basis: readonly HearingBasis[];
  /** True when the party was heard well enough to conclude what the party did not say. */
  readonly assessable: boolean;
  /** Empty when assessable. */
  readonly reasons: readonly HearingReason[];
}

export interface Transcript {
  readonly segments: readonly Segment[];
  /**
   * ISO 639-1; null when no speech was recognised, or when no engine or client names a language and the text does not show it.
   */
  readonly language: string | null;
  readonly diarization: {
    readonly method: DiarizationMethod;
    /** 0 to 1: the confidence that `agent` and `customer` are assigned correctly. */
    readonly roleConfidence: number;
    /**
     * Only with `model`: two voices separated by statistics of this recording, not by a trained model.
     */
    readonly heuristic?: true;
  };
  readonly spotted: readonly SpottedPhrase[];
  /** Absent from a checkpoint of an earlier release: not known. */
  readonly hearing?: Readonly<Record<Role, PartyHearing>>;
}
