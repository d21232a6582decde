// Step 3: speech to text, piece by piece, each checkpointed as it comes back; then one transcript with roles.
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type Progress } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { CallAnalyst } from '../ports/call-analyst.js';
import { type PieceTranscript, SpeechToText } from '../ports/speech-to-text.js';
import type { Transcript } from '../ports/transcript.js';
import type { CallRun } from './call-run.js';
import type { MeasuredTrack, Measurement } from './listening/measure-pcm.js';
import { MeasureRecording } from './measure-recording.js';
import { assignRoles } from './transcript/assign-roles.js';
import { cutPieces, type PiecePlan } from './transcript/cut-pieces.js';
import { knownVoices } from './transcript/known-voices.js';
import { levelsOf, mergePieces } from './transcript/merge-pieces.js';
import { runsOfOneVoice, splitAtVoices } from './transcript/split-at-voices.js';
import { hearVoices } from './voices/hear-voices.js';
import type { Voices } from './voices/tell-voices.js';

const PLAN = 'plan';
const PIECE = 'piece';
const VOICES = 'voices';
const TRANSCRIPT = 'transcript';

/** How a recording was cut, and for which engine: pieces of one engine mean nothing to another. */
interface Plan {
  readonly engine: string;
  readonly pieces: readonly PiecePlan[];
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
    const known = (await this.claims.checkpoints<Transcript>(call, TRANSCRIPT)).get(0);
    if (known) return known;

    const { pieces } = await this.plan(run, storageKey, measurement);
    const transcripts = await this.hear(run, storageKey, pieces);
    const heard = pieces.map((piece, index) => ({ piece, transcript: present(transcripts.get(index)) }));
    const track = this.trackOfTwo(measurement);
    const segments = heard.flatMap(({ transcript }) => transcript.segments);
    const untold = segments.length > 0 && segments.every(({ speaker }) => speaker === null);
    const voices = track && untold ? await this.voices(run, storageKey, track) : null;
    const split = splitAtVoices(heard, voices?.turns ?? []);
    const byVoice = voices !== null && split !== heard;
    const merged = mergePieces(split, {
      carriesSpeakers: byVoice || this.speechToText.capabilities.carriesSpeakers,
      levelAt: levelsOf(measurement.tracks),
    });
    const transcript = await assignRoles({
      merged,
      voiceSeparation: byVoice ? voices.separation : null,
      layout: measurement.layout,
      durationMs: measurement.durationMs,
      agentChannel: call.agentChannel,
      language: call.language,
      analyst: this.analyst,
      signal,
    });
    await this.claims.checkpoint(null, call, TRANSCRIPT, 0, transcript, { stage: 'analysing', percent: 80 });
    return transcript;
  }

  private async plan(run: CallRun, storageKey: string, measurement: Measurement): Promise<Plan> {
    const { call } = run;
    const engine = this.speechToText.engine.name;
    const known = (await this.claims.checkpoints<Plan>(call, PLAN)).get(0);
    if (known?.engine === engine) return known;
    if (known) await this.claims.dropCheckpoints(call, [PLAN, PIECE]);
    const { capabilities } = this.speechToText;
    const diarized = capabilities.diarizesMono && measurement.tracks.every(({ channel }) => channel === null);
    const track = capabilities.timesSegments ? null : this.trackOfTwo(measurement);
    const voices = track && track.speech.length > 0 ? await this.voices(run, storageKey, track) : null;
    const pieces =
      track && voices && voices.turns.length > 0
        ? runsOfOneVoice(voices.turns).flatMap((speech) => cutPieces([{ ...track, speech }], capabilities))
        : cutPieces(measurement.tracks, diarized ? { ...capabilities, timesSegments: true } : capabilities);
    const plan = { engine, pieces };
    await this.claims.checkpoint(null, call, PLAN, 0, plan, transcribing(0));
    return plan;
  }

  /** Hears what no earlier run has heard. */
  private async hear(
    run: CallRun,
    storageKey: string,
    pieces: readonly PiecePlan[],
  ): Promise<Map<number, PieceTranscript>> {
    const heard = await this.claims.checkpoints<PieceTranscript>(run.call, PIECE);
    const missing = pieces.map((_, index) => index).filter((index) => !heard.has(index));
    if (missing.length === 0) return heard;
    await this.measureRecording.ensurePcm(run, storageKey);

    const carries = this.speechToText.capabilities.carriesSpeakers && pieces.every(({ channel }) => channel === null);
    // Voices are carried from piece to piece, so such pieces wait for one another.
    const lanes = carries ? 1 : Math.min(missing.length, this.config.worker.providerConcurrency);
    const hearNext = async (): Promise<void> => {
      for (let index = missing.shift(); index !== undefined; index = missing.shift()) {
        run.signal.throwIfAborted();
        const piece = present(pieces[index]);
        const earlier = carries ? pieces.slice(0, index).map((_, at) => present(heard.get(at))) : [];
        const transcript = await this.speechToText.transcribe(
          { ...piece, pcmPath: join(run.workspace.pcmDir, piece.file) },
          {
            language: run.call.language,
            voices: knownVoices(earlier),
            spot: this.analyst.phrasesToSpot(run.call.language),
            scratchDir: run.workspace.scratchDir,
            signal: run.signal,
          },
        );
        heard.set(index, transcript);
        const progress = transcribing(heard.size / pieces.length);
        await this.claims.checkpoint(null, run.call, PIECE, index, transcript, progress);
      }
    };
    await allSettledOrThrow(Array.from({ length: lanes }, hearNext));
    return heard;
  }

  /** The one track on which two people may speak whom the engine does not tell apart; null when there is none. */
  private trackOfTwo({ tracks }: Measurement): MeasuredTrack | null {
    const [track] = tracks;
    const single = track !== undefined && tracks.length === 1 && track.channel === null;
    return single && !this.speechToText.capabilities.diarizesMono ? track : null;
  }

  /**
   * Who speaks when on the track; null when that failed.
   * Kept as a checkpoint: a worker that takes over would otherwise decode the recording again for it.
   */
  private async voices(run: CallRun, storageKey: string, track: MeasuredTrack): Promise<Voices | null> {
    const known = (await this.claims.checkpoints<Voices>(run.call, VOICES)).get(0);
    if (known) return known;
    await this.measureRecording.ensurePcm(run, storageKey);
    const pcmPath = join(run.workspace.pcmDir, track.file);
    const voices = await hearVoices(pcmPath, track.speech, { signal: run.signal }).catch((error: unknown) => {
      run.signal.throwIfAborted();
      // What was said tells roles too: no reason to fail a call for it.
      this.logger.error({ err: error, analysisId: run.call.id }, 'The voices of a call were not told apart');
      return null;
    });
    if (voices !== null) await this.claims.checkpoint(null, run.call, VOICES, 0, voices, transcribing(0));
    return voices;
  }
}

function transcribing(share: number): Progress {
  return { stage: 'transcribing', percent: 15 + 60 * share };
}

/** Waits for every lane, so that nothing of this run goes on behind its back; then throws what one threw. */
async function allSettledOrThrow(lanes: readonly Promise<void>[]): Promise<void> {
  const failure = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
  if (failure) throw failure.reason;
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Every planned piece has been heard by now');
  return value;
}
