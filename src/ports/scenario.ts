// Scenarios of the sandbox: a caller with a test key can submit one instead of a recording.
import type { CallAnalyst } from './call-analyst.js';
import type { SpeechEngine } from './speech-to-text.js';
import type { Word } from './transcript.js';

/** Names are stable and part of the contract; further scenarios may be added. */
export const SCENARIOS = [
  'good_call',
  'bad_call',
  'cold_apology',
  'mono_unclear_roles',
  'no_speech',
  'not_assessable',
  'long_call',
  'card_read_out',
  'keys_pressed',
  'slow',
  'fails_unreadable',
  'fails_provider',
  'quota_exceeded',
  'overage_exceeded',
  'storage_failed',
  'rate_limited',
] as const;

export type Scenario = (typeof SCENARIOS)[number];

/** One utterance as it was heard. */
export interface HeardTurn {
  /** Channel of the recording, from 0; null for mono. */
  readonly channel: number | null;
  /** The voice in a mono recording; null when the channel identifies the speaker. */
  readonly voice: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  readonly words: readonly Word[];
  /** Level in dB relative to full scale. */
  readonly levelDb: number;
}

/** Telephone keys that were pressed one after the other. */
export interface HeardKeys {
  /** Channel of the recording, from 0; null for mono. */
  readonly channel: number | null;
  readonly startMs: number;
  readonly endMs: number;
  /** Number of keys, at least three. */
  readonly keys: number;
}

/** Content that a recording of the scenario would have had. */
export interface HeardScenario {
  readonly durationMs: number;
  readonly channels: number;
  /** ISO 639-1. */
  readonly language: string;
  /** Level of the background, in dB relative to full scale. */
  readonly noiseDb: number;
  /** Ascending by start. */
  readonly turns: readonly HeardTurn[];
  /** Ascending by start. */
  readonly keys: readonly HeardKeys[];
}

/** Engines of the sandbox. They call no provider, and give the same result for the same input. */
export abstract class SandboxEngines {
  /** Judges by rules, independently of the analyst outside the sandbox. */
  abstract readonly analyst: CallAnalyst;

  /** Engine name that clients see, e.g. `scenario:good_call`. */
  abstract listenerOf(scenario: Scenario): SpeechEngine;

  /** Rejects with an Error for a scenario that ends before anything is transcribed: the caller must not request it. */
  abstract hear(scenario: Scenario): Promise<HeardScenario>;
}
