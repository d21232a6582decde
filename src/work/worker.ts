// Runs one kind of work in this process. Three things wake a lane's slots: a job from its queue, a slot that becomes free, and
// the sweep. So Redis may lose a job, but the service never loses work. At shutdown the worker claims nothing more and ends its
// runs.
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Config } from '../platform/config/config.js';
import type { Metrics } from '../platform/operations/metrics/metrics.js';
import { PeriodicTask } from '../platform/operations/periodic-task.js';
import { inSpan, TRACED_ANALYSIS, TRACED_REQUEST } from '../platform/operations/tracing.js';
import { consumeQueue } from '../platform/queue/consume-queue.js';
import type { QueueConsumer, QueueConsumers } from '../platform/queue/queue-consumers.js';
import { troubleSentence } from '../ports/engine-trouble.js';
import { type Claimed, GaveWay } from './claim.js';
import { ClaimLease } from './claim-lease.js';
import type { EnginePause } from './engines/engine-pause.js';
import { decideBeforeRun } from './failure-policy.js';
import type { KindOfWork } from './kind-of-work.js';
import type { Lanes, OpenLane } from './lanes.js';
import { RunEnd } from './run-end.js';
import type { GivesWay, PoolParts } from './slot-pool.js';
import { WorkMetrics } from './work-metrics.js';
import type { WorkerHealth } from './worker-health.js';

/** Work that is due for so long while a slot is free is never claimed: a person must check why. */
const NOT_TAKEN_UP_AFTER_MS = 60_000;
/** Maximum number of rows that a sweep fails because they have waited too long. The next sweep fails the rest. */
const MAX_GIVEN_UP = 200;

export class Worker<T extends Claimed> implements QueueConsumer, OnApplicationBootstrap, OnApplicationShutdown {
  readonly queues: readonly Queue[];
  private readonly logger = new Logger(Worker.name);
  private readonly lanes: readonly OpenLane<T>[];
  private readonly metrics: WorkMetrics<T> | undefined;
  private readonly runEnd: RunEnd<T>;
  private readonly rounds: readonly PeriodicTask[];

  constructor(
    private readonly kind: KindOfWork<T>,
    private readonly config: Config,
    private readonly enginePause: EnginePause,
    health: WorkerHealth,
    lanes: Lanes,
    consumers: QueueConsumers,
    metrics: Metrics,
  ) {
    const { providerAttempts: maxAttempts, providerPatienceMs: patienceMs } = config.worker;
    this.lanes = kind.lanes.map((lane) => lanes.open(lane, this.runs()));
    const freeSlots = () => this.lanes.reduce((free, { pool }) => free + pool.freeSlots, 0);
    this.metrics = kind.counts && new WorkMetrics(metrics, kind.counts, freeSlots);
    this.runEnd = new RunEnd(kind, { maxAttempts, patienceMs }, enginePause, health, this.metrics);
    this.queues = this.lanes.map(({ queue }) => queue);
    consumers.add(this);
    this.rounds = [this.periodic(() => this.sweep()), this.periodic(() => this.giveUp())];
  }

  onApplicationBootstrap(): void {
    for (const lane of this.lanes) {
      // One job at a time is enough, since it fills every free slot.
      consumeQueue(lane.queue, 1, (job) => this.answer(lane, job.data)).catch((error: unknown) =>
        this.logger.error(
          { lane: lane.name, err: error },
          'A queue stopped; this worker finds what is due by its sweep alone',
        ),
      );
    }
    for (const round of this.rounds) round.start(this.config.worker.sweepMs);
  }

  close(): void {
    for (const { pool } of this.lanes) pool.close();
  }

