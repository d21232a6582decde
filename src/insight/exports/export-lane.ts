// The slots for exports in this process, beside those for calls. Accounts take turns, and an account with calls that wait is
// passed over. A file cannot be handed over when it is half written, so no account has more than one at work here.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bull';
import { DataSource } from 'typeorm';
import { callWaits } from '../../calls/claims/due-calls.js';
import { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { type DueWork, findNextDue, nextDue, type Turn } from '../../work/due-work.js';
import type { WorkLane } from '../../work/kind-of-work.js';
import type { PoolLimits } from '../../work/slot-pool.js';
import { WorkerHealth } from '../../work/worker-health.js';
import { WorkerSlots } from '../../work/worker-slots.js';
import type { ClaimedExport } from './export-claims.js';
import { ExportDoorbell } from './export-doorbell.js';

@Injectable()
export class ExportLane implements WorkLane<ClaimedExport>, OnModuleInit {
  readonly name = 'exports';
  readonly limits: PoolLimits;
  readonly queue: Queue;

  constructor(
    private readonly dataSource: DataSource,
    private readonly health: WorkerHealth,
    private readonly doorbell: ExportDoorbell,
    { worker }: Config,
    private readonly metrics: Metrics,
    private readonly slots: WorkerSlots,
  ) {
    this.queue = doorbell.queue;
    this.limits = {
      slots: worker.exportConcurrency,
      account: 1,
      accountAlways: true,
      asManyAsFree: false,
      lastSlotReserved: false,
    };
  }

  onModuleInit(): void {
    this.metrics.gauge('export_slots_free', 'Free slots of this process for exports.', [], (gauge) =>
      gauge.set(this.slots.free(this.name)),
    );
  }

  async allowance(): Promise<number> {
    return (await this.health.isFitFor('all')) ? Number.POSITIVE_INFINITY : 0;
  }

  passOn(): Promise<void> {
    return this.doorbell.passOn();
  }

  next(turn: Turn): Promise<DueWork | null> {
    return findNextDue(this.dataSource, NEXT, { ...turn, except: [...turn.except, ...this.slots.filledBy('work')] });
  }
}

const NEXT = { name: 'next-export', text: nextDue('export', 'fence > 0', 'true', callWaits) };
