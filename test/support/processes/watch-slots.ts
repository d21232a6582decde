// Counts what is at work in the slots of requests in this process.
import { vi } from 'vitest';
import { FairSemaphore } from '../../../src/platform/concurrency/fair-semaphore.js';
import { RequestSlots } from '../../../src/platform/concurrency/request-slots.js';

export interface WatchedSlots {
  /** Tasks that were begun with this key. */
  readonly begun: (key: string) => number;
  /** Most tasks of this key at work at the same time in one kind of slots. */
  readonly most: (key: string) => number;
  readonly forget: () => void;
  readonly stop: () => void;
}

export function watchSlots(): WatchedSlots {
  const running = new WeakMap<RequestSlots, Map<string, number>>();
  const begun = new Map<string, number>();
  const most = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string, n: number) => {
    const count = (counts.get(key) ?? 0) + n;
    counts.set(key, count);
    return count;
  };
  async function run<T>(this: RequestSlots, key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const own = running.get(this) ?? new Map<string, number>();
    running.set(this, own);
    const counted = async () => {
      add(begun, key, 1);
      most.set(key, Math.max(most.get(key) ?? 0, add(own, key, 1)));
      return task().finally(() => add(own, key, -1));
    };
    return FairSemaphore.prototype.run.call(this, key, counted, signal) as Promise<T>;
  }
  const spy = vi.spyOn(RequestSlots.prototype, 'run').mockImplementation(run as RequestSlots['run']);
  return {
    begun: (key) => begun.get(key) ?? 0,
    most: (key) => most.get(key) ?? 0,
    forget: () => {
      begun.clear();
      most.clear();
    },
    stop: () => spy.mockRestore(),
  };
}
