// The lanes of this worker: calls that it works on, recordings that it downloads, and scenarios. Each has its own slots, so that
// slow downloads never keep calls from being worked on, and scenarios of the sandbox never wait for either.
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { ClaimedCall } from '../../calls/claims/analysis-claims.js';
import { LANE_QUEUES, LANES, type Lane, NEXT_CALL_PASSING_OVER, NEXT_DUE_CALL } from '../../calls/claims/due-calls.js';
import type { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import type { DueWork } from '../../work/due-work.js';
import { halfAnAccount, type WorkLane } from '../../work/kind-of-work.js';
import type { PoolLimits } from '../../work/slot-pool.js';
import type { WorkerNeeds } from '../../work/worker-health.js';
import { WorkerSlots } from '../../work/worker-slots.js';

/** A scenario costs milliseconds; one that pretends to be slow only waits. */
const SANDBOX_SLOTS = 16;
const NEEDS: Readonly<Record<Lane, WorkerNeeds>> = { fetch: 'storage', work: 'all', sandbox: 'postgres' };

@Injectable()
export class CallLanes implements OnModuleInit {
  readonly all: readonly WorkLane<ClaimedCall>[];
  private readonly logger = new Logger(CallLanes.name);
  private readonly notTakenUp;

  constructor(
    private readonly metrics: Metrics,
    private readonly slots: WorkerSlots,
  ) {
    this.all = LANES.map((lane) => ({
      name: lane,
      queue: LANE_QUEUES[lane],
      limits: (settings) => limitsOf(lane, settings),
      needs: NEEDS[lane],
      // A download asks no engine, and neither does a scenario.
      isPaced: lane === 'work',
      next: async (turn, { find, passesOver }) =>
        find(lane === 'work' ? NEXT_CALL_PASSING_OVER[await passesOver('transcription')] : NEXT_DUE_CALL[lane], turn),
      onNotTakenUp: (call) => this.reportNotTakenUp(lane, call),
    }));
    this.notTakenUp = metrics.counter(
      'calls_not_taken_up_total',
      'Calls that were not claimed for over 60 s although this process had a free slot.',
      ['lane'],
    );
  }

  onModuleInit(): void {
    this.metrics.gauge('call_slots_free', 'Free slots of this process, by lane.', ['lane'], (gauge) => {
      for (const lane of LANES) gauge.set({ lane }, this.slots.free(lane));
    });
  }

  private reportNotTakenUp(lane: Lane, { id: analysisId, requestId }: DueWork): void {
    this.notTakenUp.inc({ lane });
    this.logger.warn({ analysisId, requestId, lane }, 'Call not claimed for over 60 s although a slot is free');
  }
}

function limitsOf(lane: Lane, worker: Config['worker']): PoolLimits {
  const slots = { work: worker.concurrency, fetch: worker.downloadConcurrency, sandbox: SANDBOX_SLOTS }[lane];
  const half = halfAnAccount(slots);
  return {
    slots,
    account: worker.accountConcurrency ?? half.account,
    // A server that sends slowly holds a slot for long, so there are always slots left for the others' recordings.
    accountAlways: worker.accountConcurrency !== null || lane === 'fetch',
    asManyAsFree: worker.accountConcurrency === null && lane === 'fetch',
  };
}
