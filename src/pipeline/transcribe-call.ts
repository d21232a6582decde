// Step 3: speech to text, with a checkpoint for each piece, then one transcript with roles. Providers charge for each
// piece, so a piece that has a checkpoint is not sent again.
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type Progress } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { CallAnalyst } from '../ports/call-analyst.js';
import {
  type KnownVoice,
  type MonoTrack,
  type PieceTranscript,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
  type VoiceTurn,
} from '../ports/speech-to-text.js';
import type { Transcript } from '../ports/transcript.js';
import type { CallRun } from './call-run.js';
import type { MeasuredTrack, Measurement } from './listening/measure-pcm.js';
import { MeasureRecording } from './measure-recording.js';
import { assignRoles } from './transcript/assign-roles.js';
import { cutPieces, type PiecePlan, selectSample } from './transcript/cut-pieces.js';
import { createLevelLookup } from './transcript/drop-crosstalk.js';
import { groupVoiceTurns } from './transcript/group-voice-turns.js';
import { mergePieces } from './transcript/merge-pieces.js';
import { splitByVoice } from './transcript/split-by-voice.js';
import { selectVoiceSamples } from './transcript/voice-samples.js';
import { diarizeInThread } from './voices/diarize-in-thread.js';

const PLAN = 'plan';
const PIECE = 'piece';
const VOICES = 'voices';
const TRANSCRIPT = 'transcript';

/** How the recording was cut. A plan holds for one engine: another engine takes other lengths. */
interface Plan {
  readonly engine: string;
  readonly pieces: readonly PiecePlan[];
}

/** Who speaks when on a mono track. */
interface Voices {
  readonly turns: readonly VoiceTurn[];
  /** As in `Diarization`; null when a trained model separated the voices. */
  readonly separation: number | null;
}

