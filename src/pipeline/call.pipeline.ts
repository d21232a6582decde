// One call, from upload to webhook: the steps in order, what each needs and leaves. Start reading here.
//
//   step            needs                        leaves (checkpoint)
//   0 accept        a request                    the row, the reservation, the stored upload   accept-call.ts
//   1 fetch         audio_url                    the stored recording                          fetch-recording.ts
//   2 measure       the stored recording         duration, channels, speech; PCM beside it     measure-recording.ts
//   3 transcribe    PCM and speech               pieces, one by one; then the transcript       transcribe-call.ts
//   4 analyse       the transcript               the analyst's report                          analyse-call.ts
//   5 settle        all of it                    final state, ledger entry, delivery           settle-call.ts
//
// Any process may be killed at any point: the next one claims the row and goes on from the last checkpoint.
import { InjectQueue } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { AnalysisClaims, type ClaimedCall, ClaimLost } from '../analysis/analysis-claims.js';
import { Config } from '../platform/config/config.js';
import { inSpan, TRACED_ANALYSIS, TRACED_REQUEST } from '../platform/operations/tracing.js';
import { closeQueue, pauseQueue } from '../platform/queue/close-queue.js';
import { ProviderError } from '../ports/provider-error.js';
import { AnalyseCall } from './analyse-call.js';
import { CallRefused } from './call-run.js';
import { CallWorkspaces } from './call-workspace.js';
import { CALLS_QUEUE, type CallJob } from './doorbell.js';
import { EnginePause } from './engine-pause.js';
import { RetryPolicy } from './failure-policy.js';
import { FetchRecording } from './fetch-recording.js';
import { MeasureRecording } from './measure-recording.js';
import { PipelineMetrics } from './pipeline-metrics.js';
import { SettleCall } from './settle-call.js';
import { TranscribeCall } from './transcribe-call.js';

/** A call that takes its worker down again and again, with no checkpoint in between, is not tried for ever. */
const MOST_CRASHES = 5;
const GAVE_UP = 'The recording could not be processed';

/** Why a run was broken off: the process is to end, and another one takes the call over. */
class Stopping extends Error {}

