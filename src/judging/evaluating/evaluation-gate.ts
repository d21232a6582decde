// Says what evaluations a worker may take: none while it is sick, and none that ask a language model while its provider is
// paused. Whether those of a job that judges stored calls again may go on, calls/claims/yield-to-calls.ts says.
import { Injectable } from '@nestjs/common';
import { EnginePause } from '../../work/engine-pause.js';
import { WorkerHealth } from '../../work/worker-health.js';

@Injectable()
export class EvaluationGate {
  constructor(
    private readonly health: WorkerHealth,
    private readonly enginePause: EnginePause,
  ) {}

  isOpen(): Promise<boolean> {
    return this.health.isFitFor('all');
  }

  /** An evaluation that is taken during a pause could only wait. Once the pause has passed, the first request is its probe. */
  async mayAskModel(): Promise<boolean> {
    const pauses = await this.enginePause.paused();
    return !pauses.some(({ engine, remainingMs }) => engine === 'analysis' && remainingMs > 0);
  }
}
