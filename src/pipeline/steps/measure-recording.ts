// Step 2: decodes the recording once and measures it. Billing uses the duration found here, not the one in the header. A call
// that exceeds the plan's minutes fails here, before any provider costs money. Decoding stops soon after the last minute of the
// plan, so that an account without minutes costs no more than that, whatever the format declares or omits. What plays in every
// browser is encoded from the same samples, but of a call whose sound is to be masked: masked-playback.ts makes that.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { AnalysisClaims } from '../../calls/claims/analysis-claims.js';
import { Config } from '../../platform/config/config.js';
import { AudioDecoder } from '../../ports/audio-decoder.js';
import { audioTooLong, isAudioTooLong } from '../../recordings/receiving/recording-limits.js';
import { type Measurement, measurePcm } from '../../speech/listening/measure-pcm.js';
import { GaveWay, WorkRefused } from '../../work/claim.js';
import { encodeBeside } from '../playback/encode-beside.js';
import { NOT_MADE, PLAYBACK_RATE_HZ, RenderPlayback } from '../playback/render-playback.js';
import type { CallRun } from './call-run.js';
import { type CallWorkspace, CallWorkspaces } from './call-workspace.js';

export const MEASURE_STEP = 'measure';

/** Part of a recording decoded beyond the minutes that are left, so that most clients learn how many it needs. */
const BEYOND_ROOM_MS = 120_000;
/** Part decoded beyond the limit: a recording cut exactly at the limit would seem to end there. */
const BEYOND_LIMIT_MS = 1_000;
/** Interval at which a decoding checks whether another account waits. Most recordings are decoded before the first check. */
const LOOK_MS = 2_000;
const MAX_REMEMBERED = 10_000;

/** A decoded recording, and what is known of its playing: null where nothing is, or where the call's sound is to be masked. */
interface Decoded {
  readonly measurement: Measurement;
  readonly playback: 'as_is' | 'encoded' | null;
}

interface Extent {
  /** End of what is decoded. */
  readonly limitMs: number;
  readonly isForPlaying: boolean;
}

const WHOLE: Extent = { limitMs: Number.POSITIVE_INFINITY, isForPlaying: false };

/** Rolls a measurement back that does not cover the whole recording. */
class CutShort extends Error {}

@Injectable()
export class MeasureRecording {
  private readonly logger = new Logger(MeasureRecording.name);
  /** Calls whose decoding this worker has interrupted. It interrupts each call only once, so that the call comes to an end. */
  private readonly brokenOff = new Set<string>();
  /** On the clock of `performance.now()`, by workspaces whose recording was decoded again. */
  private readonly keptUntil = new WeakMap<CallWorkspace, number>();

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly workspaces: CallWorkspaces,
    private readonly decoder: AudioDecoder,
    private readonly rendering: RenderPlayback,
    private readonly ledger: MinutesLedger,
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  async run(run: CallRun, storageKey: string): Promise<Measurement> {
    const done = (await this.claims.readCheckpoints<Measurement>(run.call, MEASURE_STEP)).get(0);
    if (done) return done;
    await this.claims.recordProgress(run.call, { stage: 'measuring', percent: 5 });
    for (;;) {
      const limitMs = (await this.ledger.roomMsFor(run.call.id)) + BEYOND_ROOM_MS;
      const isForPlaying = run.call.redact?.mode !== 'text_and_audio';
      const { measurement, playback } = await this.decode(run, storageKey, { limitMs, isForPlaying });
      if (await this.record(run, { measurement, playback }, measurement.durationMs > limitMs)) return measurement;
    }
  }

  /**
   * @param isCut decoding may have stopped before the end of the recording, soon after the last minute of the plan
   * @returns false when more is left by now than was decoded: another call has released minutes meanwhile
   * @throws WorkRefused, and nothing is recorded
   */
  private async record(run: CallRun, { measurement, playback }: Decoded, isCut: boolean): Promise<boolean> {
    const { call } = run;
    const { durationMs } = measurement;
    if (durationMs === 0) throw new WorkRefused('not_audio', 'The recording holds no audio that can be decoded');
    if (isAudioTooLong(durationMs, this.config.maxAudioMinutes)) throw this.tooLong();
    const known = playback === 'encoded' ? !isCut && (await this.storePlayback(run)) : playback;
    const work = async (tx: EntityManager) => {
      const progress = { stage: 'transcribing', percent: 15 } as const;
      await this.claims.recordMeasurement(tx, call, MEASURE_STEP, measurement, progress, known || null);
      const exceeded = await this.ledger.correct(tx, call.id, durationMs, isCut);
      if (exceeded !== null) throw new WorkRefused('quota_exceeded', exceeded);
      if (isCut) throw new CutShort();
      return true;
    };
    return this.dataSource.transaction(work).catch((error: unknown) => {
      if (error instanceof CutShort) return false;
      throw error;
    });
  }

