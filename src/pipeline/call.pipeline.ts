// One call, from upload to webhook: the steps in order, what each needs and leaves. Start reading here.
//
//   step            needs                        leaves (checkpoint)
//   0 accept        a request                    the row, the reservation, the stored upload   accept-call.ts
//   1 fetch         audio_url                    the stored recording; the claim is released   fetch-recording.ts
//   2 measure       the stored recording         duration, channels, speech; PCM beside it;    measure-recording.ts
//                                                what plays in every browser, if it does not
//   3 transcribe    PCM and speech               pieces, one by one; then the transcript       transcribe-call.ts
//     mask          what is to be masked         the masked transcript, in the place of both   mask-transcript.ts
//                   its masked stretches         the masked recording                          mask-recording.ts
//   4 analyse       the transcript               the analyst's report                          analyse-call.ts
//   5 settle        all of it                    final state, ledger entry, delivery           settle-call.ts
//
// Any process may be killed at any point: the next worker claims the row and continues from the last checkpoint.
// A call of the sandbox has no recording: play-scenario.ts takes its steps 2 to 5.
// Calls are one kind of work: work/worker.ts has the slots, claims a call, renews its lease and ends its run; CallWork, at the
// end of this file, says what it must know of calls; turns/ says which call is next.

import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../calls/claims/analysis-claims.js';
import type { Stage } from '../calls/claims/step-records.js';
import { ENGINE_TASKS } from '../ports/engine-trouble.js';
import type { HandBackReason, WorkFailure } from '../work/claim.js';
import type { KindOfWork, Run } from '../work/kind-of-work.js';
import { PlayScenario } from './sandbox/play-scenario.js';
import { AnalyseCall } from './steps/analyse-call.js';
import type { CallRun } from './steps/call-run.js';
import { CallWorkspaces } from './steps/call-workspace.js';
import { FetchRecording } from './steps/fetch-recording.js';
import { MaskRecording, toldOf } from './steps/mask-recording.js';
import { MeasureRecording } from './steps/measure-recording.js';
import { PipelineMetrics } from './steps/pipeline-metrics.js';
import { endOfAwaited, RecordingAwaited } from './steps/recording-awaited.js';
import { SettleCall } from './steps/settle-call.js';
import { TranscribeCall } from './steps/transcribe-call.js';
import { CallLanes } from './turns/call-lanes.js';

/** The steps in order. Each one skips the work that its checkpoint shows as done. */
@Injectable()
export class CallSteps {
  constructor(
    private readonly metrics: PipelineMetrics,
    private readonly fetchRecording: FetchRecording,
    private readonly measureRecording: MeasureRecording,
    private readonly transcribeCall: TranscribeCall,
    private readonly maskRecording: MaskRecording,
    private readonly analyseCall: AnalyseCall,
    private readonly settleCall: SettleCall,
  ) {}

  /** Step 1, which ends the run: the other steps have slots of their own. */
  fetch(run: Pick<CallRun, 'call' | 'signal'>): Promise<void> {
    return this.metrics.time('fetch', () => this.fetchRecording.run(run));
  }

  /** Steps 2 to 5. */
  async run(run: CallRun, storageKey: string): Promise<void> {
    const { time } = this.metrics;
    const measurement = await time('measure', () => this.measureRecording.run(run, storageKey));
    await run.giveWay();
    const heard = await time('transcribe', () => this.transcribeCall.run(run, storageKey, measurement));
    const sound =
      run.call.redact && (await time('mask', () => this.maskRecording.run(run, storageKey, measurement, heard)));
    await run.giveWay();
    const told = toldOf(heard, sound);
    const { durationMs } = measurement;
    const judged = await time('analyse', () => this.analyseCall.run(run, durationMs, told.transcript));
    run.signal.throwIfAborted();
    const playback = sound && (await time('playback', () => this.maskRecording.makePlayable(run, storageKey, sound)));
    // What is decoded holds what is masked: it is gone before the call is completed.
    if (sound !== null) await this.maskRecording.forgetSound(run.call);
    await time('settle', () => this.settleCall.complete(run, measurement, told, judged, sound, playback));
  }
}

const IS_HEARD: ReadonlySet<Stage> = new Set(['analysing', 'settling']);

@Injectable()
export class CallWork implements KindOfWork<ClaimedCall> {
  readonly lanes;
  readonly notProcessed = 'The recording could not be processed';
  readonly span = 'process call';
  readonly engines = ENGINE_TASKS;
  private readonly logger = new Logger(CallWork.name);

  constructor(
    lanes: CallLanes,
    readonly claims: AnalysisClaims,
    private readonly workspaces: CallWorkspaces,
    private readonly steps: CallSteps,
    private readonly playScenario: PlayScenario,
    private readonly settleCall: SettleCall,
    private readonly metrics: PipelineMetrics,
  ) {
    this.lanes = lanes.all;
  }

  /** Downloads the recording of a call that has none yet. Takes the steps of any other call. */
  async run(call: ClaimedCall, run: Run): Promise<void> {
    const { storageKey, scenario } = call;
    // Steps 2 to 5 of a call of the sandbox, as one.
    if (scenario !== null)
      return this.metrics.time('scenario', () => this.playScenario.run({ call, ...run }, scenario));
    if (storageKey === null) return this.fetch(call, run);
    const workspace = await this.workspaces.open(call);
    await this.steps.run({ call, ...run, workspace }, storageKey);
  }

  async fail(call: ClaimedCall, failure: WorkFailure): Promise<void> {
    await this.settleCall.fail(call, failure);
    this.logger.warn({ ...this.logged(call), reason: failure.sentence }, 'Call failed; its minutes are released');
  }

  logged({ id: analysisId, requestId }: ClaimedCall) {
    return { analysisId, requestId };
  }

  handedBack(reason: HandBackReason): void {
    this.metrics.handedBack(reason);
  }

  caller({ id: analysisId, accountId, livemode, isBulk }: ClaimedCall) {
    return { purpose: 'analysis', accountId, livemode, analysisId, isBackground: isBulk } as const;
  }

  /** A download asks no engine, and neither does a scenario. */
  asksEngines({ storageKey }: ClaimedCall): boolean {
    return storageKey !== null;
  }

  asksFirst({ stage, scenario, storageKey }: ClaimedCall) {
    return scenario !== null || storageKey === null || IS_HEARD.has(stage) ? null : 'transcription';
  }

  /** A scenario needs Postgres alone. */
  needsWorker({ scenario }: ClaimedCall): boolean {
    return scenario === null;
  }

  /** The files of a call that gave way stay for its next turn in this process. */
  async afterRun(call: ClaimedCall, gaveWay: boolean): Promise<void> {
    const left = gaveWay ? this.workspaces.keep(call) : this.workspaces.close(call);
    await left.catch((error: unknown) => {
      this.logger.warn(
        { ...this.logged(call), err: error },
        'Could not delete the folder of a run; the sweep will delete it',
      );
    });
  }

  clearUp(): Promise<void> {
    return this.workspaces.sweep();
  }

  private async fetch(call: ClaimedCall, { signal }: Run): Promise<void> {
    try {
      await this.steps.fetch({ call, signal });
    } catch (error) {
      if (error instanceof RecordingAwaited) throw endOfAwaited(error, await this.claims.getWaitedMs(call));
      throw error;
    }
  }
}
