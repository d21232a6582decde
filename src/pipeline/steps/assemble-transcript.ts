// The end of step 3: what was heard in pieces becomes one transcript with roles.
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../../analysis/claims/analysis-claims.js';
import { natureOf } from '../../judgement/call-kind/call-kind.js';
import type { CallAnalyst, RoleAssignment } from '../../ports/call-analyst.js';
import { whyNotJudgedBy } from '../../ports/provider-error.js';
import type { Transcript } from '../../ports/transcript.js';
import type { SeparatedVoices } from '../../ports/voice-separation.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import { createLevelLookup } from '../../speech/pieces/drop-crosstalk.js';
import { type HeardPiece, type MergedTranscript, mergePieces } from '../../speech/pieces/merge-pieces.js';
import type { AttributedPiece } from '../../speech/pieces/pieces-by-engine.js';
import { assignRoles } from '../../speech/transcript/assign-roles.js';
import { detectLanguage, findOtherLanguage } from '../../speech/transcript/detect-language.js';
import { hasSeveralVoices, onChannel, soundsLikeBoth } from '../../speech/transcript/one-channel.js';
import { splitByVoice } from '../../speech/transcript/split-by-voice.js';
import { type AskedCall, askOnRecord, sendsAbout } from './ask-analyst.js';
import type { CallRun } from './call-run.js';

const STEP = 'transcript';
const NO_ROLES: RoleAssignment = { speakers: {}, segments: null };

interface HeardCall {
  readonly measurement: Measurement;
  readonly pieces: readonly AttributedPiece[];
  /** Null where the pieces carry their speakers, and where diarization failed. */
  readonly voices: SeparatedVoices | null;
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
    { measurement, pieces, voices, analyst: asked }: HeardCall,
  ): Promise<Transcript> {
    const split = splitByVoice(pieces, voices?.turns ?? []);
    // The input comes back unchanged where all words fall to one voice.
    const byVoice = voices !== null && split !== pieces;
    const merge = (heard: readonly HeardPiece[]) =>
      mergePieces(heard, {
        carriesSpeakers: byVoice || pieces.every(({ heardBy }) => heardBy.carriesSpeakers),
        levelAt: createLevelLookup(measurement.tracks),
      });
    const heard = merge(split);
    const language = await this.decideLanguage(call, heard);
    const whole = { ...heard, language };
    const { durationMs } = measurement;
    const analyst = this.onRecord(asked, { call, durationMs });
    const context = { durationMs, language: call.language, analyst, signal };
    const isParty =
      measurement.layout === 'one-silent' && !hasSeveralVoices(split) && !(await soundsLikeBoth(whole, context));
    const transcript = await assignRoles({
      ...context,
      merged: isParty ? { ...merge(onChannel(split, measurement.tracks[0]?.channel ?? null)), language } : whole,
      voiceSeparation: byVoice ? voices.separation : null,
      voicesFromModel: byVoice && voices.separation === null,
      layout: measurement.layout === 'one-silent' && !isParty ? 'mono' : measurement.layout,
      agentChannel: call.agentChannel,
    });
    // The analyst is asked next, about a conversation.
    const sends = natureOf(transcript).kind === 'conversation' ? sendsAbout(asked, durationMs) : [];
    await this.claims.recordCheckpoint(null, call, STEP, 0, transcript, { stage: 'analysing', percent: 80 }, sends);
    return transcript;
  }

  /**
   * A model that declines to say who is who leaves the roles unknown; it is no reason to fail a call that is heard and paid
   * for.
   */
  private onRecord(analyst: CallAnalyst, about: AskedCall): Pick<CallAnalyst, 'assignRoles'> {
    return {
      assignRoles: (call, signal) =>
        askOnRecord(this.claims, analyst, about, () => analyst.assignRoles(call, signal)).catch((error: unknown) => {
          if (whyNotJudgedBy(error) === null) throw error;
          return NO_ROLES;
        }),
    };
  }

  /**
   * The language that the engine names, unless the text is plainly in another one: some servers name the same one for every
   * call, and Whisper takes a few words of English for Welsh. A language of the request that the engine repeats is no finding
   * of the engine. Without one, the language of the request, then that of the text. One that cannot be told is no reason to
   * fail a call that is heard and paid for.
   */
  private async decideLanguage(call: ClaimedCall, { language, segments }: MergedTranscript): Promise<string | null> {
    if (language === call.language && language !== null) return language;
    if (language === null && call.language !== null) return call.language;
    try {
      return language === null
        ? await detectLanguage(segments)
        : ((await findOtherLanguage(segments, language)) ?? language);
    } catch (error) {
      this.logger.error(
        { err: error, analysisId: call.id },
        'Could not detect the language of a call; it goes on with what its engine says',
      );
      return language;
    }
  }
}
