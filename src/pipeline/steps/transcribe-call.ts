// Step 3: speech to text, piece by piece (transcribe-pieces.ts), then one transcript with roles (assemble-transcript.ts).
import { Injectable } from '@nestjs/common';
import { StageUses } from '../../judgement/stage-uses.js';
import { CallAnalyst } from '../../ports/call-analyst.js';
import { SpeechToText } from '../../ports/speech-to-text.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import { type AttributedPiece, haveSpeakers } from '../../speech/pieces/pieces-by-engine.js';
import { asHeard, monoTrackOf } from '../../speech/transcript/one-channel.js';
import { withHearing } from '../../speech/transcript/with-hearing.js';
import { AssembleTranscript, type TranscribedCall } from './assemble-transcript.js';
import type { StepRun } from './call-run.js';
import { SeparateVoices } from './separate-voices.js';
import { TranscribePieces } from './transcribe-pieces.js';

@Injectable()
export class TranscribeCall {
  constructor(
    private readonly transcribePieces: TranscribePieces,
    private readonly separateVoices: SeparateVoices,
    private readonly speechToText: SpeechToText,
    private readonly analyst: CallAnalyst,
    private readonly assembleTranscript: AssembleTranscript,
    private readonly uses: StageUses,
  ) {}

  async run(run: StepRun, storageKey: string, measurement: Measurement): Promise<TranscribedCall> {
    const heard = await this.hear(run, storageKey, measurement);
    return { ...heard, use: this.uses.ofHearing(heard.heardBy) };
  }

  private async hear(run: StepRun, storageKey: string, measurement: Measurement): Promise<TranscribedCall> {
    await this.transcribePieces.forgetOtherEngine(run);
    const done = await this.assembleTranscript.findDone(run.call);
    if (done && 'masked' in done) return done;
    const heard = done
      ? await this.transcribePieces.readHeard(run)
      : await this.transcribePieces.run(run, storageKey, measurement);
    const pieces = asHeard(measurement, heard);
    if (!done) return this.assemble(run, storageKey, measurement, pieces);
    return { ...withHearing(done, measurement, pieces, this.speechToText.engine), masked: null };
  }

  private async assemble(
    run: StepRun,
    storageKey: string,
    measurement: Measurement,
    pieces: readonly AttributedPiece[],
  ): Promise<TranscribedCall> {
    const track = monoTrackOf(measurement);
    const isSilent = pieces.every(({ transcript }) => transcript.segments.length === 0);
    const voices =
      track && !isSilent && !haveSpeakers(pieces)
        ? await this.separateVoices.run(run, storageKey, track, measurement.layout)
        : null;
    const { analyst, speechToText } = this;
    return this.assembleTranscript.run(run, { measurement, pieces, voices, analyst, listener: speechToText.engine });
  }
}