  private tooLong(): WorkRefused {
    return new WorkRefused('too_long', audioTooLong(this.config.maxAudioMinutes));
  }

  /** Stores it before the measurement is recorded, under a key that the row has already: a killed run stores it again. */
  private async storePlayback({ call, workspace, signal }: CallRun): Promise<'made'> {
    const key = call.playbackKey ?? `recordings/${randomUUID()}`;
    if (call.playbackKey === null) await this.claims.recordPlaybackKey(call, key);
    const path = playbackPathOf(workspace);
    await this.rendering.put(key, path, signal);
    await rm(path, { force: true });
    return 'made';
  }

  /** Decodes again when an earlier run measured the recording: its PCM files were deleted with its workspace. */
  async ensurePcm(run: CallRun, storageKey: string): Promise<void> {
    if (this.workspaces.holdsPcm(run.workspace)) return;
    const startedAt = performance.now();
    await this.decode(run, storageKey);
    const endedAt = performance.now();
    this.keptUntil.set(run.workspace, endedAt + (endedAt - startedAt));
  }

  /**
   * Time until which the call keeps its slot. So a call that moves between processes spends at most half of its time on decoding.
   */
  keepsSlotUntil(workspace: CallWorkspace): number {
    return this.keptUntil.get(workspace) ?? 0;
  }

  /** Interrupts the decoding where another account is to get the slot: ten hours take minutes. @throws GaveWay */
  private async decode(run: CallRun, storageKey: string, extent: Extent = WHOLE): Promise<Decoded> {
    const breaking = new AbortController();
    const look = async () => {
      if (this.brokenOff.has(run.call.id) || !(await run.givesWay())) return;
      if (this.brokenOff.size >= MAX_REMEMBERED) this.brokenOff.clear();
      this.brokenOff.add(run.call.id);
      breaking.abort(new GaveWay());
    };
    const looks = setInterval(() => void look(), LOOK_MS);
    try {
      return await this.decodeWhole(
        { ...run, signal: AbortSignal.any([run.signal, breaking.signal]) },
        storageKey,
        extent,
      );
    } catch (error) {
      breaking.signal.throwIfAborted();
      throw error;
    } finally {
      clearInterval(looks);
    }
  }

  private async decodeWhole(
    { call, workspace, signal }: CallRun,
    storageKey: string,
    { limitMs, isForPlaying }: Extent,
  ): Promise<Decoded> {
    await this.workspaces.download(workspace, storageKey, signal);
    const audio = await this.decoder.decode({
      path: workspace.recordingPath,
      sampleRate: PLAYBACK_RATE_HZ,
      maxDurationMs: Math.min(this.config.maxAudioMinutes * 60_000, limitMs) + BEYOND_LIMIT_MS,
      signal,
    });
    if (audio.promisedMs !== null && isAudioTooLong(audio.promisedMs, this.config.maxAudioMinutes)) {
      audio.pcm.destroy();
      await audio.report.catch(() => undefined);
      throw this.tooLong();
    }
    const findKeys = call.redact?.mode === 'text_and_audio';
    const beside =
      isForPlaying && !audio.playsExactly
        ? encodeBeside(this.decoder, audio, {
            sampleRate: PLAYBACK_RATE_HZ,
            path: playbackPathOf(workspace),
            signal,
            onFailure: (error) =>
              this.logger.warn({ err: error, analysisId: call.id, requestId: call.requestId }, NOT_MADE),
          })
        : null;
    try {
      const measurement = await measurePcm(beside?.audio ?? audio, workspace.dir, { findKeys });
      this.workspaces.notePcm(workspace);
      if (beside !== null) return { measurement, playback: (await beside.isEncoded) ? 'encoded' : null };
      return { measurement, playback: isForPlaying ? 'as_is' : null };
    } finally {
      await beside?.isEncoded;
    }
  }
}

const playbackPathOf = ({ dir }: CallWorkspace) => join(dir, 'play.mp3');
