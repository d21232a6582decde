// Opens the lanes of this process: adds to what a lane says of itself what is the same for all.
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { Queues } from '../platform/queue/queues.js';
import type { Claimed } from './claim.js';
import { Doorbells } from './doorbells.js';
import { findNextDue } from './due-work.js';
import { EnginePause } from './engines/engine-pause.js';
import type { LaneView, WorkLane } from './kind-of-work.js';
import { type PoolLimits, type PoolParts, SlotPool } from './slot-pool.js';
import { WorkerHealth } from './worker-health.js';
import { WorkerSlots } from './worker-slots.js';

/** A lane as it is in this process. */
export interface OpenLane<T extends Claimed> extends Pick<WorkLane<T>, 'name' | 'onNotTakenUp'> {
  readonly queue: Queue;
  readonly pool: SlotPool<T>;
  /** Rings for the other workers, with the job that found no slot here. */
  readonly passOn: (job: object) => Promise<void>;
}

@Injectable()
export class Lanes {
  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly queues: Queues,
    private readonly doorbells: Doorbells,
    private readonly enginePause: EnginePause,
    private readonly health: WorkerHealth,
    private readonly slots: WorkerSlots,
  ) {}

  open<T extends Claimed>(
    lane: WorkLane<T>,
    runs: Pick<PoolParts<T>, 'claim' | 'run' | 'isStalled' | 'onFault'>,
  ): OpenLane<T> {
    const { name, queue, needs = 'all', isPaced = false, onNotTakenUp } = lane;
    const limits = lane.limits(this.config.worker);
    const view = this.viewOf(limits);
    const allowance = async () => {
      if (!(await this.health.isFitFor(needs))) return 0;
      return isPaced ? this.enginePause.allowance() : Number.POSITIVE_INFINITY;
    };
    const next: PoolParts<T>['next'] = (turn, atWork) => lane.next(turn, view, atWork);
    const pool = new SlotPool(name, limits, { ...runs, next, allowance });
    this.slots.add(pool);
    const passOn = (job: object) => this.doorbells.passOn(queue, job);
    return { name, queue: this.queues.of(queue), pool, passOn, ...(onNotTakenUp && { onNotTakenUp }) };
  }

  private viewOf({ slots }: PoolLimits): LaneView {
    return {
      slots,
      find: (statement, turn) => findNextDue(this.dataSource, statement, turn),
      isPaused: async (of) => {
        if (this.enginePause.hasOthers(of)) return false;
        const pause = await this.enginePause.pauseOf(this.enginePause.defaultOf(of));
        return pause !== null && pause.remainingMs > 0;
      },
      passesOver: async (task) => {
        if (!this.enginePause.hasOthers(task)) return 'nothing';
        const pause = await this.enginePause.pauseOf(this.enginePause.defaultOf(task));
        return pause !== null && pause.remainingMs > 0 ? 'default' : 'paused';
      },
      filledBy: (lane) => this.slots.filledBy(lane),
    };
  }
}
