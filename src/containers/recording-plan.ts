// What a recording's container says of its own sound: where it lies, how much of it there should be, and whether all of it is
// there.

type Width = 's16' | 's24' | 's32' | 'f32' | 'f64';

/** Samples behind a header that the decoder does not understand. */
export interface RawSamples {
  readonly encoding: `${Width}${'be' | 'le'}` | 'u8' | 'alaw' | 'mulaw';
  readonly sampleRate: number;
  readonly channels: number;
}

/** One file of those that stand one behind the other; most recordings have one. */
export interface RecordingPart {
  /** The bytes that the decoder reads. */
  readonly start: number;
  /** Null: to the end of the file. */
  readonly end: number | null;
  /** The least sound, in milliseconds, that the container promises; null when it promises nothing that can be reckoned. */
  readonly promisedMs: number | null;
  /** The gaps in the time stamps of its sound, in milliseconds; null when they are not known. */
  readonly gapMs: number | null;
  readonly raw: RawSamples | null;
}

export interface RecordingPlan {
  readonly parts: readonly RecordingPart[];
  /** Bytes that the container promises are not there, or are not what it says. */
  readonly damaged: boolean;
  readonly audioTracks: number;
  /** A track of another kind may begin before the sound does. */
  readonly otherTracks: boolean;
}

/** More files one behind the other than these are decoded as one: each costs a program. */
export const MAX_PARTS = 50;

export const WHOLE_FILE: RecordingPart = { start: 0, end: null, promisedMs: null, gapMs: null, raw: null };

/** For a file of which nothing is known. */
export const UNKNOWN_PLAN: RecordingPlan = {
  parts: [WHOLE_FILE],
  damaged: false,
  audioTracks: 1,
  otherTracks: false,
};
