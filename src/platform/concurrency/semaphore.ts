// Limits how many tasks of one kind run at the same time in this process. Tasks above the limit wait, first come, first served.

export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  /** @param concurrency tasks that run at the same time; values below 1 count as 1 */
  constructor(concurrency: number) {
    this.free = Math.max(1, Math.floor(concurrency));
  }

  /**
   * Runs the task as soon as a slot is free, and frees the slot when the task settles.
   * Rejects with the signal's reason when the signal aborts before the task starts; a task that runs must watch the signal
   * itself.
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.acquire(signal);
    try {
      // The signal can abort between the moment this task gets the slot and the moment it continues here.
      signal?.throwIfAborted();
      return await task();
    } finally {
      this.release();
    }
  }

  private acquire(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leaveQueue);
        resolve();
      };
      const leaveQueue = () => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leaveQueue, { once: true });
      this.waiting.push(start);
    });
  }

  private release(): void {
    const next = this.waiting.shift();
    // The slot passes straight to the next task; otherwise a task that comes at this moment could overtake it.
    if (next) next();
    else this.free += 1;
  }
}
