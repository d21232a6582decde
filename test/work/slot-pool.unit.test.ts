// One lane's slots: what they take, and when.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { poolOf } from '../support/builders/pool-in-memory.js';

describe('the slots of a lane', () => {
  it('are filled by one wake, and a slot that becomes free takes the next call without another', async () => {
    const { pool, add, taken, end } = poolOf();
    add('a', 6);
    await pool.wake();
    expect(taken).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(pool.freeSlots, 'slots that stay free while calls wait').toBe(0);
    await end('a2');
    expect(taken.slice(4)).toEqual(['a5']);
  });

  it('give one account half of them while others wait, and the other account every turn until it has its half', async () => {
    const { pool, add, taken, end } = poolOf();
    add('a', 10);
    await pool.wake();
    add('b', 3);
    for (const id of ['a1', 'a2', 'a3']) await end(id);
    expect(taken.slice(4)).toEqual(['b1', 'b2', 'a5']);
    await end('b1');
    expect(taken.at(-1)).toBe('b3');
  });

  it.each([
    [1, ['a1', 'b1']],
    [3, ['a1', 'b1', 'a2', 'a3']],
  ])('never hold more than ACCOUNT_CONCURRENCY=%d calls of an account where it is set', async (account, expected) => {
    const { pool, add, taken } = poolOf({ account, accountAlways: true });
    add('a', 10);
    add('b', 1);
    await pool.wake();
    expect([...taken].sort()).toEqual([...expected].sort());
    expect(pool.freeSlots, 'slots that stay free').toBe(4 - expected.length);
  });

  it('leave some to a third and a fourth account where runs never end: each has at most as many as are free', async () => {
    const { pool, add, taken } = poolOf({ slots: 8, account: 4, accountAlways: true, asManyAsFree: true });
    for (const account of ['a', 'b', 'c', 'd']) {
      add(account, 10);
      await pool.wake();
    }
    const of = (account: string) => taken.filter((id) => id.startsWith(account)).length;
    expect(['a', 'b', 'c', 'd'].map(of)).toEqual([4, 2, 1, 1]);
  });

  it('look again for a call that came while they looked', async () => {
    const { pool, add, taken } = poolOf();
    const first = pool.wake();
    add('a', 1);
    await Promise.all([first, pool.wake()]);
    expect(taken).toEqual(['a1']);
  });

  it('choose again after a lost race, among more and more calls', async () => {
    const { pool, world, add, taken, looks } = poolOf();
    add('a', 1);
    world.lost = 3;
    await pool.wake();
    expect(taken).toEqual(['a1']);
    expect(looks.slice(0, 4).map(({ among }) => among)).toEqual([1, 2, 4, 8]);
  });

  it('take the first call where they chose among more than there are', async () => {
    const { pool, world, add, taken, looks } = poolOf();
    add('a', 1);
    world.lost = 2;
    world.unluckyAmong = 2;
    await pool.wake();
    expect(taken, 'A call that is due was not found').toEqual(['a1']);
    expect(looks.slice(0, 5).map(({ among }) => among)).toEqual([1, 2, 1, 4, 1]);
  });

  it('ask Postgres once where nothing is due, and once more where the accounts at work were left out', async () => {
    const { pool, add, looks } = poolOf({ slots: 3, account: 1 });
    await pool.wake();
    expect(looks, 'An idle worker asks more than it must').toHaveLength(1);
    add('a', 1);
    await pool.wake();
    expect(looks.slice(1).map(({ except }) => except)).toEqual([[], ['a'], []]);
  });

  it('take what comes at any moment of a look', async () => {
    for (let ticks = 0; ticks < 20; ticks += 1) {
      const { pool, add, taken } = poolOf();
      void pool.wake();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      add('a', 1);
      void pool.wake();
      await turnOfTheLoop();
      expect(taken, `A bell was not heard that rang ${ticks} ticks after the look began`).toEqual(['a1']);
    }
  });

  it('leave off after twelve lost races: the workers that won take what comes due', async () => {
    const { pool, world, add, taken, looks } = poolOf();
    add('a', 1);
    world.lost = 12;
    await pool.wake();
    expect([taken, looks.length], 'A worker asks Postgres without end').toEqual([[], 12]);
    expect(looks.at(-1)?.among, 'It chooses among more calls than Postgres reads quickly').toBe(64);
    await pool.wake();
    expect(taken).toEqual(['a1']);
  });

  it('take nothing while the gate is closed, and one call for each that it lets through', async () => {
    const { pool, world, add, taken } = poolOf();
    add('a', 2);
    world.allowance = 0;
    await pool.wake();
    expect(taken).toEqual([]);
    world.allowance = 1;
    await pool.wake();
    expect(taken).toEqual(['a1', 'a2']);
  });

  it('survive a look that fails and a run that fails', async () => {
    const { pool, world, add, taken, waiting, faults } = poolOf({ slots: 1 });
    world.fault = new Error('Postgres is away');
    waiting.push({ id: 'fault1', accountId: 'a', requestId: 'r', begun: false });
    await pool.wake();
    expect(taken).toEqual([]);
    world.fault = null;
    await pool.wake();
    add('b', 1);
    await turnOfTheLoop();
    await pool.wake();
    expect(taken).toEqual(['fault1', 'b1']);
    expect(faults, 'A run failed and nothing told of it').toEqual([['fault1', new Error('Disk')]]);
  });

  it('wait for the next bell after a look that failed, although one rang meanwhile', async () => {
    const { pool, world, looks } = poolOf();
    world.fault = new Error('Postgres is away');
    await Promise.all([pool.wake(), pool.wake()]);
    await turnOfTheLoop();
    expect(looks.length, 'looks for due calls while Postgres is away').toBe(1);
  });

  it('keep a job while none of them is free, so that the next job goes to another worker', async () => {
    const { pool, add, end } = poolOf({ slots: 1 });
    add('a', 2);
    await pool.wake();
    let answered = false;
    const answer = pool.untilFree().then(() => {
      answered = true;
    });
    await end('a1');
    expect(answered, 'the job went on while no slot was free').toBe(false);
    await end('a2');
    await answer;
  });

  it('let a job end at once where one of them is free, or the worker stops', async () => {
    const { pool, add } = poolOf({ slots: 2 });
    add('a', 1);
    await pool.wake();
    await pool.untilFree();
    add('a', 2);
    await pool.wake();
    const waiting = pool.untilFree();
    pool.close();
    await waiting;
    await pool.untilFree();
    expect(pool.freeSlots, 'A job waits, though the worker stops').toBe(0);
  });

  it('end their runs when the worker stops, with a call that was claimed at that moment, and take no more', async () => {
    const { pool, add, taken, ended } = poolOf();
    add('a', 1);
    await pool.wake();
    add('b', 1);
    const waking = pool.wake();
    await pool.stop();
    await waking;
    expect(ended).toEqual(taken);
    add('c', 1);
    await pool.wake();
    await pool.untilFree();
    expect(taken).not.toContain('c1');
  });

  it('are waited for by a stop until each run has handed back what it worked on', async () => {
    const { pool, world, add, end } = poolOf();
    world.endsSlowly = true;
    add('a', 2);
    await pool.wake();
    let stopped = false;
    const stop = pool.stop().then(() => {
      stopped = true;
    });
    await end('a1');
    expect(stopped, 'The worker stops beside a run').toBe(false);
    await end('a2');
    await stop;
  });

  it('report a call that has been due for long only when they have been free for as long', async () => {
    const { pool, world, add, waiting } = poolOf({ slots: 1 });
    await pool.wake();
    expect(await pool.findNotTakenUp(0)).toBeNull();
    waiting.push({ id: 'stuck', accountId: 'a', requestId: 'r', begun: false });
    expect(await pool.findNotTakenUp(0)).toMatchObject({ id: 'stuck', accountId: 'a' });
    expect(await pool.findNotTakenUp(60_000)).toBeNull();
    world.allowance = 0;
    await pool.wake();
    expect(await pool.findNotTakenUp(0)).toBeNull();
    world.allowance = 1;
    add('b', 1);
    await pool.wake();
    expect(await pool.findNotTakenUp(0)).toBeNull();
  });

  it.each<[string, (pool: ReturnType<typeof poolOf>) => void]>([
    ['all of them have been taken since', ({ add }) => add('a', 1)],
    [
      'the last look failed',
      ({ world }) => {
        world.fault = new Error('Postgres is away');
      },
    ],
  ])('report none where %s', async (_, change) => {
    const parts = poolOf({ slots: 1 });
    const { pool, world, waiting } = parts;
    await pool.wake();
    change(parts);
    await pool.wake();
    world.fault = null;
    waiting.push({ id: 'next', accountId: 'b', requestId: 'r', begun: false });
    expect(await pool.findNotTakenUp(0), 'a call that no slot was free for').toBeNull();
  });

  it('report a call of any account once the time has passed, however long the process runs', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      vi.advanceTimersByTime(3_600_000);
      const { pool, waiting, looks } = poolOf();
      await pool.wake();
      waiting.push({ id: 'stuck', accountId: 'a', requestId: 'r', begun: false });
      vi.advanceTimersByTime(59_999);
      expect(await pool.findNotTakenUp(60_000), 'a call before it is overdue').toBeNull();
      vi.advanceTimersByTime(1);
      expect(await pool.findNotTakenUp(60_000)).toMatchObject({ id: 'stuck' });
      expect(looks.at(-1), 'what is looked for').toMatchObject({ except: [], among: 1, dueForMs: 60_000 });
    } finally {
      vi.useRealTimers();
    }
  });
});