@Injectable()
export class TranscribeCall {
  private readonly logger = new Logger(TranscribeCall.name);

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly measureRecording: MeasureRecording,
    private readonly speechToText: SpeechToText,
    private readonly analyst: CallAnalyst,
    private readonly config: Config,
  ) {}

  async run(run: CallRun, storageKey: string, measurement: Measurement): Promise<Transcript> {
    const { call, signal } = run;
    const done = (await this.claims.readCheckpoints<Transcript>(call, TRANSCRIPT)).get(0);
    if (done) return done;

    const { pieces } = await this.plan(run, storageKey, measurement);
    const transcripts = await this.transcribePieces(run, storageKey, pieces);
    const heard = pieces.map((piece, index) => ({ piece, transcript: getTranscript(transcripts, index) }));
    const track = monoTrackOf(measurement);
    const segments = heard.flatMap(({ transcript }) => transcript.segments);
    const lacksSpeakers = segments.length > 0 && segments.every(({ speaker }) => speaker === null);
    const voices = track && lacksSpeakers ? await this.diarize(run, storageKey, track) : null;
    const split = splitByVoice(heard, voices?.turns ?? []);
    // The input comes back unchanged where all words fall to one voice.
    const byVoice = voices !== null && split !== heard;
    const merged = mergePieces(split, {
      carriesSpeakers: byVoice || this.speechToText.capabilities.carriesSpeakers,
      levelAt: createLevelLookup(measurement.tracks),
    });
    const transcript = await assignRoles({
      merged,
      voiceSeparation: byVoice ? voices.separation : null,
      voicesFromModel: byVoice && voices.separation === null,
      layout: measurement.layout,
      durationMs: measurement.durationMs,
      agentChannel: call.agentChannel,
      language: call.language,
      analyst: this.analyst,
      signal,
    });
    await this.claims.recordCheckpoint(null, call, TRANSCRIPT, 0, transcript, { stage: 'analysing', percent: 80 });
    return transcript;
  }

  private async plan(run: CallRun, storageKey: string, measurement: Measurement): Promise<Plan> {
    const { call } = run;
    const engine = this.speechToText.engine.name;
    const earlier = (await this.claims.readCheckpoints<Plan>(call, PLAN)).get(0);
    if (earlier?.engine === engine) return earlier;
    if (earlier) await this.claims.dropCheckpoints(call, [PLAN, PIECE]);
    await this.prepareEngine(run, storageKey, measurement);
    const plan = { engine, pieces: await this.cut(run, storageKey, measurement) };
    await this.claims.recordCheckpoint(null, call, PLAN, 0, plan, transcribing(0));
    return plan;
  }

  private async prepareEngine(run: CallRun, storageKey: string, { tracks }: Measurement): Promise<void> {
    const sample = selectSample(tracks);
    if (sample === null) return;
    await this.measureRecording.ensurePcm(run, storageKey);
    await this.speechToText.prepare(pieceOf(run, sample), this.optionsOf(run, []));
  }

  private async cut(run: CallRun, storageKey: string, measurement: Measurement): Promise<PiecePlan[]> {
    const { capabilities } = this.speechToText;
    const { tracks } = measurement;
    // An engine without times within a piece would mix two voices in one segment, so each piece holds one voice only.
    const track = capabilities.timesSegments || capabilities.diarizesMono ? null : monoTrackOf(measurement);
    const voices = track && track.speech.length > 0 ? await this.diarize(run, storageKey, track) : null;
    if (track && voices && voices.turns.length > 0) {
      return groupVoiceTurns(voices.turns).flatMap((speech) => cutPieces([{ ...track, speech }], capabilities));
    }
    // An engine that diarizes a recording gives times with it, even if it gives none otherwise.
    const diarized = capabilities.diarizesMono && tracks.every(({ channel }) => channel === null);
    return cutPieces(tracks, diarized ? { ...capabilities, timesSegments: true } : capabilities);
  }

  /** Transcribes the pieces that have no checkpoint yet. @returns the transcripts of all pieces by index */
  private async transcribePieces(
    run: CallRun,
    storageKey: string,
    pieces: readonly PiecePlan[],
  ): Promise<ReadonlyMap<number, PieceTranscript>> {
    const transcripts = await this.claims.readCheckpoints<PieceTranscript>(run.call, PIECE);
    const missing = [...pieces.entries()].filter(([index]) => !transcripts.has(index));
    if (missing.length === 0) return transcripts;
    await this.measureRecording.ensurePcm(run, storageKey);

    const carriesSpeakers =
      this.speechToText.capabilities.carriesSpeakers && pieces.every(({ channel }) => channel === null);
    // A piece needs the voices of all pieces before it, so such pieces run one after another.
    const concurrency = carriesSpeakers ? 1 : Math.min(missing.length, this.config.worker.providerConcurrency);
    const transcribeNext = async (): Promise<void> => {
      for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
        run.signal.throwIfAborted();
        const [index, piece] = next;
        const earlier = carriesSpeakers ? Array.from({ length: index }, (_, at) => getTranscript(transcripts, at)) : [];
        const options = this.optionsOf(run, selectVoiceSamples(earlier));
        const transcript = await this.speechToText.transcribe(pieceOf(run, piece), options);
        transcripts.set(index, transcript);
        const progress = transcribing(transcripts.size / pieces.length);
        await this.claims.recordCheckpoint(null, run.call, PIECE, index, transcript, progress);
      }
    };
    await allSettledOrThrow(Array.from({ length: concurrency }, transcribeNext));
    return transcripts;
  }

  private optionsOf({ call, workspace, signal }: CallRun, voices: readonly KnownVoice[]): TranscribeOptions {
    const spot = this.analyst.phrasesToSpot(call.language);
    return { language: call.language, voices, spot, scratchDir: workspace.scratchDir, signal };
  }

  /**
   * Who speaks when on the track; null when diarization failed. Kept as a checkpoint, since a worker that takes over
   * would have to decode the recording again for it.
   */
  private async diarize(run: CallRun, storageKey: string, track: MeasuredTrack): Promise<Voices | null> {
    const done = (await this.claims.readCheckpoints<Voices>(run.call, VOICES)).get(0);
    if (done) return done;
    await this.measureRecording.ensurePcm(run, storageKey);
    const recording = { pcmPath: join(run.workspace.pcmDir, track.file), speech: track.speech };
    const voices =
      (await this.separateByModel(run, recording)) ??
      (await diarizeInThread(recording.pcmPath, recording.speech, { signal: run.signal }).catch((error: unknown) => {
        run.signal.throwIfAborted();
        // Roles can also be found from what was said, so the call need not fail.
        this.logger.error({ err: error, analysisId: run.call.id }, 'Diarization failed; continuing without it');
        return null;
      }));
    if (voices !== null) await this.claims.recordCheckpoint(null, run.call, VOICES, 0, voices, transcribing(0));
    return voices;
  }

  /** Null when the engine has no model for it, or when the model failed: statistics of the recording then do. */
  private async separateByModel(run: CallRun, recording: MonoTrack): Promise<Voices | null> {
    try {
      const turns = await this.speechToText.separateVoices(recording, run.signal);
      return turns && { turns, separation: null };
    } catch (error) {
      run.signal.throwIfAborted();
      this.logger.warn(
        { err: error, analysisId: run.call.id },
        'The model that separates voices failed; statistics of the recording separate them',
      );
      return null;
    }
  }
}

/** The one track that may hold both speakers; null when there is none. */
function monoTrackOf({ tracks }: Measurement): MeasuredTrack | null {
  const [track] = tracks;
  return track !== undefined && tracks.length === 1 && track.channel === null ? track : null;
}

function pieceOf({ workspace }: CallRun, { file, ...piece }: PiecePlan): SpeechPiece {
  return { ...piece, pcmPath: join(workspace.pcmDir, file) };
}

function transcribing(share: number): Progress {
  return { stage: 'transcribing', percent: 15 + 60 * share };
}

/** Waits for all of them, so that nothing of this run continues after it; then throws the first error. */
async function allSettledOrThrow(work: readonly Promise<void>[]): Promise<void> {
  const failure = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

function getTranscript(transcripts: ReadonlyMap<number, PieceTranscript>, index: number): PieceTranscript {
  const transcript = transcripts.get(index);
  if (transcript === undefined) throw new Error(`Piece ${index} is not transcribed yet`);
  return transcript;
}
