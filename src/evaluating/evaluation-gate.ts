// Says what evaluations a worker may take: none while it is sick, none that ask a language model while its provider is paused,
// and none of a job that judges stored calls again while calls of the same account come in.
import { Injectable } from '@nestjs/common';
import { DueCalls, type Lane } from '../analysis/claims/due-calls.js';
import { EnginePause } from '../work/engine-pause.js';
import { WorkerHealth } from '../work/worker-health.js';
import { WorkerSlots } from '../work/worker-slots.js';

const CALLS: Lane = 'work';

@Injectable()
export class EvaluationGate {
  constructor(
    private readonly health: WorkerHealth,
    private readonly enginePause: EnginePause,
    private readonly dueCalls: DueCalls,
    private readonly slots: WorkerSlots,
  ) {}

  isOpen(): Promise<boolean> {
    return this.health.isFitFor('all');
  }

  /** An evaluation that is taken during a pause could only wait. Once the pause has passed, the first request is its probe. */
  async mayAskModel(): Promise<boolean> {
    const pauses = await this.enginePause.paused();
    return !pauses.some(({ engine, remainingMs }) => engine === 'analysis' && remainingMs > 0);
  }

  /** Accounts whose calls hold all slots for calls of this process. */
  accountsWithoutRescoring(): readonly string[] {
    return this.slots.filledBy(CALLS);
  }

  /**
   * Whether an evaluation that only a job asked for may go on to its next batch of questions, as another one may begin: while no
   * call of its account with a stored recording waits in any process, and this account's calls do not hold all slots of this
   * process. So a call that comes in finds a worker, and the requests that may be open at the provider, as free as without the
   * job but for the batches that are there already. What clients and calls ask for does not wait, and no account waits for
   * another's calls.
   */
  async mayRescore(accountId: string): Promise<boolean> {
    if (this.accountsWithoutRescoring().includes(accountId)) return false;
    return !(await this.dueCalls.isWaiting(accountId));
  }
}