  /** Hands work in progress back at once: its checkpoints stay, and another worker continues it. */
  async stop(): Promise<void> {
    await Promise.all(this.lanes.map(({ pool }) => pool.stop()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.rounds.map((round) => round.stop()));
  }

  /** Fills the free slots, independent of jobs, and reports work that should have been claimed long ago. */
  async sweep(): Promise<void> {
    const dueForMs = Math.max(NOT_TAKEN_UP_AFTER_MS, 3 * this.config.worker.sweepMs);
    for (const { pool, onNotTakenUp } of this.lanes) {
      const left = onNotTakenUp && (await pool.findNotTakenUp(dueForMs));
      if (left) onNotTakenUp?.(left);
      void pool.wake();
    }
    await this.kind.clearUp?.();
  }

  /**
   * Fails work that has waited for a failing provider for the maximum time. During a pause no worker claims it, so no run would
   * fail it.
   */
  async giveUp(): Promise<void> {
    const { claims, engines = [] } = this.kind;
    for (const { engine, reason, pausedForMs } of await this.enginePause.paused()) {
      const task = engines.find((one) => one === this.enginePause.taskOf(engine));
      const patienceMs = this.enginePause.patienceMs(engine);
      if (pausedForMs < patienceMs || task === undefined) continue;
      const sentence = troubleSentence(task, reason ?? 'failing');
      const isDefault = engine === this.enginePause.defaultOf(task);
      const others = this.enginePause.hasOthers(task) ? { task, isDefault } : null;
      for (const { id } of await claims.findOutOfPatience(engine, patienceMs, MAX_GIVEN_UP, others)) {
        const work = await claims.claim(id);
        if (work) await this.runEnd.carryOut(work, { kind: 'fail', code: 'provider_failed', sentence });
      }
    }
  }

  /**
   * Works on a claim until it is completed, handed back or lost.
   * @param abort aborts the run; its reason decides what happens to the work
   */
  private async process(work: T, abort: AbortController, givesWay: GivesWay): Promise<void> {
    const { kind } = this;
    const caller = kind.caller?.(work);
    const attributes = { ...(caller && { [TRACED_ANALYSIS]: caller.analysisId }), [TRACED_REQUEST]: work.requestId };
    const run = () =>
      inSpan(kind.span, { kind: 'CONSUMER', parent: work.traceParent, attributes }, () =>
        this.runUnderLease(work, abort, givesWay),
      );
    await (caller && kind.asksEngines?.(work) !== false ? this.enginePause.during(caller, run) : run());
  }

  private async runUnderLease(work: T, abort: AbortController, givesWay: GivesWay): Promise<void> {
    const { kind } = this;
    const { signal } = abort;
    const startedAt = performance.now();
    let gaveWay = false;
    const lease = new ClaimLease(() => kind.claims.renew(work), this.config.worker.leaseMs, abort);
    const giveWay = async () => {
      if (kind.claims.hasAdvanced(work) && (await givesWay())) throw new GaveWay();
    };
    try {
      // A stopping worker may have made the claim a moment before.
      signal.throwIfAborted();
      const decision = decideBeforeRun(work, kind.notProcessed);
      if (decision) return await this.runEnd.carryOut(work, decision);
      const first = kind.asksFirst?.(work) ?? null;
      if (first !== null) await this.enginePause.admitRun(first);
      await kind.run(work, { signal, giveWay, givesWay });
      this.metrics?.settled('completed', work);
    } catch (error) {
      gaveWay = !signal.aborted && error instanceof GaveWay;
      await this.runEnd.afterFailure(work, signal.aborted ? signal.reason : error, performance.now() - startedAt);
    } finally {
      lease.stop();
      await kind.afterRun?.(work, gaveWay);
    }
  }

  /** While no slot is free, this worker takes no further job from the queue: the job is for a worker with a free slot. */
  private async answer({ pool, passOn }: OpenLane<T>, job: object): Promise<void> {
    if (pool.freeSlots === 0) await passOn(job);
    await pool.wake();
    await pool.untilFree();
  }

  private runs(): Pick<PoolParts<T>, 'claim' | 'run' | 'isStalled' | 'onFault'> {
    return {
      isStalled: (work) => {
        const caller = this.kind.caller?.(work);
        return caller !== undefined && this.enginePause.isStalled(caller);
      },
      claim: (id) => this.kind.claims.claim(id),
      run: (work, abort, givesWay) => this.process(work, abort, givesWay),
      onFault: (work, error) =>
        this.logger.error(
          { ...this.kind.logged(work), err: error },
          'A run ended in an unexpected way; another run continues it when its lease expires',
        ),
    };
  }

  private periodic(round: () => Promise<void>): PeriodicTask {
    const lanes = this.kind.lanes.map(({ name }) => name);
    return new PeriodicTask(round, (error) =>
      this.logger.warn({ lanes, err: error }, 'A sweep for work that waits failed; the next sweep tries again'),
    );
  }
}
