// Step 3: speech to text, piece by piece (hear-pieces.ts), then one transcript with roles.
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { CallAnalyst } from '../ports/call-analyst.js';
import { SpeechToText } from '../ports/speech-to-text.js';
import type { Transcript } from '../ports/transcript.js';
import type { CallRun } from './call-run.js';
import { HearPieces, monoTrackOf } from './hear-pieces.js';
import type { Measurement } from './listening/measure-pcm.js';
import { SeparateVoices } from './separate-voices.js';
import { assignRoles } from './transcript/assign-roles.js';
import { detectLanguage } from './transcript/detect-language.js';
import { createLevelLookup } from './transcript/drop-crosstalk.js';
import { type AttributedPiece, type HeardPart, haveSpeakers, partsByEngine } from './transcript/heard-by.js';
import { type MergedSegment, mergePieces } from './transcript/merge-pieces.js';
import { splitByVoice } from './transcript/split-by-voice.js';

const STEP = 'transcript';

export interface TranscribedCall {
  readonly transcript: Transcript;
  /** Never empty; of a recording without speech, the engine of this worker. */
  readonly heardBy: readonly HeardPart[];
}

@Injectable()
export class TranscribeCall {
  private readonly logger = new Logger(TranscribeCall.name);

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly hearPieces: HearPieces,
    private readonly separateVoices: SeparateVoices,
    private readonly speechToText: SpeechToText,
    private readonly analyst: CallAnalyst,
  ) {}

  async run(run: CallRun, storageKey: string, measurement: Measurement): Promise<TranscribedCall> {
    const done = (await this.claims.readCheckpoints<Transcript>(run.call, STEP)).get(0);
    const pieces = done
      ? await this.hearPieces.readHeard(run)
      : await this.hearPieces.run(run, storageKey, measurement);
    return {
      transcript: done ?? (await this.merge(run, storageKey, measurement, pieces)),
      heardBy: this.partsOf(pieces),
    };
  }

  private async merge(
    run: CallRun,
    storageKey: string,
    measurement: Measurement,
    pieces: readonly AttributedPiece[],
  ): Promise<Transcript> {
    const { call, signal } = run;
    const track = monoTrackOf(measurement);
    const isSilent = pieces.every(({ transcript }) => transcript.segments.length === 0);
    const voices =
      track && !isSilent && !haveSpeakers(pieces) ? await this.separateVoices.run(run, storageKey, track) : null;
    const split = splitByVoice(pieces, voices?.turns ?? []);
    // The input comes back unchanged where all words fall to one voice.
    const byVoice = voices !== null && split !== pieces;
    const merged = mergePieces(split, {
      carriesSpeakers: byVoice || pieces.every(({ heardBy }) => heardBy.carriesSpeakers),
      levelAt: createLevelLookup(measurement.tracks),
    });
    const transcript = await assignRoles({
      merged,
      voiceSeparation: byVoice ? voices.separation : null,
      voicesFromModel: byVoice && voices.separation === null,
      layout: measurement.layout,
      durationMs: measurement.durationMs,
      agentChannel: call.agentChannel,
      language: call.language ?? (merged.language === null ? await this.detectLanguage(call, merged.segments) : null),
      analyst: this.analyst,
      signal,
    });
    await this.claims.recordCheckpoint(null, call, STEP, 0, transcript, { stage: 'analysing', percent: 80 });
    return transcript;
  }

  /** A language that cannot be told is no reason to fail a call that is heard and paid for. */
  private async detectLanguage({ id }: CallRun['call'], segments: readonly MergedSegment[]): Promise<string | null> {
    try {
      return await detectLanguage(segments);
    } catch (error) {
      this.logger.error(
        { err: error, analysisId: id },
        'Could not detect the language of a call; it goes on without one',
      );
      return null;
    }
  }

  private partsOf(pieces: readonly AttributedPiece[]): readonly HeardPart[] {
    const { name: engine, grade, hearing } = this.speechToText.engine;
    return pieces.length > 0 ? partsByEngine(pieces) : [{ engine, grade, hearing, pieces: [], speechMs: 0 }];
  }
}
