// Says whether a worker may take further calls: while an engine is paused, a claimed call could only wait, and a sick
// worker could only hand it back.
import { Injectable } from '@nestjs/common';
import type { Lane } from '../../calls/claims/due-calls.js';
import { EnginePause } from '../../work/engine-pause.js';
import { WorkerHealth, type WorkerNeeds } from '../../work/worker-health.js';

const NEEDS: Readonly<Record<Lane, WorkerNeeds>> = { fetch: 'storage', work: 'all', sandbox: 'postgres' };

@Injectable()
export class ClaimGate {
  constructor(
    private readonly enginePause: EnginePause,
    private readonly health: WorkerHealth,
  ) {}

  /**
   * How many further calls this process may claim now. Infinity: as many as it has slots. 1: one that probes whether a provider
   * is still in trouble. Asked before each claim.
   */
  async allowance(lane: Lane): Promise<number> {
    if (!(await this.health.isFitFor(NEEDS[lane]))) return 0;
    // A download asks no engine, and neither does a scenario.
    return lane === 'work' ? this.enginePause.allowance() : Number.POSITIVE_INFINITY;
  }
}
