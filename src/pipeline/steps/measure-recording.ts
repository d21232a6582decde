// Step 2: decodes the recording once and measures it. Billing uses the duration found here, not the one in the header. A call
// that exceeds the plan's minutes fails here, before any provider costs money. Decoding stops soon after the last minute of the
// plan, so that an account without minutes costs no more than that, whatever the format declares or omits. What plays in every
// browser is encoded from the same samples, but of a call whose sound is to be masked: masked-playback.ts makes that.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { AnalysisClaims } from '../../calls/claims/analysis-claims.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import { WorkRefused } from '../../work/claim.js';
import { RenderPlayback } from '../playback/render-playback.js';
import type { CallRun } from './call-run.js';
import { type Decoded, DecodeRecording, MEASURE_STEP, playbackPathOf } from './decode-recording.js';

/** Part of a recording decoded beyond the minutes that are left, so that most clients learn how many it needs. */
const BEYOND_ROOM_MS = 120_000;
/** Rolls a measurement back that does not cover the whole recording. */
class CutShort extends Error {}

@Injectable()
export class MeasureRecording {
  constructor(
    private readonly claims: AnalysisClaims,
    private readonly decodeRecording: DecodeRecording,
    private readonly rendering: RenderPlayback,
    private readonly ledger: MinutesLedger,
    private readonly dataSource: DataSource,
  ) {}

  async run(run: CallRun, storageKey: string): Promise<Measurement> {
    const done = (await this.claims.readCheckpoints<Measurement>(run.call, MEASURE_STEP)).get(0);
    if (done) return done;
    await this.claims.recordProgress(run.call, { stage: 'measuring', percent: 5 });
    for (;;) {
      const limitMs = (await this.ledger.roomMsFor(run.call.id)) + BEYOND_ROOM_MS;
      const isForPlaying = run.call.redact?.mode !== 'text_and_audio';
      const { measurement, playback } = await this.decodeRecording.decode(run, storageKey, { limitMs, isForPlaying });
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
    this.decodeRecording.refuse(measurement);
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

  /** Stores it before the measurement is recorded, under a key that the row has already: a killed run stores it again. */
  private async storePlayback({ call, workspace, signal }: CallRun): Promise<'made'> {
    const key = call.playbackKey ?? `recordings/${randomUUID()}`;
    if (call.playbackKey === null) await this.claims.recordPlaybackKey(call, key);
    const path = playbackPathOf(workspace);
    await this.rendering.put(key, path, signal);
    await rm(path, { force: true });
    return 'made';
  }
}
