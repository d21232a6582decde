// One call, from upload to webhook: the steps in order, what each needs and leaves. Start reading here.
//
//   step            needs                        leaves (checkpoint)
//   0 accept        a request                    the row, the reservation, the stored upload   accept-call.ts
//   1 fetch         audio_url                    the stored recording; the claim is released   fetch-recording.ts
//   2 measure       the stored recording         duration, channels, speech; PCM beside it     measure-recording.ts
//   3 transcribe    PCM and speech               pieces, one by one; then the transcript       transcribe-call.ts
//   4 analyse       the transcript               the analyst's report                          analyse-call.ts
//   5 settle        all of it                    final state, ledger entry, delivery           settle-call.ts
//
// Any process may be killed at any point: the next worker claims the row and continues from the last checkpoint.
// A call of the sandbox has no recording: play-scenario.ts takes its steps 2 to 5.
// call-turns.ts claims calls; claim-lease.ts keeps the claim; failure-policy.ts decides what becomes of a failed run,
// and run-end.ts carries it out.

import { Injectable, Logger } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../analysis/claims/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import type { ProviderCaller } from '../platform/operations/provider-calls.js';
import { inSpan, TRACED_ANALYSIS, TRACED_REQUEST } from '../platform/operations/tracing.js';
import type { Scenario } from '../ports/scenario.js';
import { GaveWay } from '../work/claim.js';
import { ClaimLease } from '../work/claim-lease.js';
import { EnginePause } from '../work/engine-pause.js';
import { decideBeforeRun } from '../work/failure-policy.js';
import type { GivesWay } from '../work/slot-pool.js';
import { NOT_PROCESSED, RunEnd } from './run-end.js';
import { AnalyseCall } from './steps/analyse-call.js';
import type { CallRun } from './steps/call-run.js';
import { CallWorkspaces } from './steps/call-workspace.js';
import { FetchRecording } from './steps/fetch-recording.js';
import { MeasureRecording } from './steps/measure-recording.js';
import { PipelineMetrics } from './steps/pipeline-metrics.js';
import { PlayScenario } from './steps/play-scenario.js';
import { SettleCall } from './steps/settle-call.js';
import { TranscribeCall } from './steps/transcribe-call.js';

/** The steps in order. Each one skips the work that its checkpoint shows as done. */
@Injectable()
export class CallSteps {
  constructor(
    private readonly metrics: PipelineMetrics,
    private readonly fetchRecording: FetchRecording,
    private readonly measureRecording: MeasureRecording,
    private readonly transcribeCall: TranscribeCall,
    private readonly analyseCall: AnalyseCall,
    private readonly settleCall: SettleCall,
    private readonly playScenario: PlayScenario,
  ) {}

  /** Step 1, which ends the run: the other steps have slots of their own. */
  fetch(run: Pick<CallRun, 'call' | 'signal'>): Promise<void> {
    return this.metrics.time('fetch', () => this.fetchRecording.run(run));
  }

  /** Steps 2 to 5 of a call of the sandbox, as one. */
  play(run: Omit<CallRun, 'workspace'>, scenario: Scenario): Promise<void> {
    return this.metrics.time('scenario', () => this.playScenario.run(run, scenario));
  }

  /** Steps 2 to 5. */
  async run(run: CallRun, storageKey: string): Promise<void> {
    const { time } = this.metrics;
    const measurement = await time('measure', () => this.measureRecording.run(run, storageKey));
    await run.giveWay();
    const heard = await time('transcribe', () => this.transcribeCall.run(run, storageKey, measurement));
    await run.giveWay();
    const { durationMs } = measurement;
    const judged = await time('analyse', () => this.analyseCall.run(run, durationMs, heard.transcript));
    run.signal.throwIfAborted();
    await time('settle', () => this.settleCall.complete(run, measurement, heard, judged));
  }
}

@Injectable()
export class CallPipeline {
  private readonly logger = new Logger(CallPipeline.name);

  constructor(
    private readonly config: Config,
    private readonly claims: AnalysisClaims,
    private readonly workspaces: CallWorkspaces,
    private readonly steps: CallSteps,
    private readonly enginePause: EnginePause,
    private readonly runEnd: RunEnd,
  ) {}

  /**
   * Downloads the recording of a call that has none yet. Takes the steps of any other call until it is settled, handed back or
   * lost.
   * @param abort ends the run; its reason decides what becomes of the call
   */
  async process(call: ClaimedCall, abort: AbortController, givesWay: GivesWay): Promise<void> {
    const attributes = { [TRACED_ANALYSIS]: call.id, [TRACED_REQUEST]: call.requestId };
    const run = () =>
      inSpan('process call', { kind: 'CONSUMER', parent: call.traceParent, attributes }, () =>
        this.processClaimed(call, abort, givesWay),
      );
    // A download asks no engine, and neither does a scenario.
    await (call.storageKey === null ? run() : this.enginePause.during(callerFor(call), run));
  }

  private async processClaimed(call: ClaimedCall, abort: AbortController, givesWay: GivesWay): Promise<void> {
    const { signal } = abort;
    const startedAt = performance.now();
    let isOver = true;
    const lease = new ClaimLease(() => this.claims.renew(call), this.config.worker.leaseMs, abort);
    try {
      // A worker that stops may have claimed the call a moment before.
      signal.throwIfAborted();
      const { storageKey, scenario } = call;
      const decision = decideBeforeRun(call, NOT_PROCESSED);
      if (decision) return await this.runEnd.carryOut(call, decision);
      const giveWay = async () => {
        if (this.claims.hasAdvanced(call) && (await givesWay())) throw new GaveWay();
      };
      if (scenario !== null) return await this.steps.play({ call, signal, giveWay, givesWay }, scenario);
      if (storageKey === null) return await this.steps.fetch({ call, signal });
      const workspace = await this.workspaces.open(call);
      await this.steps.run({ call, signal, giveWay, givesWay, workspace }, storageKey);
    } catch (error) {
      isOver = signal.aborted || !(error instanceof GaveWay);
      await this.runEnd.afterFailure(call, signal.aborted ? signal.reason : error, performance.now() - startedAt);
    } finally {
      lease.stop();
      const left = isOver ? this.workspaces.close(call) : this.workspaces.keep(call);
      await left.catch((error: unknown) => {
        this.logger.warn(
          { analysisId: call.id, requestId: call.requestId, err: error },
          'Could not delete the folder of a run; the sweep will delete it',
        );
      });
    }
  }

  /** Fails a call that has waited for a provider for as long as calls may. @param sentence for the client */
  async giveUp(analysisId: string, sentence: string): Promise<void> {
    const call = await this.claims.claim(analysisId);
    if (call) await this.runEnd.carryOut(call, { kind: 'fail', code: 'provider_failed', sentence });
  }
}

function callerFor({ id: analysisId, accountId, livemode }: ClaimedCall): ProviderCaller {
  return { purpose: 'analysis', accountId, livemode, analysisId };
}
