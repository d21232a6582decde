// Step 3: speech to text, piece by piece, each checkpointed as it comes back; then one transcript with roles.
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { CallAnalyst } from '../ports/call-analyst.js';
import { type PieceTranscript, SpeechToText } from '../ports/speech-to-text.js';
import type { Transcript } from '../ports/transcript.js';
import { assignRoles } from './assign-roles.js';
import type { CallRun } from './call-run.js';
import { cutPieces, type PiecePlan } from './cut-pieces.js';
import { hearVoices } from './hear-voices.js';
import { knownVoices } from './known-voices.js';
import type { Measurement } from './measure-pcm.js';
import { MeasureRecording } from './measure-recording.js';
import { levelsOf, type MergedTranscript, mergePieces } from './merge-pieces.js';
import { splitAtVoices } from './split-at-voices.js';
import type { Voices } from './tell-voices.js';

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
    await this.claims.progress(call, 'transcribing', 15);

    const { pieces } = await this.plan(run, measurement);
    const heard = await this.hear(run, storageKey, pieces);
    const merged = mergePieces(
      pieces.map((piece, index) => ({ piece, transcript: present(heard.get(index)) })),
      { carriesSpeakers: this.speechToText.capabilities.carriesSpeakers, levelAt: levelsOf(measurement.tracks) },
    );
    const voices = await this.voices(run, storageKey, measurement, merged);
    const split = splitAtVoices(merged, voices?.turns ?? []);
    const transcript = await assignRoles({
      merged: split,
      voiceSeparation: voices === null || split === merged ? null : voices.separation,
      layout: measurement.layout,
      durationMs: measurement.durationMs,
      agentChannel: call.agentChannel,
      language: call.language,
      analyst: this.analyst,
      signal,
    });
    await this.claims.checkpoint(null, call, TRANSCRIPT, 0, transcript);
    return transcript;
  }

  private async plan({ call }: CallRun, measurement: Measurement): Promise<Plan> {
    const engine = this.speechToText.engine.name;
    const known = (await this.claims.checkpoints<Plan>(call, PLAN)).get(0);
    if (known?.engine === engine) return known;
    if (known) await this.claims.dropCheckpoints(call, [PLAN, PIECE]);
    const { capabilities } = this.speechToText;
    const diarized = capabilities.diarizesMono && measurement.tracks.every(({ channel }) => channel === null);
    const plan = {
      engine,
      pieces: cutPieces(measurement.tracks, diarized ? { ...capabilities, timesSegments: true } : capabilities),
    };
    await this.claims.checkpoint(null, call, PLAN, 0, plan);
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
        await this.claims.checkpoint(null, run.call, PIECE, index, transcript);
        heard.set(index, transcript);
        await this.claims.progress(run.call, 'transcribing', 15 + (60 * heard.size) / pieces.length);
      }
    };
    await allSettledOrThrow(Array.from({ length: lanes }, hearNext));
    return heard;
  }

  /**
   * Who speaks when, for a single track on which the engine told nobody apart; null where that is not asked for.
   * Kept as a checkpoint: a worker that takes over would otherwise decode the recording again for it.
   */
  private async voices(
    run: CallRun,
    storageKey: string,
    { tracks }: Measurement,
    merged: MergedTranscript,
  ): Promise<Voices | null> {
    const [track] = tracks;
    if (track === undefined || tracks.length > 1 || track.channel !== null) return null;
    if (this.speechToText.capabilities.diarizesMono || merged.segments.length === 0) return null;
    if (merged.segments.some(({ speaker }) => speaker !== null)) return null;
    const known = (await this.claims.checkpoints<Voices>(run.call, VOICES)).get(0);
    if (known) return known;
    await this.measureRecording.ensurePcm(run, storageKey);
    const pcmPath = join(run.workspace.pcmDir, track.file);
    const voices = await hearVoices(pcmPath, track.speech, { signal: run.signal }).catch((error: unknown) => {
      run.signal.throwIfAborted();
      // The words are there, and what was said tells roles too: no reason to fail a call that has been paid for.
      this.logger.error({ err: error, analysisId: run.call.id }, 'The voices of a call were not told apart');
      return null;
    });
    if (voices !== null) await this.claims.checkpoint(null, run.call, VOICES, 0, voices);
    return voices;
  }
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
