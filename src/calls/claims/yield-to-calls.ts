// Has jobs over stored calls give way to the calls that come in: to those of their own account, since no account waits for
// another's.
import { Injectable } from '@nestjs/common';
import { WorkerSlots } from '../../work/worker-slots.js';
import { DueCalls, type Lane } from './due-calls.js';

const CALLS: Lane = 'work';

@Injectable()
export class YieldToCalls {
  constructor(
    private readonly dueCalls: DueCalls,
    private readonly slots: WorkerSlots,
  ) {}

  /**
   * Whether the work of a job may go on to its next step, as further work of it may begin: while no call of its account with a
   * stored recording waits in any process, and this account's calls do not hold all slots of this process. So a call that comes
   * in finds a worker, and the requests that may be open at a provider, as free as without the job but for the step at work.
   */
  async mayGoOn(accountId: string): Promise<boolean> {
    if (this.slots.filledBy(CALLS).includes(accountId)) return false;
    return !(await this.dueCalls.isWaiting(accountId));
  }
}
