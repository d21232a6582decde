// Limits how many tasks of one kind run at the same time in this process. The accounts whose work waits take turns: an account
// with a hundred requests delays the single request of another by one.
import { AsyncLocalStorage } from 'node:async_hooks';
import { FairSemaphore } from './fair-semaphore.js';

/** The id of the account whose work is done. None outside of that, as at the checks at start. */
export const servedAccount = new AsyncLocalStorage<string>();

export class AccountTurns {
  private readonly turns: FairSemaphore;

  /** @param concurrency tasks that run at the same time; values below 1 count as 1 */
  constructor(concurrency: number) {
    const maxRunning = Math.max(1, Math.floor(concurrency));
    this.turns = new FairSemaphore({ maxRunning, maxRunningPerKey: maxRunning });
  }

  /** As `FairSemaphore.run`, for the account that is served. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.turns.run(servedAccount.getStore() ?? '', task, signal);
  }
}
