// Limits how many tasks run at the same time in this process, together and for each key. Tasks above a limit wait, and the keys
// take turns: next is the key that has had the least so far. A key with a thousand waiting tasks, or with long ones, delays the
// single task of another key by no more than what runs already. A key that was idle catches up on nothing.

import { AsyncResource } from 'node:async_hooks';

interface FairLimits {
  /** Tasks that run at the same time. */
  readonly maxRunning: number;
  readonly maxRunningPerKey: number;
}

interface Waiting {
  readonly start: () => void;
  readonly cost: number;
}

interface Lane {
  running: number;
  /** Cost of the tasks that have begun, counted from where the keys were when this one came. The least has the next turn. */
  had: number;
  /** Had no turn since it came, and none lately: it goes before keys that have had as much. */
  isNew: boolean;
  /** First in, first out. A set, so that a task that gives up leaves without a search. */
  readonly waiting: Set<Waiting>;
}

export class FairSemaphore {
  /** Keys with a task that runs or waits, and those that had more than others that wait. Among equals the first has the turn. */
  private readonly lanes = new Map<string, Lane>();
  private running = 0;
  /** Count of the key of the last turn before that turn: a key that comes begins with no less. */
  private level = 0;

  constructor(private readonly limits: FairLimits) {}

  /**
   * Runs the task as soon as it is its turn; where a slot is free, before this method returns. Rejects with the signal's reason
   * when the signal aborts before that; a task that runs must watch the signal itself.
   * @param cost share of the turns that the task uses up, above zero, in a unit of the caller
   */
  run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal, cost = 1): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // Another task's end may start it.
      const inContext = AsyncResource.bind(task);
      const lane = this.laneOf(key);
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
      const waiting = { start, cost };
      const leave = () => {
        lane.waiting.delete(waiting);
        this.dropIfIdle(key, lane);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      lane.waiting.add(waiting);
      this.startNext();
    });
  }

  private laneOf(key: string): Lane {
    const known = this.lanes.get(key);
    if (known && known.running + known.waiting.size > 0) return known;
    const had = Math.max(this.level, known?.had ?? 0);
    const lane = { running: 0, had, isNew: had === this.level, waiting: new Set<Waiting>() };
    // To the end of the turns.
    this.lanes.delete(key);
    this.lanes.set(key, lane);
    return lane;
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
    const next = this.findNext();
    if (!next) return;
    const { key, lane, waiting } = next;
    lane.waiting.delete(waiting);
    lane.running += 1;
    this.running += 1;
    this.level = Math.max(this.level, lane.had);
    lane.had += waiting.cost;
    lane.isNew = false;
    // To the end of the turns.
    this.lanes.delete(key);
    this.lanes.set(key, lane);
    waiting.start();
  }

  private findNext() {
    let next: { readonly key: string; readonly lane: Lane; readonly waiting: Waiting } | null = null;
    for (const [key, lane] of this.lanes) {
      const [waiting] = lane.waiting;
      if (!waiting) this.dropIfIdle(key, lane);
      else if (lane.running < this.limits.maxRunningPerKey && (next === null || goesBefore(lane, next.lane)))
        next = { key, lane, waiting };
    }
    return next;
  }

  /** The count of an idle key is kept until the others have had as much, or none of them is there. */
  private dropIfIdle(key: string, lane: Lane): void {
    if (lane.running > 0 || lane.waiting.size > 0) return;
    if (lane.had <= this.level) this.lanes.delete(key);
    if (this.running === 0 && [...this.lanes.values()].every(({ waiting }) => waiting.size === 0)) {
      this.lanes.clear();
      this.level = 0;
    }
  }
}

/** @param other comes earlier in the order of turns */
function goesBefore(lane: Lane, other: Lane): boolean {
  return lane.had < other.had || (lane.had === other.had && lane.isNew && !other.isNew);
}
