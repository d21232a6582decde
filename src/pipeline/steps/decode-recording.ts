// Decodes a recording into the files of its tracks, and measures it while it is decoded. What plays in every browser is encoded
// from the same samples where it is asked for.
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { AudioDecoder } from '../../ports/audio-decoder.js';
import { audioTooLong, isAudioTooLong } from '../../recordings/receiving/recording-limits.js';
import { type Measurement, measurePcm } from '../../speech/listening/measure-pcm.js';
import { GaveWay, WorkRefused } from '../../work/claim.js';
import { encodeBeside } from '../playback/encode-beside.js';
import { NOT_MADE, PLAYBACK_RATE_HZ } from '../playback/render-playback.js';
import type { StepRun } from './call-run.js';
import { type CallWorkspace, CallWorkspaces } from './call-workspace.js';

export const MEASURE_STEP = 'measure';

/** Part decoded beyond the limit: a recording cut exactly at the limit would seem to end there. */
const BEYOND_LIMIT_MS = 1_000;
/** Interval at which a decoding checks whether another account waits. Most recordings are decoded before the first check. */
const LOOK_MS = 2_000;
const MAX_REMEMBERED = 10_000;

/** A decoded recording, and what is known of its playing: null where nothing is, or where the call's sound is to be masked. */
export interface Decoded {
  readonly measurement: Measurement;
  readonly playback: 'as_is' | 'encoded' | null;
}

export interface Extent {
  /** End of what is decoded. */
  readonly limitMs: number;
  readonly isForPlaying: boolean;
}

const WHOLE: Extent = { limitMs: Number.POSITIVE_INFINITY, isForPlaying: false };

@Injectable()
export class DecodeRecording {
  private readonly logger = new Logger(DecodeRecording.name);
  /** Rows whose decoding this worker has interrupted. It interrupts each only once, so that it comes to an end. */
  private readonly brokenOff = new Set<string>();
  /** On the clock of `performance.now()`, by workspaces whose recording was decoded again. */
  private readonly keptUntil = new WeakMap<CallWorkspace, number>();

  constructor(
    private readonly workspaces: CallWorkspaces,
    private readonly decoder: AudioDecoder,
    private readonly config: Config,
  ) {}

  /** @throws WorkRefused where it is longer than a recording may be, or holds no audio */
  refuse({ durationMs }: Pick<Measurement, 'durationMs'>): void {
    if (durationMs === 0) throw new WorkRefused('not_audio', 'The recording holds no audio that can be decoded');
    if (isAudioTooLong(durationMs, this.config.maxAudioMinutes)) throw this.tooLong();
  }

  private tooLong(): WorkRefused {
    return new WorkRefused('too_long', audioTooLong(this.config.maxAudioMinutes));
  }

  /** Decodes again when an earlier run measured the recording: its PCM files were deleted with its workspace. */
  async ensurePcm(run: StepRun, storageKey: string): Promise<void> {
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
  async decode(run: StepRun, storageKey: string, extent: Extent = WHOLE): Promise<Decoded> {
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
    { call, workspace, signal }: StepRun,
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
              this.logger.warn({ err: error, analysisId: call.analysisId, requestId: call.requestId }, NOT_MADE),
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

export const playbackPathOf = ({ dir }: CallWorkspace) => join(dir, 'play.mp3');
