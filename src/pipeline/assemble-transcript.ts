// The end of step 3: what was heard in pieces becomes one transcript with roles.
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../analysis/analysis-claims.js';
import type { CallAnalyst } from '../ports/call-analyst.js';
import type { Transcript } from '../ports/transcript.js';
import type { CallRun } from './call-run.js';
import type { Measurement } from './listening/measure-pcm.js';
import type { Voices } from './separate-voices.js';
import { assignRoles } from './transcript/assign-roles.js';
import { detectLanguage } from './transcript/detect-language.js';
import { createLevelLookup } from './transcript/drop-crosstalk.js';
import type { AttributedPiece } from './transcript/heard-by.js';
import { type MergedSegment, mergePieces } from './transcript/merge-pieces.js';
import { splitByVoice } from './transcript/split-by-voice.js';

const STEP = 'transcript';

interface HeardCall {
  readonly measurement: Measurement;
  readonly pieces: readonly AttributedPiece[];
  /** Null where the pieces carry their speakers, and where diarization failed. */
  readonly voices: Voices | null;
  /** Finds the roles where the channels do not give them. */
  readonly analyst: CallAnalyst;
}

@Injectable()
export class AssembleTranscript {
  private readonly logger = new Logger(AssembleTranscript.name);

  constructor(private readonly claims: AnalysisClaims) {}

  /** The transcript of an earlier run. */
  async findDone(call: ClaimedCall): Promise<Transcript | null> {
    return (await this.claims.readCheckpoints<Transcript>(call, STEP)).get(0) ?? null;
  }

  async run(
    { call, signal }: Pick<CallRun, 'call' | 'signal'>,
    { measurement, pieces, voices, analyst }: HeardCall,
  ): Promise<Transcript> {
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
      analyst,
      signal,
    });
    await this.claims.recordCheckpoint(null, call, STEP, 0, transcript, { stage: 'analysing', percent: 80 });
    return transcript;
  }

  /** A language that cannot be told is no reason to fail a call that is heard and paid for. */
  private async detectLanguage({ id }: ClaimedCall, segments: readonly MergedSegment[]): Promise<string | null> {
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
}
