// The lanes of this worker: calls that it works on, recordings that it downloads, and scenarios. Each has its own slots, so that slow
// downloads never keep calls from being worked on, and scenarios of the sandbox never wait for either.
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AnalysisClaims, type ClaimedCall } from '../../analysis/claims/analysis-claims.js';
import { DueCalls, LANES, type Lane } from '../../analysis/claims/due-calls.js';
import { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { type PoolLimits, SlotPool } from '../../work/slot-pool.js';
import { WorkerSlots } from '../../work/worker-slots.js';
import { CallPipeline } from '../call.pipeline.js';
import { ClaimGate } from './claim-gate.js';

/** A call that is due for so long beside a free slot is not taken up at all, and a person must look. */
const NOT_TAKEN_UP_AFTER_MS = 60_000;
/** A scenario costs milliseconds; one that pretends to be slow only waits. */
const SANDBOX_SLOTS = 16;

type CallPool = SlotPool<ClaimedCall>;

@Injectable()
export class CallTurns implements OnModuleInit {
  readonly pools: Readonly<Record<Lane, CallPool>>;
  private readonly logger = new Logger(CallTurns.name);
  private readonly notTakenUp;

  constructor(
    dueCalls: DueCalls,
    claims: AnalysisClaims,
    gate: ClaimGate,
    pipeline: CallPipeline,
    private readonly config: Config,
    private readonly metrics: Metrics,
    slots: WorkerSlots,
  ) {
    const poolOf = (lane: Lane): CallPool =>
      new SlotPool(lane, limitsOf(lane, config.worker), {
        next: (turn) => dueCalls.next(lane, turn),
        claim: (id) => claims.claim(id),
        allowance: () => gate.allowance(lane),
        run: (call, abort, givesWay) => pipeline.process(call, abort, givesWay),
        onFault: (call, error) => this.reportFault(call, error),
      });
    this.pools = { fetch: poolOf('fetch'), work: poolOf('work'), sandbox: poolOf('sandbox') };
    for (const lane of LANES) slots.add(this.pools[lane]);
    this.notTakenUp = metrics.counter(
      'calls_not_taken_up_total',
      'Calls that were not claimed for over 60 s although this process had a free slot.',
      ['lane'],
    );
  }

  onModuleInit(): void {
    this.metrics.gauge('call_slots_free', 'Free slots of this process, by lane.', ['lane'], (gauge) => {
      for (const lane of LANES) gauge.set({ lane }, this.pools[lane].freeSlots);
    });
  }

  /** Fills the free slots, whatever became of the jobs, and reports a call that ought to have been taken up long ago. */
  async sweep(): Promise<void> {
    const dueForMs = Math.max(NOT_TAKEN_UP_AFTER_MS, 3 * this.config.worker.sweepMs);
    for (const lane of LANES) {
      const left = await this.pools[lane].findNotTakenUp(dueForMs);
      if (left) {
        this.notTakenUp.inc({ lane });
        this.logger.warn(
          { analysisId: left.id, requestId: left.requestId, lane },
          'Call not claimed for over 60 s although a slot is free',
        );
      }
      void this.pools[lane].wake();
    }
  }

  private reportFault({ id, requestId }: ClaimedCall, error: unknown): void {
    this.logger.error(
      { analysisId: id, requestId, err: error },
      'The run of a call ended in an unexpected way; another run continues it when its lease expires',
    );
  }
}

function limitsOf(lane: Lane, worker: Config['worker']): PoolLimits {
  const slots = { work: worker.concurrency, fetch: worker.downloadConcurrency, sandbox: SANDBOX_SLOTS }[lane];
  const half = Math.max(1, Math.floor(slots / 2));
  return {
    slots,
    account: worker.accountConcurrency ?? half,
    // A server that sends slowly holds a slot for long, so there are always slots left for the others' recordings.
    accountAlways: worker.accountConcurrency !== null || lane === 'fetch',
    asManyAsFree: worker.accountConcurrency === null && lane === 'fetch',
    lastSlotReserved: false,
  };
}
