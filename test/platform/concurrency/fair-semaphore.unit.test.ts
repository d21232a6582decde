import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairSemaphore } from '../../../src/platform/concurrency/fair-semaphore.js';

/** Starts tasks that end when the test says so. */
function tasksOf(semaphore: FairSemaphore) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    start: (key: string, name: string, signal?: AbortSignal, cost?: number) =>
      semaphore.run(
        key,
        () => {
          started.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        signal,
        cost,
      ),
    async end(name: string) {
      ends.get(name)?.();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('a fair semaphore', () => {
  it('lets a key pass that has one task, before the thousand of another', async () => {
    const tasks = tasksOf(new FairSemaphore({ maxRunning: 3, maxRunningPerKey: 3 }));
    for (let n = 0; n < 1_000; n++) void tasks.start('many', `many-${n}`);
    void tasks.start('one', 'one-0');
    expect(tasks.started).toEqual(['many-0', 'many-1', 'many-2']);
    await tasks.end('many-1');
    await tasks.end('many-0');
    expect(tasks.started.slice(3)).toContain('one-0');
  });

  it('keeps slots free for others where one key has as many as it may', () => {
    const tasks = tasksOf(new FairSemaphore({ maxRunning: 10, maxRunningPerKey: 4 }));
    for (let n = 0; n < 20; n++) void tasks.start('many', `many-${n}`);
    void tasks.start('one', 'one-0');
    expect(tasks.started).toEqual(['many-0', 'many-1', 'many-2', 'many-3', 'one-0']);
  });

  it('gives up a task that waits when its signal aborts, and one whose signal has aborted already', async () => {
    const tasks = tasksOf(new FairSemaphore({ maxRunning: 1, maxRunningPerKey: 1 }));
    void tasks.start('a', 'first');
    const abort = new AbortController();
    const waiting = tasks.start('a', 'second', abort.signal);
    abort.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    await expect(tasks.start('a', 'third', abort.signal)).rejects.toThrow('too late');
    void tasks.start('a', 'fourth');
    await tasks.end('first');
    expect(tasks.started).toEqual(['first', 'fourth']);
  });

  it('leaves a task that runs to watch its signal itself', async () => {
    const abort = new AbortController();
    const semaphore = new FairSemaphore({ maxRunning: 1, maxRunningPerKey: 1 });
    const running = semaphore.run('a', async () => abort.abort(new Error('too late')), abort.signal);
    await expect(running, 'a task that ended although its signal aborted').resolves.toBeUndefined();
  });

  it('lets a key that comes back wait behind those that wait already, however long ago it was there', async () => {
    const tasks = tasksOf(new FairSemaphore({ maxRunning: 1, maxRunningPerKey: 1 }));
    void tasks.start('back', 'back-1');
    void tasks.start('busy', 'busy-1');
    await tasks.end('back-1');
    void tasks.start('busy', 'busy-2');
    void tasks.start('back', 'back-2');
    await tasks.end('busy-1');
    expect(tasks.started, 'A key that was idle keeps its place before the others').toEqual([
      'back-1',
      'busy-1',
      'busy-2',
    ]);
  });

  it('gives the next turn to a key that comes, however many others wait', async () => {
    const tasks = tasksOf(new FairSemaphore({ maxRunning: 1, maxRunningPerKey: 1 }));
    const keys = Array.from({ length: 10 }, (_, n) => `key-${n}`);
    for (const turn of [1, 2, 3]) for (const key of keys) void tasks.start(key, `${key} ${turn}`);
    for (const key of keys) await tasks.end(`${key} 1`);
    void tasks.start('new', 'new');
    await tasks.end('key-0 2');
    expect(tasks.started.at(-1)).toBe('new');
  });

  it('counts a task by its cost: a key with long ones has as few turns as make them even', async () => {
    const tasks = tasksOf(new FairSemaphore({ maxRunning: 1, maxRunningPerKey: 1 }));
    for (let n = 0; n < 3; n++) void tasks.start('long', `long-${n}`, undefined, 3);
    for (let n = 0; n < 7; n++) void tasks.start('short', `short-${n}`);
    for (let n = 0; n < 10; n++) await tasks.end(tasks.started[n] ?? '');
    expect(tasks.started.join(' ')).toBe(
      'long-0 short-0 short-1 short-2 long-1 short-3 short-4 short-5 long-2 short-6',
    );
  });

  it('forgets what a key had as soon as none is there, and keeps it while others wait', async () => {
    const tasks = tasksOf(new FairSemaphore({ maxRunning: 1, maxRunningPerKey: 1 }));
    void tasks.start('long', 'long-1', undefined, 100);
    await tasks.end('long-1');
    void tasks.start('other', 'other-1');
    void tasks.start('other', 'other-2');
    void tasks.start('long', 'long-2', undefined, 100);
    await tasks.end('other-1');
    expect(tasks.started.at(-1), 'the key that was alone before').toBe('long-2');
    await tasks.end('long-2');
    void tasks.start('long', 'long-3');
    void tasks.start('other', 'other-3');
    await tasks.end('other-2');
    expect(tasks.started.at(-1), 'the key that has had less').toBe('other-3');
  });

  it('passes on what a task returns or throws, and frees its slot', async () => {
    const semaphore = new FairSemaphore({ maxRunning: 1, maxRunningPerKey: 1 });
    await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await semaphore.run('a', async () => 7), 'what the task after the failed one returns').toBe(7);
  });

  it('never exceeds a limit, and leaves no task waiting that could run', async () => {
    const step = fc.record({ key: fc.constantFrom('x', 'y', 'z'), adds: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const tasks = tasksOf(new FairSemaphore({ maxRunning: 4, maxRunningPerKey: 2 }));
        const running: Record<string, string[]> = { x: [], y: [], z: [] };
        const waiting: Record<string, number> = { x: 0, y: 0, z: 0 };
        let seen = 0;
        for (const [n, { key, adds }] of steps.entries()) {
          if (adds) {
            waiting[key] = (waiting[key] ?? 0) + 1;
            void tasks.start(key, `${key}-${n}`);
          } else {
            const ended = running[key]?.shift();
            if (ended) await tasks.end(ended);
          }
          for (const name of tasks.started.slice(seen)) {
            const of = name.slice(0, 1);
            running[of]?.push(name);
            waiting[of] = (waiting[of] ?? 0) - 1;
          }
          seen = tasks.started.length;
          const counts = Object.values(running).map(({ length }) => length);
          const total = counts.reduce((sum, count) => sum + count, 0);
          expect(Math.max(...counts)).toBeLessThanOrEqual(2);
          expect(total).toBeLessThanOrEqual(4);
          const couldRun = Object.keys(running).filter(
            (of) => (waiting[of] ?? 0) > 0 && (running[of] ?? []).length < 2,
          );
          if (total < 4) expect(couldRun).toEqual([]);
        }
      }),
    );
  });
});
