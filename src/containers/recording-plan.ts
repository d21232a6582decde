// Plan of a recording's container: position and expected amount of its audio, and whether it is complete.

type Width = 's16' | 's24' | 's32' | 'f32' | 'f64';

/** Raw samples after a header that the decoder does not understand. */
export interface RawSamples {
  readonly encoding: `${Width}${'be' | 'le'}` | 'u8' | 'alaw' | 'mulaw';
  readonly sampleRate: number;
  readonly channels: number;
}

/** One of several files that were concatenated; most recordings have one. */
export interface RecordingPart {
  /** First byte for the decoder. */
  readonly start: number;
  /** Null: end of the file. */
  readonly end: number | null;
  /** Minimum amount of audio, in milliseconds, that the container declares; null when it declares nothing usable. */
  readonly promisedMs: number | null;
  /** Gaps in the time stamps of the audio, in milliseconds; null when they are not known. */
  readonly gapMs: number | null;
  readonly raw: RawSamples | null;
}

export interface RecordingPlan {
  readonly parts: readonly RecordingPart[];
  /** True when declared bytes are missing or wrong. */
  readonly damaged: boolean;
  readonly audioTracks: number;
  /** Whether there are tracks of another kind: such a track may begin before the audio. */
  readonly otherTracks: boolean;
  /**
   * True where Chromium, Firefox and Safari play the file as it is and find every second of it: `browsers.ts` has the table.
   * Absent: they do not.
   */
  readonly playsExactly?: boolean;
}

/** Maximum number of concatenated files decoded separately: each costs a process. Beyond it they are decoded as one. */
export const MAX_PARTS = 50;

export const WHOLE_FILE: RecordingPart = { start: 0, end: null, promisedMs: null, gapMs: null, raw: null };

export const UNKNOWN_PLAN: RecordingPlan = {
  parts: [WHOLE_FILE],
  damaged: false,
  audioTracks: 1,
  otherTracks: false,
};
