// End of step 3: merges the transcribed pieces into one transcript with roles.
import { Injectable, Logger } from '@nestjs/common';
import { type SteppedCall, StepRecords } from '../../calls/claims/step-records.js';
import type { StageUse } from '../../calls/results/stage-figures.js';
import { natureOf } from '../../judgement/call-kind/call-kind.js';
import type { CallAnalyst, RoleAssignment } from '../../ports/call-analyst.js';
import { whyNotJudgedBy } from '../../ports/provider-error.js';
import type { RedactedSpan } from '../../ports/redaction.js';
import type { SpeechEngine } from '../../ports/speech-to-text.js';
import type { Transcript } from '../../ports/transcript.js';
import type { SeparatedVoices } from '../../ports/voice-separation.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import { createLevelLookup } from '../../speech/pieces/drop-crosstalk.js';
import { type HeardPiece, type MergedTranscript, mergePieces } from '../../speech/pieces/merge-pieces.js';
import type { AttributedPiece } from '../../speech/pieces/pieces-by-engine.js';
import { assignRoles } from '../../speech/transcript/assign-roles.js';
import { detectLanguage, findOtherLanguage } from '../../speech/transcript/detect-language.js';
import { asParty, hasSeveralVoices, onChannel, soundsLikeBoth } from '../../speech/transcript/one-channel.js';
import { splitByVoice } from '../../speech/transcript/split-by-voice.js';
import { type HeardTranscript, withHearing } from '../../speech/transcript/with-hearing.js';
import { type AskedCall, askOnRecord, sendsAbout } from './ask-analyst.js';
import type { StepRun } from './call-run.js';
import { type MaskedCall, MaskTranscript } from './mask-transcript.js';

const STEP = 'transcript';
const ASSEMBLED = { stage: 'analysing', percent: 80 } as const;
const NO_ROLES: RoleAssignment = { speakers: {}, segments: null };

export interface TranscribedCall extends HeardTranscript {
  /** Masked parts of the transcript; null where nothing was to be masked. */
  readonly masked: MaskedCall | null;
  /** Left out of a scenario. */
  readonly use?: StageUse;
}

/** Checkpoint of the step. Without masking it has only the transcript, since the pieces are kept. */
type TranscriptCheckpoint = Transcript | (TranscribedCall & { readonly masked: MaskedCall });

interface HeardCall {
  readonly measurement: Measurement;
  readonly pieces: readonly AttributedPiece[];
  /** Null where the pieces carry their speakers, and where diarization failed. */
  readonly voices: SeparatedVoices | null;
  /** Finds the roles where the channels do not give them. */
  readonly analyst: CallAnalyst;
  /** This worker's engine. */
  readonly listener: SpeechEngine;
}

@Injectable()
export class AssembleTranscript {
  private readonly logger = new Logger(AssembleTranscript.name);

  constructor(
    private readonly records: StepRecords,
    private readonly maskTranscript: MaskTranscript,
  ) {}

  /**
   * Returns the result of an earlier run: only the transcript, where the pieces tell how well it was heard; or everything, where
   * the pieces were deleted because they contained masked words.
   */
  async findDone(call: SteppedCall): Promise<TranscriptCheckpoint | null> {
    return (await this.records.readCheckpoints<TranscriptCheckpoint>(call, STEP)).get(0) ?? null;
  }

