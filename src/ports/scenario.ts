// What a caller with a test key can have the service hear instead of a recording.
import type { CallAnalyst } from './call-analyst.js';
import type { SpeechEngine } from './speech-to-text.js';
import type { Word } from './transcript.js';

/** Stable, and part of the contract; more may come. */
export const SCENARIOS = [
  'good_call',
  'bad_call',
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

/** Keys of a telephone that were pressed one after the other. */
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

/** The engines of the sandbox. They ask no provider, and give the same for the same. */
export abstract class SandboxEngines {
  /** Judges by rules, whatever judges the calls outside of the sandbox. */
  abstract readonly analyst: CallAnalyst;

  /** The listener as clients see it, e.g. `scenario:good_call`. */
  abstract listenerOf(scenario: Scenario): SpeechEngine;

  /** Rejects with an Error for a scenario that ends before anything is heard: the caller must not ask for it. */
  abstract hear(scenario: Scenario): Promise<HeardScenario>;
}
