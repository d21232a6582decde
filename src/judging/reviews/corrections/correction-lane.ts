// The slots for corrections in this process, beside those for calls. Accounts take turns.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bull';
import { DataSource } from 'typeorm';
import { Config } from '../../../platform/config/config.js';
import { Metrics } from '../../../platform/operations/metrics/metrics.js';
import { type DueWork, findNextDue, nextDue, type Turn } from '../../../work/due-work.js';
import { EnginePause } from '../../../work/engine-pause.js';
import type { WorkLane } from '../../../work/kind-of-work.js';
import type { PoolLimits } from '../../../work/slot-pool.js';
import { WorkerHealth } from '../../../work/worker-health.js';
import { WorkerSlots } from '../../../work/worker-slots.js';
import type { ClaimedCorrection } from './correction-claims.js';
import { CorrectionDoorbell } from './correction-doorbell.js';

@Injectable()
export class CorrectionLane implements WorkLane<ClaimedCorrection>, OnModuleInit {
  readonly name = 'corrections';
  readonly limits: PoolLimits;
  readonly queue: Queue;

  constructor(
    private readonly dataSource: DataSource,
    private readonly enginePause: EnginePause,
    private readonly health: WorkerHealth,
    private readonly doorbell: CorrectionDoorbell,
    { worker }: Config,
    private readonly metrics: Metrics,
    private readonly slots: WorkerSlots,
  ) {
    this.queue = doorbell.queue;
    const { correctionConcurrency: slotsInAll } = worker;
    this.limits = {
      slots: slotsInAll,
      account: Math.max(1, Math.floor(slotsInAll / 2)),
      accountAlways: false,
      asManyAsFree: false,
      lastSlotReserved: false,
    };
  }

  onModuleInit(): void {
    this.metrics.gauge('correction_slots_free', 'Free slots of this process for corrections.', [], (gauge) =>
      gauge.set(this.slots.free(this.name)),
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
    return findNextDue(this.dataSource, isPaused ? NEXT_SCENARIO : NEXT, turn);
  }
}

const BEGUN = 'fence > 0';
const NEXT = { name: 'next-correction', text: nextDue('correction', BEGUN, 'true') };
const NEXT_SCENARIO = { name: 'next-correction-of-scenario', text: nextDue('correction', BEGUN, 'is_scenario') };
