// Who speaks when on a mono track: by the engine's own model where it has one, else by statistics of the recording.
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims } from '../../analysis/claims/analysis-claims.js';
import { type MonoTrack, SpeechToText, type VoiceTurn } from '../../ports/speech-to-text.js';
import type { ChannelLayout } from '../../speech/listening/channel-layout.js';
import type { MeasuredTrack } from '../../speech/listening/measure-pcm.js';
import { diarizeInThread } from '../../speech/voices/diarize-in-thread.js';
import type { CallRun } from './call-run.js';
import { MeasureRecording } from './measure-recording.js';

const STEP = 'voices';

export interface Voices {
  readonly turns: readonly VoiceTurn[];
  /** As in `Diarization`; null when a trained model separated the voices. */
  readonly separation: number | null;
}

@Injectable()
export class SeparateVoices {
  private readonly logger = new Logger(SeparateVoices.name);

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly measureRecording: MeasureRecording,
    private readonly speechToText: SpeechToText,
  ) {}

  /**
   * Null when it failed: the call goes on without voices. Kept as a checkpoint, since a worker that takes over would have to
   * decode the recording again for it. A channel beside a silent one may hold one party: a model would take it for two.
   */
  async run(run: CallRun, storageKey: string, track: MeasuredTrack, layout: ChannelLayout): Promise<Voices | null> {
    const done = (await this.claims.readCheckpoints<Voices>(run.call, STEP)).get(0);
    if (done) return done;
    await this.measureRecording.ensurePcm(run, storageKey);
    const recording = { pcmPath: join(run.workspace.dir, track.file), speech: track.speech };
    const byStatistics = layout === 'one-silent' ? await this.byStatistics(run, recording) : null;
    const isOneVoice = byStatistics?.turns.length === 0;
    const byModel = isOneVoice ? null : await this.byModel(run, recording);
    const voices = byModel ?? byStatistics ?? (await this.byStatistics(run, recording));
    if (voices === null) return null;
    await this.claims.recordCheckpoint(null, run.call, STEP, 0, voices, { stage: 'transcribing', percent: 15 });
    return voices;
  }

  /** Null when the engine has no model for it, or when the model failed: statistics of the recording then do. */
  private async byModel(run: CallRun, recording: MonoTrack): Promise<Voices | null> {
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

  private async byStatistics(run: CallRun, { pcmPath, speech }: MonoTrack): Promise<Voices | null> {
    try {
      return await diarizeInThread(pcmPath, speech, { signal: run.signal });
    } catch (error) {
      run.signal.throwIfAborted();
      // Roles can also be found from what was said, so the call need not fail.
      this.logger.error({ err: error, analysisId: run.call.id }, 'Diarization failed; continuing without it');
      return null;
    }
  }
}
