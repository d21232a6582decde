// The step that hears the pieces of a recording, with a scripted engine and checkpoints in memory.
import type { AnalysisClaims } from '../../../src/calls/claims/analysis-claims.js';
import type { SentStretch } from '../../../src/calls/claims/sent-stretch.js';
import type { CallRun } from '../../../src/pipeline/steps/call-run.js';
import type { DecodeRecording } from '../../../src/pipeline/steps/decode-recording.js';
import type { SeparateVoices } from '../../../src/pipeline/steps/separate-voices.js';
import { TranscribePieces } from '../../../src/pipeline/steps/transcribe-pieces.js';
import type { Config } from '../../../src/platform/config/config.js';
import type { CallAnalyst } from '../../../src/ports/call-analyst.js';
import {
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechPiece,
  SpeechToText,
  type TranscribeOptions,
} from '../../../src/ports/speech-to-text.js';
import type { SeparatedVoices } from '../../../src/ports/voice-separation.js';
import type { MeasuredTrack, Measurement } from '../../../src/speech/listening/measure-pcm.js';
import type { EngineShortfall } from '../../../src/work/engines/engine-shortfall.js';
import { heardSegment } from './heard-pieces.js';

type Listen = (piece: SpeechPiece, options: TranscribeOptions) => Promise<Partial<PieceTranscript> | undefined>;

export const UNTIMED: SpeechCapabilities = {
  maxPieceMs: 60_000,
  diarizesMono: false,
  carriesSpeakers: false,
  timesSegments: false,
};

/** Hears each piece as one segment that names the engine and the piece. */
export class ScriptedEngine extends SpeechToText {
  readonly isCharged = true;
  readonly engine;
  readonly asked: SpeechPiece[] = [];
  lost: string | null = null;

  constructor(
    name: string,
    public capabilities: SpeechCapabilities = UNTIMED,
    private readonly listen: Listen = async () => undefined,
  ) {
    super();
    const hearing = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };
    this.engine = { name, grade: 'production', accuracy: '', hearing } as const;
  }

  override get shortfall(): string | null {
    return this.lost;
  }

  async transcribe(piece: SpeechPiece, options: TranscribeOptions): Promise<PieceTranscript> {
    this.asked.push(piece);
    const given = await this.listen(piece, options);
    const segments = [heardSegment(piece.startMs, piece.endMs, `${this.engine.name} ${piece.startMs}`)];
    return { segments, language: null, spotted: [], providerSeconds: null, ...given };
  }

  async check(): Promise<void> {}
}

/** A mono call of utterances of 2 s with pauses of 1 s. */
export function measured(utterances: number, channel: number | null = 0): Measurement {
  const speech = Array.from({ length: utterances }, (_, at) => ({
    startMs: at * 3000,
    endMs: at * 3000 + 2000,
    levelDb: -20,
  }));
  const track = { channel, file: 'track.pcm', speech, snrDb: 40, levelDb: -20 };
  const layout = channel === null ? 'mono' : 'one-silent';
  return { durationMs: utterances * 3000, sourceChannels: 1, layout, tracks: [track], damaged: false } as Measurement;
}

/** Checkpoints that outlive a run, as in Postgres. */
export function checkpoints() {
  const kept = new Map<string, Map<number, string>>();
  const claims = {
    readCheckpoints: async (_call: unknown, step: string) =>
      new Map([...(kept.get(step) ?? [])].map(([piece, json]) => [piece, JSON.parse(json)])),
    recordCheckpoint: async (...args: Parameters<AnalysisClaims['recordCheckpoint']>) => {
      const [, call, step, piece, payload, , sends = []] = args;
      kept.set(step, (kept.get(step) ?? new Map<number, string>()).set(piece, JSON.stringify(payload)));
      for (const { startMs } of sends) announcedOf(call).add(startMs);
      count(sends, 1);
    },
    recordSent: async (call: object, sends: readonly SentStretch[]) => {
      count(
        sends.filter(({ startMs }) => !announcedOf(call).delete(startMs)),
        1,
      );
    },
    withdrawSent: async (_call: unknown, sends: readonly SentStretch[]) => count(sends, -1),
    discardCheckpoints: async (_call: unknown, keptStep: string) => {
      for (const step of kept.keys()) if (step !== keptStep) kept.delete(step);
    },
  };
  /** How often each stretch is on record as sent, by its start. */
  const sent = new Map<number, number>();
  /** By the claim. */
  const announced = new WeakMap<object, Set<number>>();
  const announcedOf = (call: object) => {
    const known = announced.get(call) ?? new Set<number>();
    announced.set(call, known);
    return known;
  };
  const count = (sends: readonly SentStretch[], by: 1 | -1) => {
    for (const { startMs } of sends) sent.set(startMs, (sent.get(startMs) ?? 0) + by);
  };
  return { kept, sent, claims: claims as unknown as AnalysisClaims };
}

interface StepOptions {
  readonly providerConcurrency?: number;
  readonly giveWay?: () => Promise<void>;
  /** On the clock of `performance.now()`. */
  readonly keepsSlotUntil?: number;
  readonly createdAt?: Date;
}

export function step(
  engine: SpeechToText,
  claims: AnalysisClaims,
  {
    providerConcurrency = 4,
    giveWay = async () => undefined,
    keepsSlotUntil = 0,
    createdAt = new Date(0),
  }: StepOptions = {},
) {
  const reports: (string | null)[] = [];
  const transcribePieces = new TranscribePieces(
    claims,
    { ensurePcm: async () => undefined, keepsSlotUntil: () => keepsSlotUntil } as unknown as DecodeRecording,
    { run: takeTurns } as unknown as SeparateVoices,
    engine,
    { phrasesToSpot: () => [] } as unknown as CallAnalyst,
    { report: () => reports.push(engine.shortfall) } as unknown as EngineShortfall,
    { worker: { providerConcurrency } } as Config,
  );
  const abort = new AbortController();
  const call = { id: 'a', language: null, createdAt };
  const run = { call, signal: abort.signal, giveWay, workspace: { dir: '/work' } } as CallRun;
  return {
    run: async (measurement: Measurement) => {
      await transcribePieces.forgetOtherEngine(run);
      return transcribePieces.run(run, 'key', measurement);
    },
    abort,
    reports,
  };
}

/** Two voices, turn and turn about. */
async function takeTurns(_run: unknown, _key: string, { speech }: MeasuredTrack): Promise<SeparatedVoices> {
  return {
    turns: speech.map(({ startMs, endMs }, at) => ({ startMs, endMs, voice: at % 2 === 0 ? 0 : 1 })),
    separation: 1,
  };
}
