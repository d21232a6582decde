// Who speaks when on a mono track: by the installed speaker models where there are some, else by statistics of the recording.
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { StepRecords } from '../../calls/claims/step-records.js';
import { type MonoTrack, type SeparatedVoices, VoiceSeparation } from '../../ports/voice-separation.js';
import type { ChannelLayout } from '../../speech/listening/channel-layout.js';
import type { MeasuredTrack } from '../../speech/listening/measure-pcm.js';
import { StatisticalVoiceSeparation } from '../../speech/voices/statistical.voice-separation.js';
import type { StepRun } from './call-run.js';
import { DecodeRecording } from './decode-recording.js';

const STEP = 'voices';

@Injectable()
export class SeparateVoices {
  private readonly logger = new Logger(SeparateVoices.name);

  constructor(
    private readonly records: StepRecords,
    private readonly decodeRecording: DecodeRecording,
    private readonly models: VoiceSeparation,
    private readonly statistics: StatisticalVoiceSeparation,
  ) {}

  /**
   * Null when it failed: the call goes on without voices. Kept as a checkpoint, since a worker that takes over would have to
   * decode the recording again for it. A channel beside a silent one may hold one party: a model would take it for two.
   */
  async run(
    run: StepRun,
    storageKey: string,
    track: MeasuredTrack,
    layout: ChannelLayout,
  ): Promise<SeparatedVoices | null> {
    const done = (await this.records.readCheckpoints<SeparatedVoices>(run.call, STEP)).get(0);
    if (done) return done;
    await this.decodeRecording.ensurePcm(run, storageKey);
    const recording = { pcmPath: join(run.workspace.dir, track.file), speech: track.speech };
    const byStatistics = layout === 'one-silent' ? await this.byStatistics(run, recording) : null;
    const isOneVoice = byStatistics?.turns.length === 0;
    const byModels = isOneVoice ? null : await this.byModels(run, recording);
    const voices = byModels ?? byStatistics ?? (await this.byStatistics(run, recording));
    if (voices === null) return null;
    await this.records.recordCheckpoint(null, run.call, STEP, 0, voices, { stage: 'transcribing', percent: 15 });
    return voices;
  }

  /**
   * Null where no models are installed, the recording is too long for them, or they fail: statistics of the recording then do.
   */
  private async byModels(run: StepRun, recording: MonoTrack): Promise<SeparatedVoices | null> {
    try {
      return await this.models.separate(recording, run.signal);
    } catch (error) {
      run.signal.throwIfAborted();
      this.logger.warn(
        { err: error, analysisId: run.call.analysisId },
        'The model that separates voices failed; statistics of the recording separate them',
      );
      return null;
    }
  }

  private async byStatistics(run: StepRun, recording: MonoTrack): Promise<SeparatedVoices | null> {
    try {
      return await this.statistics.separate(recording, run.signal);
    } catch (error) {
      run.signal.throwIfAborted();
      // Roles can also be found from what was said, so the call need not fail.
      this.logger.error({ err: error, analysisId: run.call.analysisId }, 'Diarization failed; continuing without it');
      return null;
    }
  }
}
