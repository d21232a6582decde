// Limits how many tasks run at the same time in this process, together and for each key. Tasks above a limit wait, and the keys
// take turns (round robin): a key with a thousand waiting tasks delays the single task of another key by one turn.

import { AsyncResource } from 'node:async_hooks';

interface FairLimits {
  /** Tasks that run at the same time. */
  readonly maxRunning: number;
  readonly maxRunningPerKey: number;
}

interface Lane {
  running: number;
  /** First in, first out. A set, so that a task that gives up leaves without a search. */
  readonly waiting: Set<() => void>;
}

export class FairSemaphore {
  /** Keys with a task that runs or waits, in the order of their turns. */
  private readonly lanes = new Map<string, Lane>();
  private running = 0;

  constructor(private readonly limits: FairLimits) {}

  /**
   * Runs the task as soon as it is its turn; where a slot is free, before this method returns. Rejects with the signal's reason
   * when the signal aborts before that; a task that runs must watch the signal itself.
   */
  run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // Another task's end may start it.
      const inContext = AsyncResource.bind(task);
      const lane = this.lanes.get(key) ?? { running: 0, waiting: new Set() };
      const start = () => {
        signal?.removeEventListener('abort', leave);
        const release = () => this.release(key, lane);
        // Released first: a caller that waits for this task finds its slot free.
        inContext().then(
          (value) => {
            release();
            resolve(value);
          },
          (error: unknown) => {
            release();
            reject(error);
          },
        );
      };
      const leave = () => {
        lane.waiting.delete(start);
        this.dropIfIdle(key, lane);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.lanes.set(key, lane);
      lane.waiting.add(start);
      this.startNext();
    });
  }

  private release(key: string, lane: Lane): void {
    this.running -= 1;
    lane.running -= 1;
    this.dropIfIdle(key, lane);
    this.startNext();
  }

  /** Call after each change. One change makes room for one task at most. */
  private startNext(): void {
    if (this.running >= this.limits.maxRunning) return;
    for (const [key, lane] of this.lanes) {
      const [start] = lane.waiting;
      if (!start || lane.running >= this.limits.maxRunningPerKey) continue;
      lane.waiting.delete(start);
      lane.running += 1;
      this.running += 1;
      // To the end of the turns.
      this.lanes.delete(key);
      this.lanes.set(key, lane);
      start();
      return;
    }
  }

  private dropIfIdle(key: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.size === 0) this.lanes.delete(key);
  }
}