  async run(
    run: Pick<StepRun, 'call' | 'signal'>,
    { measurement, pieces, voices, analyst, listener }: HeardCall,
  ): Promise<TranscribedCall> {
    const { call, signal } = run;
    const split = splitByVoice(pieces, voices?.turns ?? []);
    // The input is returned unchanged where one voice has all words.
    const byVoice = voices !== null && split !== pieces;
    const merge = (heard: readonly HeardPiece[]) =>
      mergePieces(heard, {
        carriesSpeakers: byVoice || pieces.every(({ heardBy }) => heardBy.carriesSpeakers),
        levelAt: createLevelLookup(measurement.tracks),
      });
    const heard = merge(split);
    const language = await this.decideLanguage(call, heard);
    const said = { ...heard, language };
    const masking = call.redact && (await this.maskTranscript.run(run, call.redact, said, measurement));
    const whole = masking?.merged ?? said;
    const { durationMs } = measurement;
    const context = {
      durationMs,
      language: call.language,
      analyst: this.onRecord(analyst, { call, durationMs }),
      signal,
    };
    const isParty =
      measurement.layout === 'one-silent' && !hasSeveralVoices(split) && !(await soundsLikeBoth(whole, context));
    const channel = measurement.tracks[0]?.channel ?? null;
    // A masked transcript is merged only once: in another merge the same places would have to be found again.
    const ofParty = () => (masking ? asParty(whole, channel) : { ...merge(onChannel(split, channel)), language });
    const transcript = await assignRoles({
      ...context,
      merged: isParty ? ofParty() : whole,
      voiceSeparation: byVoice ? voices.separation : null,
      voicesFromModel: byVoice && voices.separation === null,
      layout: measurement.layout === 'one-silent' && !isParty ? 'mono' : measurement.layout,
      agentChannel: call.agentChannel,
    });
    // The analyst is asked next, if the call is a conversation.
    const sends = natureOf(transcript).kind === 'conversation' ? sendsAbout(analyst, durationMs) : [];
    if (masking === null) {
      await this.records.recordCheckpoint(null, call, STEP, 0, transcript, ASSEMBLED, sends);
      return { ...withHearing(transcript, measurement, pieces, listener), masked: null };
    }
    const { merged: _, ...found } = masking;
    const masked = isParty ? { ...found, redactions: found.redactions.map((each) => heardOn(each, channel)) } : found;
    // Uses the unmasked words: masked ones would look like words that the engine missed.
    const { transcript: heardWell, heardBy } = withHearing(asSaid(transcript, said), measurement, pieces, listener);
    const done = { transcript: { ...heardWell, segments: transcript.segments }, heardBy, masked };
    await this.records.recordMasked(call, STEP, done satisfies TranscriptCheckpoint, ASSEMBLED, sends);
    return done;
  }

  /**
   * Leaves the roles unknown when a model declines to assign them: this must not fail a call that is transcribed and paid for.
   */
  private onRecord(analyst: CallAnalyst, about: AskedCall): Pick<CallAnalyst, 'assignRoles'> {
    return {
      assignRoles: (call, signal) =>
        askOnRecord(this.records, analyst, about, () => analyst.assignRoles(call, signal)).catch((error: unknown) => {
          if (whyNotJudgedBy(error) === null) throw error;
          return NO_ROLES;
        }),
    };
  }

  /**
   * Chooses the language that the engine reports, unless the text is clearly in another one: some servers report the same
   * language for every call, and Whisper takes a few English words for Welsh. If the engine only repeats the request's language,
   * that is no detection. Without a detected language: the request's language, then the language of the text. An unknown language
   * must not fail a call that is transcribed and paid for.
   */
  private async decideLanguage(call: SteppedCall, { language, segments }: MergedTranscript): Promise<string | null> {
    if (language === call.language && language !== null) return language;
    if (language === null && call.language !== null) return call.language;
    try {
      return language === null
        ? await detectLanguage(segments)
        : ((await findOtherLanguage(segments, language)) ?? language);
    } catch (error) {
      this.logger.error(
        { err: error, analysisId: call.analysisId },
        'Could not detect the language of a call; it goes on with what its engine says',
      );
      return language;
    }
  }
}

/** Pressed keys keep their own channel. */
function heardOn(span: RedactedSpan, channel: number | null): RedactedSpan {
  return span.segmentId === null ? span : { ...span, channel };
}

/** Combines the roles of the one with the words of the other. */
function asSaid(transcript: Transcript, { segments }: MergedTranscript): Transcript {
  const said = new Map(segments.map((segment) => [segment.id, segment]));
  return {
    ...transcript,
    segments: transcript.segments.map((segment) => {
      const { text, words } = said.get(segment.id) ?? segment;
      return { ...segment, text, words };
    }),
  };
}
