// Says what evaluations a worker may take: none while it is sick, none that ask a language model while its provider is paused, and
// none of a job that judges stored calls again while calls come in.
import { Injectable } from '@nestjs/common';
import { DueCalls } from '../../analysis/due-calls.js';
import { CallTurns } from '../call-turns.js';
import { EnginePause } from '../engine-pause.js';
import { WorkerHealth } from '../worker-health.js';

/** Any account may be the first. */
const FROM_THE_START = { after: '00000000-0000-0000-0000-000000000000', except: [], among: 1, dueForMs: 0 };

@Injectable()
export class EvaluationGate {
  constructor(
    private readonly health: WorkerHealth,
    private readonly enginePause: EnginePause,
    private readonly dueCalls: DueCalls,
    private readonly callTurns: CallTurns,
  ) {}

  isOpen(): Promise<boolean> {
    return this.health.isFitFor('work');
  }

  /** An evaluation that is taken during a pause could only wait. Once the pause has passed, the first request is its probe. */
  async mayAskModel(): Promise<boolean> {
    const pauses = await this.enginePause.paused();
    return !pauses.some(({ engine, remainingMs }) => engine === 'analysis' && remainingMs > 0);
  }

  /**
   * Whether an evaluation that only a job asked for may begin, or go on to its next batch of questions: while no call with a stored
   * recording is due in any process, and this process has a free slot for one. So a call that comes in finds a worker, and the
   * requests that may be open at the provider, as free as without the job but for the batches that are there already. What clients
   * and calls ask for does not wait.
   */
  async mayRescore(): Promise<boolean> {
    if (this.callTurns.pools.work.freeSlots === 0) return false;
    return (await this.dueCalls.next('work', FROM_THE_START)) === null;
  }
}
