// The slots for stored calls to mask in this process, beside those for calls. Accounts take turns. What clients ask for goes
// first; jobs over stored calls take what is left, while no call of their account waits.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bull';
import { DataSource } from 'typeorm';
import { callWaits } from '../../calls/claims/due-calls.js';
import { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { type DueWork, findNextDue, nextDue, type Turn } from '../../work/due-work.js';
import { EnginePause } from '../../work/engine-pause.js';
import type { WorkLane } from '../../work/kind-of-work.js';
import type { PoolLimits } from '../../work/slot-pool.js';
import { WorkerHealth } from '../../work/worker-health.js';
import { WorkerSlots } from '../../work/worker-slots.js';
import type { ClaimedCallRedaction } from './call-redaction-claims.js';
import { CallRedactionDoorbell } from './call-redaction-doorbell.js';

@Injectable()
export class CallRedactionLane implements WorkLane<ClaimedCallRedaction>, OnModuleInit {
  readonly name = 'call-redactions';
  readonly limits: PoolLimits;
  readonly queue: Queue;

  constructor(
    private readonly dataSource: DataSource,
    private readonly enginePause: EnginePause,
    private readonly health: WorkerHealth,
    private readonly doorbell: CallRedactionDoorbell,
    { worker }: Config,
    private readonly metrics: Metrics,
    private readonly slots: WorkerSlots,
  ) {
    this.queue = doorbell.queue;
    const { callRedactionConcurrency: slotsInAll } = worker;
    this.limits = {
      slots: slotsInAll,
      account: Math.max(1, Math.floor(slotsInAll / 2)),
      accountAlways: false,
      asManyAsFree: false,
      lastSlotReserved: false,
    };
  }

  onModuleInit(): void {
    this.metrics.gauge(
      'call_redaction_slots_free',
      'Free slots of this process for stored calls to mask.',
      [],
      (gauge) => gauge.set(this.slots.free(this.name)),
    );
  }

  async allowance(): Promise<number> {
    return (await this.health.isFitFor('all')) ? Number.POSITIVE_INFINITY : 0;
  }

  passOn(): Promise<void> {
    return this.doorbell.passOn();
  }

  /** What asks an engine that is paused could only wait. */
  async next(turn: Turn): Promise<DueWork | null> {
    const pauses = await this.enginePause.paused();
    const isPaused = pauses.some(({ engine, remainingMs }) => engine === 'analysis' && remainingMs > 0);
    const { asked, ofJobs } = isPaused ? SCENARIOS : ALL;
    const except = [...turn.except, ...this.slots.filledBy('work')];
    return (
      (await findNextDue(this.dataSource, asked, turn)) ??
      (await findNextDue(this.dataSource, ofJobs, { ...turn, except }))
    );
  }
}

const BEGUN = 'fence > 0';
const statements = (noun: string, where: string) => ({
  asked: { name: `next-${noun}-asked`, text: nextDue('call_redaction', BEGUN, `redaction_id IS NULL AND ${where}`) },
  ofJobs: {
    name: `next-${noun}-of-job`,
    text: nextDue('call_redaction', BEGUN, `redaction_id IS NOT NULL AND ${where}`, callWaits),
  },
});
const ALL = statements('call-redaction', 'true');
const SCENARIOS = statements('call-redaction-of-scenario', 'is_scenario');
