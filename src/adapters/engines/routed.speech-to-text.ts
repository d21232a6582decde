// Transcribes by the engine that the current work has chosen.
import type { NamedEngine } from '../../ports/engine-trouble.js';
import {
  type BeforeSending,
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../ports/speech-to-text.js';
import type { EngineSet } from './engine-set.js';

/** A recogniser under the name that it has in this installation. */
export interface NamedSpeech {
  readonly speech: SpeechToText;
  readonly named: NamedEngine;
}

export class RoutedSpeechToText extends SpeechToText {
  constructor(private readonly set: EngineSet<NamedSpeech>) {
    super();
  }

  get engine(): SpeechEngine {
    const { speech, named } = this.set.present();
    return { ...speech.engine, named };
  }

  get isCharged(): boolean {
    return this.set.present().speech.isCharged;
  }

  get capabilities(): SpeechCapabilities {
    return this.set.present().speech.capabilities;
  }

  override get shortfall(): string | null {
    return this.set.present().speech.shortfall;
  }

  override prepare(sample: SpeechPiece, options: TranscribeOptions, beforeSending?: BeforeSending): Promise<void> {
    return this.set.present().speech.prepare(sample, options, beforeSending);
  }

  transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    return this.set.present().speech.transcribe(piece, options);
  }

  override get leavesCopies(): boolean {
    return this.set.all.some(({ speech }) => speech.leavesCopies);
  }

  override forget(piece: SpeechPiece, options: TranscribeOptions): Promise<void> {
    return this.set.present().speech.forget(piece, options);
  }

  /** Sweeps for each engine: the error of one keeps none of the others from it. */
  override async sweep(signal: AbortSignal): Promise<void> {
    const ended = await Promise.allSettled(this.set.all.map(({ speech }) => speech.sweep(signal)));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  check(): Promise<void> {
    return this.set.present().speech.check();
  }

  override close(): void {
    for (const { speech } of this.set.all) speech.close();
  }
}
