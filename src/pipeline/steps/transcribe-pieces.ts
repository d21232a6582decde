// Cuts a recording into pieces, has the engine transcribe them, and keeps each as a checkpoint. Providers charge for each piece,
// so each is recorded as a row before it is sent (`sent_request`). A transcribed piece is never sent again: not by this worker,
// not by one with another engine, and not after a failure, unless the engine has changed since.
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { SentStretch } from '../../calls/claims/sent-stretch.js';
import { type Progress, type SteppedCall, StepRecords } from '../../calls/claims/step-records.js';
import { Config } from '../../platform/config/config.js';
import { CallAnalyst } from '../../ports/call-analyst.js';
import { isMoreThanHeard } from '../../ports/heard-limits.js';
import { ProviderError } from '../../ports/provider-error.js';
import {
  CapabilitiesChanged,
  type KnownVoice,
  type PieceTranscript,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../ports/speech-to-text.js';
import type { MeasuredTrack, Measurement } from '../../speech/listening/measure-pcm.js';
import { cutPieces, leftToHear, type PiecePlan, selectSample } from '../../speech/pieces/cut-pieces.js';
import {
  type AttributedPiece,
  attribute,
  type HeardBy,
  type PieceCheckpoint,
} from '../../speech/pieces/pieces-by-engine.js';
import { groupVoiceTurns } from '../../speech/transcript/group-voice-turns.js';
import { asHeard, monoTrackOf, tracksToHear } from '../../speech/transcript/one-channel.js';
import { selectVoiceSamples } from '../../speech/transcript/voice-samples.js';
import { toOneLine } from '../../speech/words/one-line.js';
import { EngineShortfall } from '../../work/engines/engine-shortfall.js';
import { type StepRun, wasUnread } from './call-run.js';
import { DecodeRecording, MEASURE_STEP } from './decode-recording.js';
import { HearingEnd } from './hearing-end.js';
import { SeparateVoices } from './separate-voices.js';

const PLAN = 'plan';
const PIECE = 'piece';
/**
 * Maximum number of plans in a run. An engine that loses and regains abilities in one run has a fault; the run then ends, and
 * another one follows.
 */
const MAX_CUTS = 4;

/**
 * Cut of the recording, or of its remaining part. A plan is valid for one engine and its abilities: another engine takes other
 * pieces. Pieces are numbered across all plans, in the order of the plans; their checkpoints have these numbers.
 */
interface Plan {
  readonly engine: string;
  /** Whether the engine was to diarize the pieces. Absent from a plan of an earlier release. */
  readonly diarizes?: boolean;
  /** Time when the call was accepted or restarted, for the run that made the plan. Absent from a plan of an earlier release. */
  readonly since?: string;
  readonly pieces: readonly PiecePlan[];
}

/** Piece that is not transcribed yet. */
interface MissingPiece {
  readonly number: number;
  readonly piece: PiecePlan;
}

/** Transcribed pieces, by number. */
type Pieces = Map<number, AttributedPiece>;

@Injectable()
export class TranscribePieces {
  constructor(
    private readonly records: StepRecords,
    private readonly decodeRecording: DecodeRecording,
    private readonly separateVoices: SeparateVoices,
    private readonly speechToText: SpeechToText,
    private readonly analyst: CallAnalyst,
    private readonly shortfall: EngineShortfall,
    private readonly config: Config,
  ) {}

  /** @returns all pieces of the recording */
  async run(run: StepRun, storageKey: string, measurement: Measurement): Promise<AttributedPiece[]> {
    const plans = await this.readPlans(run.call);
    const heard = await this.readPieces(run.call, plans);
    // A killed worker may have stored a piece without letting go of it.
    for (const { piece } of heard.values()) await this.forget(run, piece);
    for (let cuts = 1; ; cuts++) {
      const missing = await this.plan(run, storageKey, measurement, { plans, heard });
      try {
        await this.hear(run, storageKey, measurement, { missing, heard });
        return [...heard.values()];
      } catch (error) {
        if (!(error instanceof CapabilitiesChanged) || cuts === MAX_CUTS) throw error;
        this.shortfall.report();
      }
    }
  }

  /**
   * Drops the pieces of an earlier engine when a failed call is retried with another one, so that the two are not mixed. A call
   * that changes engines while it is in progress keeps its pieces.
   */
  async forgetOtherEngine({ call }: StepRun): Promise<void> {
    const latest = (await this.readPlans(call)).at(-1);
    if (latest?.since === undefined || latest.since === sinceOf(call)) return;
    if (latest.engine !== this.speechToText.engine.name) await this.records.discardCheckpoints(call, MEASURE_STEP);
  }

  /** Returns the pieces transcribed so far, by any engine. */
  async readHeard({ call }: StepRun): Promise<AttributedPiece[]> {
    return [...(await this.readPieces(call, await this.readPlans(call))).values()];
  }

  private async readPlans(call: SteppedCall): Promise<Plan[]> {
    const plans = await this.records.readCheckpoints<Plan>(call, PLAN);
    return [...plans].sort(([a], [b]) => a - b).map(([, plan]) => plan);
  }

  private async readPieces(call: SteppedCall, plans: readonly Plan[]): Promise<Pieces> {
    const checkpoints = await this.records.readCheckpoints<PieceCheckpoint>(call, PIECE);
    const { engine, capabilities } = this.speechToText;
    const heard: Pieces = new Map();
    for (const { number, piece, plan } of numberPieces(plans)) {
      const checkpoint = checkpoints.get(number);
      if (checkpoint === undefined) continue;
      const { heardBy, ...answer } = checkpoint;
      const transcript = toOneLine(answer);
      heard.set(
        number,
        heardBy
          ? { piece, transcript, heardBy }
          : attribute({ piece, transcript }, plan.engine, engine, capabilities.carriesSpeakers),
      );
    }
    return heard;
  }

  /**
   * Returns the latest plan's pieces that are not transcribed. Cuts the remaining recording where that plan is not valid for this
   * engine.
   */
  private async plan(
    run: StepRun,
    storageKey: string,
    measurement: Measurement,
    { plans, heard }: { readonly plans: Plan[]; readonly heard: Pieces },
  ): Promise<MissingPiece[]> {
    const latest = plans.at(-1);
    const missing = numberPieces(plans).filter(({ number, plan }) => plan === latest && !heard.has(number));
    if (latest && (missing.length === 0 || this.isCurrent(latest, measurement))) return missing;

    const done = asHeard(measurement, [...heard.values()]).map(({ piece }) => piece);
    await this.prepareEngine(run, storageKey, leftToHear(tracksToHear(measurement), done));
    const diarizes = this.diarizes(measurement);
    const pieces = await this.cut(run, storageKey, measurement, done);
    const plan: Plan = { engine: this.speechToText.engine.name, diarizes, since: sinceOf(run.call), pieces };
    // If no piece of the last plan was transcribed, overwrite it; otherwise workers taking turns would append plans without end.
    if (latest && missing.length === latest.pieces.length) plans.pop();
    const first = this.sendsOf(pieces.slice(0, this.countLanes(pieces.length, measurement)));
    await this.records.recordCheckpoint(null, run.call, PLAN, plans.length, plan, transcribing(0), first);
    plans.push(plan);
    return numberPieces(plans).filter((each) => each.plan === plan);
  }

  private isCurrent(plan: Plan, measurement: Measurement): boolean {
    return plan.engine === this.speechToText.engine.name && plan.diarizes === this.diarizes(measurement);
  }

  private diarizes(measurement: Measurement): boolean {
    const { diarizesMono } = this.speechToText.capabilities;
    return diarizesMono && tracksToHear(measurement).every(({ channel }) => channel === null);
  }

  private async prepareEngine(run: StepRun, storageKey: string, tracks: readonly MeasuredTrack[]): Promise<void> {
    const sample = selectSample(tracks);
    if (sample === null) return;
    await this.decodeRecording.ensurePcm(run, storageKey);
    const sends = this.sendsOf([sample]);
    try {
      await this.speechToText.prepare(pieceOf(run, sample), this.optionsOf(run, run.signal, []), () =>
        this.records.recordSent(run.call, sends),
      );
    } catch (error) {
      if (wasUnread(error)) await this.records.withdrawSent(run.call, sends);
      throw error;
    }
  }

  /** @param heard transcribed pieces, which are not cut again */
  private async cut(
    run: StepRun,
    storageKey: string,
    measurement: Measurement,
    heard: readonly PiecePlan[],
  ): Promise<PiecePlan[]> {
    const { capabilities } = this.speechToText;
    const diarizes = this.diarizes(measurement);
    // An engine without times within a piece would mix two voices in one segment, so each piece has only one voice.
    const track = capabilities.timesSegments || diarizes ? null : monoTrackOf(measurement);
    const voices =
      track && track.speech.length > 0
        ? await this.separateVoices.run(run, storageKey, track, measurement.layout)
        : null;
    if (track && voices && voices.turns.length > 0) {
      const turns = groupVoiceTurns(voices.turns).map((speech) => ({ ...track, speech }));
      return leftToHear(turns, heard).flatMap((turn) => cutPieces([turn], capabilities));
    }
    // An engine that diarizes a recording also gives times, even if it gives none otherwise.
    const given = diarizes ? { ...capabilities, timesSegments: true } : capabilities;
    return cutPieces(leftToHear(tracksToHear(measurement), heard), given);
  }

  /**
   * Transcribes the pieces and stores the results. After a failure no other piece is begun. Pending requests are aborted where a
   * later run cannot use their answers. After a temporary error they are awaited, since they may be charged for.
   */
  private async hear(
    run: StepRun,
    storageKey: string,
    measurement: Measurement,
    { missing, heard }: { readonly missing: readonly MissingPiece[]; readonly heard: Pieces },
  ): Promise<void> {
    if (missing.length === 0) return;
    await this.decodeRecording.ensurePcm(run, storageKey);
    const { speechToText } = this;
    const diarizes = this.diarizes(measurement);
    const carriesSpeakers = this.carriesSpeakers(measurement);
    const [heardBefore, total] = [heard.size, heard.size + missing.length];
    const lanes = this.countLanes(missing.length, measurement);
    const waiting = missing.slice(lanes);
    const unread: PiecePlan[] = [];
    const end = new HearingEnd();
    const signal = AbortSignal.any([run.signal, end.signal]);
    const stop = (error: unknown): void => {
      waiting.length = 0;
      end.add(error);
    };
    const ask = async (piece: PiecePlan): Promise<PieceTranscript> => {
      let isSent = false;
      try {
        // A turn without any transcribed piece would not advance the call.
        if (heard.size > heardBefore) await this.giveWay(run);
        signal.throwIfAborted();
        if (this.diarizes(measurement) !== diarizes) throw new CapabilitiesChanged();
        const voices = carriesSpeakers ? selectVoiceSamples(this.heardHere([...heard.values()])) : [];
        isSent = true;
        return await speechToText.transcribe(pieceOf(run, piece), this.optionsOf(run, signal, voices));
      } catch (error) {
        if (!isSent || wasUnread(error)) unread.push(piece);
        throw error;
      }
    };
    const hearFrom = async (first: MissingPiece): Promise<void> => {
      for (let next: MissingPiece | undefined = first; next !== undefined; ) {
        if (end.hasCome) return void unread.push(next.piece);
        const answer = await ask(next.piece);
        if (isMoreThanHeard(answer, next.piece)) throw moreThanHeard();
        const transcript = toOneLine(answer);
        const heardBy = this.describe(diarizes && this.diarizes(measurement));
        heard.set(next.number, { piece: next.piece, transcript, heardBy });
        const checkpoint: PieceCheckpoint = { ...transcript, heardBy };
        const progress = transcribing(heard.size / total);
        const following = waiting.shift();
        const sends = this.sendsOf(following ? [following.piece] : []);
        await this.records.recordCheckpoint(null, run.call, PIECE, next.number, checkpoint, progress, sends);
        await this.forget(run, next.piece);
        next = following;
      }
    };
    const begun = missing.slice(0, lanes);
    await this.records.recordSent(run.call, this.sendsOf(begun.map(({ piece }) => piece)));
    // Waits for all of them, so that nothing of this run continues after it.
    await Promise.all(begun.map((each) => hearFrom(each).catch(stop)));
    await this.records.withdrawSent(run.call, this.sendsOf(unread));
    end.throwIfCome();
  }

  /** Lets go of what a server keeps of a stored piece. */
  private async forget(run: StepRun, piece: PiecePlan): Promise<void> {
    if (!this.speechToText.leavesCopies) return;
    await this.speechToText.forget(pieceOf(run, piece), this.optionsOf(run, run.signal, []));
  }

  /** Keeps the slot of a recording that was decoded again for at least as long as decoding took. */
  private async giveWay(run: StepRun): Promise<void> {
    if (performance.now() >= this.decodeRecording.keepsSlotUntil(run.workspace)) await run.giveWay();
  }

  /**
   * Number of pieces transcribed at once. A piece may need the voices of all pieces before it: such pieces run one after another.
   */
  private countLanes(pieces: number, measurement: Measurement): number {
    return this.carriesSpeakers(measurement) ? 1 : Math.min(pieces, this.config.worker.providerConcurrency);
  }

  private carriesSpeakers(measurement: Measurement): boolean {
    return this.speechToText.capabilities.carriesSpeakers && this.diarizes(measurement);
  }

  /** Requests to record. Empty where transcription costs nothing. */
  private sendsOf(pieces: readonly Pick<PiecePlan, 'channel' | 'startMs' | 'endMs'>[]): SentStretch[] {
    if (!this.speechToText.isCharged) return [];
    return pieces.map(({ channel, startMs, endMs }) => ({ purpose: 'transcription', channel, startMs, endMs }));
  }

  /** Pieces whose speaker labels the engine may continue, in the order of the recording. */
  private heardHere(heard: readonly AttributedPiece[]): PieceTranscript[] {
    const { name } = this.speechToText.engine;
    return heard
      .filter(({ heardBy }) => heardBy.engine === name && heardBy.diarizes)
      .sort((a, b) => a.piece.startMs - b.piece.startMs)
      .map(({ transcript }) => transcript);
  }

  private describe(diarizes: boolean): HeardBy {
    const { engine, capabilities } = this.speechToText;
    const { name, grade, hearing, named } = engine;
    const by = { engine: name, grade, hearing, ...(named && { named }) };
    return { ...by, diarizes, carriesSpeakers: capabilities.carriesSpeakers };
  }

  private optionsOf(
    { call, workspace }: StepRun,
    signal: AbortSignal,
    voices: readonly KnownVoice[],
  ): TranscribeOptions {
    const spot = this.analyst.phrasesToSpot(call.language);
    return { language: call.language, voices, spot, scratchDir: workspace.dir, signal };
  }
}

/** Error like for an unreadable answer: the same piece would get the same answer again. */
function moreThanHeard(): ProviderError {
  return new ProviderError("The transcription provider's answer could not be used.", {
    retryable: false,
    code: 'provider_failed',
    cause: new Error('It holds more than can be said in the time'),
  });
}

function sinceOf({ createdAt }: SteppedCall): string {
  return createdAt.toISOString();
}

function numberPieces(plans: readonly Plan[]): (MissingPiece & { readonly plan: Plan })[] {
  return plans
    .flatMap((plan) => plan.pieces.map((piece) => ({ plan, piece })))
    .map((each, number) => ({ number, ...each }));
}

function pieceOf({ workspace }: StepRun, { file, ...piece }: PiecePlan): SpeechPiece {
  return { ...piece, pcmPath: join(workspace.dir, file) };
}

function transcribing(share: number): Progress {
  return { stage: 'transcribing', percent: 15 + 60 * share };
}
