// Limits the concurrent tasks of one kind in this process. Accounts with waiting tasks take turns: an account with a hundred
// requests delays the single request of another account by only one.
import { AsyncLocalStorage } from 'node:async_hooks';
import { FairSemaphore } from './fair-semaphore.js';

/** Id of the account that the current work is for. Not set outside such work, as in the checks at start. */
export const servedAccount = new AsyncLocalStorage<string>();

export class AccountTurns {
  private readonly turns: FairSemaphore;

  /** @param concurrency tasks that run at the same time; values below 1 count as 1 */
  constructor(concurrency: number) {
    const maxRunning = Math.max(1, Math.floor(concurrency));
    this.turns = new FairSemaphore({ maxRunning, maxRunningPerKey: maxRunning });
  }

  /** Runs the task for the current account, as `FairSemaphore.run` does. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.turns.run(servedAccount.getStore() ?? '', task, signal);
  }
}
