import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import { eventually } from '../../support/processes/eventually.js';

describe('a semaphore', () => {
  it('runs as many tasks as allowed, in the order they came, and frees the slot of a task that fails', async () => {
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const semaphore = new Semaphore(2);
    const runs = [0, 1, 2, 3, 4].map((n) =>
      semaphore.run(async () => {
        started.push(n);
        await new Promise<void>((resolve) => finish.push(resolve));
        if (n === 0) throw new Error('failed');
      }),
    );
    const settled = Promise.allSettled(runs);
    await eventually(() => expect(started).toEqual([0, 1]));
    finish[0]?.();
    await eventually(() => expect(started).toEqual([0, 1, 2]));
    finish[1]?.();
    await eventually(() => expect(started).toEqual([0, 1, 2, 3]));
    finish[2]?.();
    await eventually(() => expect(started).toEqual([0, 1, 2, 3, 4]));
    finish[3]?.();
    finish[4]?.();
    expect(
      (await settled).map(({ status }) => status),
      'the five calls',
    ).toEqual(['rejected', ...Array(4).fill('fulfilled')]);
  });

  it('does not let a new task overtake one that waits', async () => {
    const semaphore = new Semaphore(1);
    const started: string[] = [];
    const first = semaphore.run(async () => started.push('first'));
    const second = semaphore.run(async () => started.push('second'));
    await first.then(() => semaphore.run(async () => started.push('third')));
    await second;
    expect(started).toEqual(['first', 'second', 'third']);
  });

  it('drops a waiting task whose signal aborts, and serves those behind it', async () => {
    const semaphore = new Semaphore(1);
    let finish = () => {};
    const first = semaphore.run(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const impatient = new AbortController();
    const never = vi.fn(async () => 'never');
    const second = semaphore.run(never, impatient.signal);
    const third = semaphore.run(async () => 'third');
    impatient.abort(new Error('gave up'));
    await expect(second).rejects.toThrow('gave up');
    finish();
    await first;
    expect(await third).toBe('third');
    await expect(semaphore.run(never, impatient.signal)).rejects.toThrow('gave up');
    expect(await semaphore.run(async () => 'fourth')).toBe('fourth');
    expect(never).not.toHaveBeenCalled();
  });

  it('does not start a task whose signal aborts as it gets the slot, and frees the slot', async () => {
    const semaphore = new Semaphore(1);
    const aborted = new AbortController();
    const never = vi.fn(async () => 'never');
    const run = semaphore.run(never, aborted.signal);
    aborted.abort(new Error('gave up'));
    await expect(run).rejects.toThrow('gave up');
    expect(never).not.toHaveBeenCalled();
    expect(await semaphore.run(async () => 'next')).toBe('next');
  });

  it('forgets the signal of a task that starts: should it abort, those that wait keep their places', async () => {
    const semaphore = new Semaphore(1);
    const first = semaphore.run(async () => 'first');
    const abort = new AbortController();
    const second = semaphore.run(async () => {
      const listeners = getEventListeners(abort.signal, 'abort').length;
      abort.abort();
      return listeners;
    }, abort.signal);
    const third = semaphore.run(async () => 'third');
    expect(await Promise.all([first, second, third]), 'the tasks, the second with the listeners on its signal').toEqual(
      ['first', 0, 'third'],
    );
  });

  it.each([0, -1, 0.5])('lets one task run when it is given a concurrency of %d', async (concurrency) => {
    expect(await new Semaphore(concurrency).run(async () => 'ran')).toBe('ran');
  });
});
