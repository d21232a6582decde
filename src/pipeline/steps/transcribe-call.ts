// Step 3: speech to text, piece by piece (transcribe-pieces.ts), then one transcript with roles (assemble-transcript.ts).
import { Injectable } from '@nestjs/common';
import { CallAnalyst } from '../../ports/call-analyst.js';
import { SpeechToText } from '../../ports/speech-to-text.js';
import type { Transcript } from '../../ports/transcript.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import { hearPartiesByEngine } from '../../speech/pieces/hearing-by-engine.js';
import {
  type AttributedPiece,
  type HeardPart,
  haveSpeakers,
  partsByEngine,
} from '../../speech/pieces/pieces-by-engine.js';
import { asHeard, monoTrackOf, onChannel, tracksOf } from '../../speech/transcript/one-channel.js';
import { AssembleTranscript } from './assemble-transcript.js';
import type { CallRun } from './call-run.js';
import { SeparateVoices } from './separate-voices.js';
import { TranscribePieces } from './transcribe-pieces.js';

export interface TranscribedCall {
  /** With how well each party was heard. */
  readonly transcript: Transcript;
  /** Never empty; of a recording without speech, the engine of this worker. */
  readonly heardBy: readonly HeardPart[];
}

export function withHearing(
  transcript: Transcript,
  { tracks }: Pick<Measurement, 'tracks'>,
  heardBy: readonly HeardPart[],
): TranscribedCall {
  return { transcript: { ...transcript, hearing: hearPartiesByEngine(transcript, tracks, heardBy) }, heardBy };
}

@Injectable()
export class TranscribeCall {
  constructor(
    private readonly transcribePieces: TranscribePieces,
    private readonly separateVoices: SeparateVoices,
    private readonly speechToText: SpeechToText,
    private readonly analyst: CallAnalyst,
    private readonly assembleTranscript: AssembleTranscript,
  ) {}

  async run(run: CallRun, storageKey: string, measurement: Measurement): Promise<TranscribedCall> {
    await this.transcribePieces.forgetOtherEngine(run);
    const done = await this.assembleTranscript.findDone(run.call);
    const heard = done
      ? await this.transcribePieces.readHeard(run)
      : await this.transcribePieces.run(run, storageKey, measurement);
    const pieces = asHeard(measurement, heard);
    const transcript = done ?? (await this.assemble(run, storageKey, measurement, pieces));
    const tracks = tracksOf(measurement, transcript);
    const [track, other] = tracks;
    const parts = this.partsOf(track && !other ? onChannel(pieces, track.channel) : pieces);
    return withHearing(transcript, { tracks }, parts);
  }

  private async assemble(
    run: CallRun,
    storageKey: string,
    measurement: Measurement,
    pieces: readonly AttributedPiece[],
  ): Promise<Transcript> {
    const track = monoTrackOf(measurement);
    const isSilent = pieces.every(({ transcript }) => transcript.segments.length === 0);
    const voices =
      track && !isSilent && !haveSpeakers(pieces)
        ? await this.separateVoices.run(run, storageKey, track, measurement.layout)
        : null;
    return this.assembleTranscript.run(run, { measurement, pieces, voices, analyst: this.analyst });
  }

  private partsOf(pieces: readonly AttributedPiece[]): readonly HeardPart[] {
    const { name: engine, grade, hearing } = this.speechToText.engine;
    return pieces.length > 0 ? partsByEngine(pieces) : [{ engine, grade, hearing, pieces: [], speechMs: 0 }];
  }
}