@Injectable()
export class CallPipeline implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(CallPipeline.name);
  private readonly running = new Map<Promise<void>, AbortController>();
  private stopping = false;

  constructor(
    @InjectQueue(CALLS_QUEUE) private readonly queue: Queue<CallJob>,
    private readonly config: Config,
    private readonly claims: AnalysisClaims,
    private readonly workspaces: CallWorkspaces,
    private readonly retryPolicy: RetryPolicy,
    private readonly enginePause: EnginePause,
    private readonly metrics: PipelineMetrics,
    private readonly fetchRecording: FetchRecording,
    private readonly measureRecording: MeasureRecording,
    private readonly transcribeCall: TranscribeCall,
    private readonly analyseCall: AnalyseCall,
    private readonly settleCall: SettleCall,
  ) {}

  /** Here and not by decorator, because the concurrency comes from the configuration. */
  onApplicationBootstrap(): void {
    const answering = this.queue.process(this.config.worker.concurrency, (job) => this.answer(job.data));
    answering.catch((error: unknown) => this.logger.error({ err: error }, 'The queue stopped handing out calls'));
  }

  /** Calls in progress are handed back at once: finished pieces stay, and another worker goes on. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await pauseQueue(this.queue);
    for (const abort of this.running.values()) abort.abort(new Stopping());
    await Promise.allSettled(this.running.keys());
    await closeQueue(this.queue);
  }

  private async answer({ analysisId }: CallJob): Promise<void> {
    if (this.stopping) return;
    const abort = new AbortController();
    const run = this.work(analysisId, abort);
    this.running.set(run, abort);
    try {
      await run;
    } finally {
      this.running.delete(run);
    }
  }

  private async work(analysisId: string, abort: AbortController): Promise<void> {
    const call = await this.claims.claim(analysisId);
    if (!call) return;
    const attributes = { [TRACED_ANALYSIS]: call.id, [TRACED_REQUEST]: call.requestId };
    await inSpan('process call', { kind: 'CONSUMER', parent: call.traceParent, attributes }, () =>
      this.workOn(call, abort),
    );
  }

  private async workOn(call: ClaimedCall, abort: AbortController): Promise<void> {
    const heartbeat = this.keepClaim(call, abort);
    try {
      if (call.crashes >= MOST_CRASHES) return await this.settleCall.fail(call, GAVE_UP);
      const pauseMs = this.enginePause.remainingMs();
      if (pauseMs > 0 && !this.retryPolicy.isPatienceOver(call)) {
        return await this.handBack(call, pauseMs, 'engine-paused');
      }
      await this.takeSteps(call, abort.signal);
    } catch (error) {
      await this.putDown(call, abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      clearInterval(heartbeat);
      await this.workspaces.close(call);
    }
  }

  private async takeSteps(call: ClaimedCall, signal: AbortSignal): Promise<void> {
    const run = { call, signal, workspace: await this.workspaces.open(call) };
    const { time } = this.metrics;
    const storageKey = await time('fetch', () => this.fetchRecording.run(run));
    const measurement = await time('measure', () => this.measureRecording.run(run, storageKey));
    const transcript = await time('transcribe', () => this.transcribeCall.run(run, storageKey, measurement));
    const report = await time('analyse', () => this.analyseCall.run(run, measurement.durationMs, transcript));
    signal.throwIfAborted();
    await time('settle', () => this.settleCall.complete(run, measurement, transcript, report));
  }

  /** Decides by the kind of error alone what becomes of a call whose run broke off. */
  private async putDown(call: ClaimedCall, error: unknown): Promise<void> {
    const context = { analysisId: call.id, requestId: call.requestId };
    try {
      if (error instanceof ClaimLost) return;
      if (error instanceof Stopping) return await this.handBack(call, 0, 'stopping');
      if (error instanceof CallRefused) return await this.settleCall.fail(call, error.message);
      if (error instanceof ProviderError && !error.retryable) {
        this.logger.warn({ ...context, err: error }, 'A provider refused the call');
        return await this.settleCall.fail(call, error.message);
      }
      this.logger.warn({ ...context, err: error }, 'A call broke off');
      const pauses = error instanceof ProviderError && error.pausesEngine;
      if (pauses) this.enginePause.begin();
      const before = await this.claims.failures(call);
      if (this.retryPolicy.isExhausted(before, error)) {
        return await this.settleCall.fail(call, error instanceof ProviderError ? error.message : GAVE_UP);
      }
      await this.handBack(call, this.retryPolicy.wait(before, error), pauses ? 'engine-paused' : 'provider-failed');
    } catch (failure) {
      // The lease runs out, and another worker takes the call over.
      if (!(failure instanceof ClaimLost))
        this.logger.error({ ...context, err: failure }, 'A call could not be put down');
    }
  }

  private handBack(...[call, waitMs, reason]: Parameters<AnalysisClaims['handBack']>): Promise<void> {
    this.metrics.handedBack(reason);
    return this.claims.handBack(call, waitMs, reason);
  }

  /** Signs of life; the run is aborted as soon as the claim is gone, or may be. */
  private keepClaim(call: ClaimedCall, abort: AbortController): NodeJS.Timeout {
    let heldUntil = Date.now() + this.config.worker.leaseMs;
    return setInterval(() => {
      const asked = Date.now();
      this.claims.renew(call).then(
        () => {
          heldUntil = asked + this.config.worker.leaseMs;
        },
        (error: unknown) => {
          if (error instanceof ClaimLost || Date.now() > heldUntil) abort.abort(new ClaimLost());
        },
      );
    }, this.config.worker.leaseMs / 3);
  }
}
