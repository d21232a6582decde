// Step 3: speech to text, piece by piece, each checkpointed as it comes back; then one transcript with roles.
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AnalysisClaims } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { CallAnalyst } from '../ports/call-analyst.js';
import { type PieceTranscript, SpeechToText } from '../ports/speech-to-text.js';
import type { Transcript } from '../ports/transcript.js';
import { assignRoles } from './assign-roles.js';
import type { CallRun } from './call-run.js';
import { cutPieces, type PiecePlan } from './cut-pieces.js';
import { knownVoices } from './known-voices.js';
import type { Measurement } from './measure-pcm.js';
import { MeasureRecording } from './measure-recording.js';
import { levelsOf, mergePieces } from './merge-pieces.js';

const PLAN = 'plan';
const PIECE = 'piece';
const TRANSCRIPT = 'transcript';

/** How a recording was cut, and for which engine: pieces of one engine mean nothing to another. */
interface Plan {
  readonly engine: string;
  readonly pieces: readonly PiecePlan[];
}

@Injectable()
export class TranscribeCall {
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
    const transcript = await assignRoles({
      merged,
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
