// Speech recognition. The pipeline splits channels, cuts on silence, checkpoints pieces and merges; an engine hears one piece.
import type { SpeechSpan, Word } from './transcript.js';

/** How far a result may be trusted: a provider's model, a good local model, or good enough to show the way. */
export type EngineGrade = 'production' | 'local' | 'demo';

export interface SpeechEngine {
  /** Name told to clients, e.g. `openai:gpt-transcribe`, `pocketsphinx`. */
  readonly name: string;
  readonly grade: EngineGrade;
  /** One sentence on accuracy, for the start-up summary. */
  readonly accuracy: string;
}

/** What the pipeline must know to cut a recording for an engine. */
export interface SpeechCapabilities {
  /** Longest piece the engine takes, in milliseconds of audio. */
  readonly maxPieceMs: number;
  /** True when it tells speakers of a mono recording apart. */
  readonly diarizesMono: boolean;
  /** True when speakers of one piece can be recognised in the next: such pieces run one after another. */
  readonly carriesSpeakers: boolean;
  /**
   * False when the engine gives no times within a piece: the pipeline then cuts one piece per utterance group,
   * so that the cut itself is the time.
   */
  readonly timesSegments: boolean;
}

/** One stretch of one channel (or of a mono recording). */
export interface SpeechPiece {
  /** Channel of the recording; null for mono. */
  readonly channel: number | null;
  readonly startMs: number;
  readonly endMs: number;
  /** Mono signed 16-bit little-endian PCM of the whole channel at 16 kHz; byte offset = 32 x milliseconds. */
  readonly pcmPath: string;
  /** Speech within the piece, ascending, absolute times. Never empty: pieces without speech are not sent. */
  readonly speech: readonly SpeechSpan[];
}

/** A voice met in an earlier piece, for engines that carry speakers. */
export interface KnownVoice {
  readonly label: string;
  /** Stretch of the same PCM in which only this voice speaks, 2 to 10 s. */
  readonly sample: SpeechSpan;
}

export interface TranscribeOptions {
  /** ISO 639-1, given by the client; null to detect. */
  readonly language: string | null;
  readonly voices: readonly KnownVoice[];
  /** Phrases worth a second look where the engine has a keyword spotter. */
  readonly spot: readonly string[];
  /** Folder for temporary files, private to the call; the caller removes it. */
  readonly scratchDir: string;
  readonly signal: AbortSignal;
}

export interface HeardSegment {
  /** Label within the piece (a given {@link KnownVoice} label, or a new one); null when the engine tells no speakers apart. */
  readonly speaker: string | null;
  /** Absolute times in the recording. */
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  readonly confidence: number | null;
  readonly words: readonly Word[] | null;
}

export interface HeardPhrase {
  readonly phrase: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Plain JSON: it is stored as the piece's checkpoint. */
export interface PieceTranscript {
  /** Ascending by start; empty when no words were recognised. */
  readonly segments: readonly HeardSegment[];
  /** ISO 639-1; null when the engine does not say. */
  readonly language: string | null;
  readonly spotted: readonly HeardPhrase[];
  /** What the provider says it used, for cost metrics; never for billing. */
  readonly providerSeconds: number | null;
}

export abstract class SpeechToText {
  abstract readonly engine: SpeechEngine;
  abstract readonly capabilities: SpeechCapabilities;

  /** Throws {@link ProviderError}. */
  abstract transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript>;

  /** Resolves when the engine can be used; rejects with one sentence for the operator otherwise. */
  abstract check(): Promise<void>;
}
