// Speech recognition. An engine transcribes one piece; the pipeline splits channels, cuts pieces, checkpoints and
// merges them.
import type { NamedEngine } from './engine-trouble.js';
import type { SpeechSpan, Word } from './transcript.js';

/** Trust that a result deserves: that of a provider's model, of a good local model, or only enough for a demonstration. */
export type EngineGrade = 'production' | 'local' | 'demo';

/**
 * Limits from which on a party counts as heard well by an engine: well enough to conclude what was not said. Each adapter names
 * the source of its figures.
 */
export interface HearingLimits {
  /** Least mean probability of a party's words, 0 to 1. */
  readonly minScore: number;
  /** Least signal-to-noise ratio of a party's speech, in dB, where the engine gives no probabilities. */
  readonly minSnrDb: number;
  /** True when the engine loses words in speech without the band above 4 kHz, which no telephone line carries. */
  readonly needsWideBand: boolean;
}

export interface SpeechEngine {
  /** Name as clients see it, e.g. `openai:gpt-transcribe`, `pocketsphinx`. */
  readonly name: string;
  readonly grade: EngineGrade;
  /** One sentence on how accurate it is, for the start-up summary. */
  readonly accuracy: string;
  readonly hearing: HearingLimits;
  /** Left out by an engine that the installation does not name. */
  readonly named?: NamedEngine;
}

/** Properties of an engine by which the pipeline cuts a recording for it. */
export interface SpeechCapabilities {
  /** Longest piece the engine accepts, in milliseconds of audio. */
  readonly maxPieceMs: number;
  /** True when the engine diarizes mono recordings: its segments carry speaker labels. */
  readonly diarizesMono: boolean;
  /**
   * True when the engine recognises the speakers of earlier pieces. The pipeline then transcribes pieces one by one.
   */
  readonly carriesSpeakers: boolean;
  /**
   * False when the engine gives no times within a piece. The pipeline then cuts one piece per turn, so that the times
   * of the piece are the times of the text.
   */
  readonly timesSegments: boolean;
}

/** Interval of one channel (or of a mono recording). */
export interface SpeechPiece {
  /** Channel of the recording, from 0; null for mono. */
  readonly channel: number | null;
  /** Start and end in the recording. */
  readonly startMs: number;
  readonly endMs: number;
  /** File of the whole channel: mono signed 16-bit little-endian PCM at 16 kHz; byte offset = 32 × milliseconds. */
  readonly pcmPath: string;
  /** Speech within the piece, ascending, as times in the recording. Never empty. */
  readonly speech: readonly SpeechSpan[];
}

/** A speaker of an earlier piece, for engines with {@link SpeechCapabilities.carriesSpeakers}. */
export interface KnownVoice {
  /** The speaker's label in the earlier pieces. */
  readonly label: string;
  /** Stretch of the same PCM in which only this speaker talks, 2 to 10 s long. */
  readonly sample: SpeechSpan;
}

export interface TranscribeOptions {
  /** ISO 639-1, as the client gave it; null to detect the language. */
  readonly language: string | null;
  /** Empty when the engine does not carry speakers. */
  readonly voices: readonly KnownVoice[];
  /** Phrases to search for when the engine has a keyword spotter; other engines ignore them. */
  readonly spot: readonly string[];
  /** Folder for temporary files of this call. The caller removes it. */
  readonly scratchDir: string;
  readonly signal: AbortSignal;
}

export interface HeardSegment {
  /** Label of a given {@link KnownVoice}, or a new label of this piece; null when the engine does not diarize. */
  readonly speaker: string | null;
  /** Start and end in the recording. */
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Mean probability of the words, 0 to 1; null when the engine gives none, or none that {@link informs}. */
  readonly confidence: number | null;
  /** Null when the engine gives no word times. */
  readonly words: readonly Word[] | null;
}

/**
 * True when the probabilities show how well words were heard. Many servers fill the field with 1.0 throughout, or with values
 * that are no probabilities; an adapter then gives null instead.
 */
export function informs(probabilities: readonly (number | null)[]): boolean {
  const given = probabilities.filter((probability) => probability !== null);
  const [first] = given;
  if (first === undefined || !given.every((probability) => probability >= 0 && probability <= 1)) return false;
  return given.length === 1 ? first < 1 : given.some((probability) => probability !== first);
}

/** A phrase that the keyword spotter found. */
export interface HeardPhrase {
  readonly phrase: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Plain JSON: the pipeline stores it as the piece's checkpoint. */
export interface PieceTranscript {
  /** Ascending by start; empty when no words were recognised. */
  readonly segments: readonly HeardSegment[];
  /** Detected language, ISO 639-1; null when the engine detects none. */
  readonly language: string | null;
  readonly spotted: readonly HeardPhrase[];
  /**
   * Seconds of audio that the provider reports as used; null when it reports none. For cost metrics, never for billing.
   */
  readonly providerSeconds: number | null;
  /** Tokens of all requests for the piece. Left out where the provider does not tell them all. */
  readonly tokens?: HeardTokens;
}

export interface HeardTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Undefined unless each of them tells its tokens: a sum of the others would look complete. */
export function sumOfTokens(heard: readonly Pick<PieceTranscript, 'tokens'>[]): HeardTokens | undefined {
  const told = heard.flatMap(({ tokens }) => tokens ?? []);
  if (told.length === 0 || told.length < heard.length) return undefined;
  return {
    inputTokens: told.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: told.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
}

/**
 * Error: the engine cannot transcribe the piece as it was cut, because its `capabilities` have changed since. Nothing was
 * recognised. The pipeline cuts the remaining audio again.
 */
export class CapabilitiesChanged extends Error {
  override readonly name = 'CapabilitiesChanged';
  constructor() {
    super('The capabilities of the speech engine have changed since the recording was cut');
  }
}

/** Records the request before it is sent. If it rejects, nothing is sent. */
export type BeforeSending = () => Promise<void>;

export abstract class SpeechToText {
  abstract readonly engine: SpeechEngine;
  /** True when audio is sent to a server that may charge for it: each request is recorded before it is sent. */
  abstract readonly isCharged: boolean;
  /** Capabilities as far as they are known. Of an engine behind a server, {@link prepare} and each response may change them. */
  abstract readonly capabilities: SpeechCapabilities;

  /** One sentence for operators while a configured model is unavailable; null while all models are available. */
  get shortfall(): string | null {
    return null;
  }

  /**
   * Called before a recording is cut: finds out what `capabilities` do not know yet. Engines that know theirs from the
   * start do nothing. Throws {@link ProviderError}.
   * @param _sample speech of that recording, at most 10 s
   * @param _beforeSending called before the sample is sent, if it is
   */
  async prepare(
    _sample: SpeechPiece,
    _options: TranscribeOptions,
    _beforeSending: BeforeSending = async () => undefined,
  ): Promise<void> {}

  /** Throws {@link ProviderError}, and {@link CapabilitiesChanged} when the piece has to be cut differently. */
  abstract transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript>;

  /** True when a server keeps what it has heard until it is asked to delete it. */
  get leavesCopies(): boolean {
    return false;
  }

  /** Called once the transcript of the piece is stored: the server need not keep the piece any longer. */
  async forget(_piece: SpeechPiece, _options: TranscribeOptions): Promise<void> {}

  /** Deletes at the server what calls no longer need. Called from time to time. Throws {@link ProviderError}. */
  async sweep(_signal: AbortSignal): Promise<void> {}

  /** Resolves when the engine can be used. Otherwise rejects with one sentence for the operator. */
  abstract check(): Promise<void>;

  /** Ends child processes; a later request starts others. */
  close(): void {}
}
