// When a run gives its slot to another account, with due calls and claims in memory.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { poolOf } from '../support/builders/pool-in-memory.js';

describe('a run between two pieces', () => {
  it('gives its slot to the call of another account, which has begun by then', async () => {
    const { pool, add, taken, piece } = poolOf();
    add('a', 6);
    await pool.wake();
    expect(await piece('a1'), 'it gives way while no one else waits').toBe(false);
    add('b', 1);
    expect(await piece('a2'), 'it gives way').toBe(true);
    expect(taken).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
    expect(await piece('a3'), 'a second one gives way to the same call').toBe(false);
  });

  it('holds no slot from the moment at which it gives way, however long its other pieces take', async () => {
    const { pool, world, add, taken, piece, end } = poolOf();
    add('a', 4);
    await pool.wake();
    add('b', 1);
    world.endsSlowly = true;
    const gaveWay = piece('a1');
    await gaveWay;
    expect(pool.freeSlots).toBe(0);
    add('c', 1);
    await end('b1');
    expect(taken.at(-1), 'the next call').toBe('c1');
  });

  it('gives way until each account has its share, and neither hands back and forth', async () => {
    const { pool, add, taken, piece } = poolOf();
    add('a', 10);
    await pool.wake();
    add('b', 10);
    const given = [];
    for (const id of ['a1', 'a2', 'a3', 'a4']) given.push(await piece(id));
    expect(given).toEqual([true, true, false, false]);
    expect(taken.slice(4)).toEqual(['b1', 'b2']);
    for (const id of ['a3', 'a4', 'b1', 'b2', 'a3', 'b2']) expect(await piece(id), `${id} gives way`).toBe(false);
    add('c', 10);
    expect(await piece('a3'), 'to an account that has none').toBe(true);
    for (const id of ['a4', 'b1', 'b2', 'c1']) expect(await piece(id), `${id} gives way`).toBe(false);
  });

  it('of an account that is not the busiest keeps its slot', async () => {
    const { pool, add, piece, end } = poolOf({ slots: 5, account: 3 });
    add('a', 2);
    add('b', 3);
    await pool.wake();
    add('c', 1);
    expect(await piece('a1'), 'a run of the smaller account gives way').toBe(false);
    expect(await piece('b1'), 'a run of the busiest account gives way').toBe(true);
    await end('c1');
  });

  it('leaves its account’s only slot at once to an account that has none, if that one’s call is fresh', async () => {
    const { pool, add, piece } = poolOf({ slots: 1, account: 1 });
    add('a', 1);
    await pool.wake();
    add('b', 1);
    expect(await piece('a1'), 'it gives way').toBe(true);
  });

  it('keeps its account’s only slot for ten seconds where the other account’s call was begun, so that two long calls do not change after each piece', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { pool, world, add, taken, piece } = poolOf({ slots: 1, account: 1 });
      add('a', 1);
      await pool.wake();
      world.begun = true;
      add('b', 1);
      vi.advanceTimersByTime(9_999);
      expect(await piece('a1'), 'it gives way before its turn is over').toBe(false);
      world.begun = false;
      add('c', 1);
      world.begun = true;
      expect(await piece('a1'), 'it gives way to a fresh call behind the other').toBe(true);
      expect(taken).toEqual(['a1', 'c1']);
      vi.advanceTimersByTime(10_000);
      expect(await piece('c1'), 'it gives way after its turn').toBe(true);
      expect(taken).toEqual(['a1', 'c1', 'b1']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps its slot where another worker was faster, the gate is closed, a slot is free, or the worker stops', async () => {
    const { pool, world, add, waiting, piece, taken, end } = poolOf();
    add('a', 4);
    await pool.wake();
    add('b', 1);
    world.lost = 100;
    expect(await piece('a1'), 'another worker was faster').toBe(false);
    world.lost = 0;
    world.allowance = 0;
    expect(await piece('a1'), 'the gate is closed').toBe(false);
    await end('a4');
    expect(await piece('a1'), 'a slot is free').toBe(false);
    world.allowance = Number.POSITIVE_INFINITY;
    await pool.wake();
    expect(waiting, 'calls that still wait').toHaveLength(0);
    add('c', 1);
    pool.close();
    expect(await piece('a1'), 'the worker stops').toBe(false);
    expect(taken).not.toContain('c1');
  });

  it('goes on where Postgres cannot be asked', async () => {
    const { pool, world, add, piece } = poolOf();
    add('a', 4);
    await pool.wake();
    add('b', 1);
    world.fault = new Error('Postgres is away');
    expect(await piece('a1'), 'it gives way').toBe(false);
    world.fault = null;
    expect(await piece('a1'), 'it gives way afterwards').toBe(true);
  });
});

describe('a run that only waits for an answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('gives its slot to another account while it waits, and gives way with its next piece', async () => {
    const { pool, world, add, taken, piece } = poolOf();
    add('a', 6);
    await pool.wake();
    add('b', 2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(taken, 'while its answers come').toHaveLength(4);
    world.stalled = new Set(['a2', 'a3', 'a4']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(taken.slice(4), 'until each account has its half').toEqual(['b1', 'b2']);
    expect(pool.freeSlots).toBe(0);
    expect(await piece('a2'), 'it gives way').toBe(true);
    expect(await piece('a4'), 'one keeps its slot').toBe(false);
  });

  it('has its slot back before further work of its account has one, and keeps it then', async () => {
    const { pool, world, add, taken, piece, end } = poolOf();
    add('a', 6);
    await pool.wake();
    world.stalled = new Set(['a1', 'a2', 'a3', 'a4']);
    add('b', 1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(taken.slice(4)).toEqual(['b1']);
    await end('b1');
    expect(taken.slice(4), 'what its account has waiting would stall, too').toEqual(['b1']);
    expect(pool.freeSlots).toBe(0);
    expect(await piece('a1'), 'it gives way').toBe(false);
    add('c', 1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(taken.slice(5), 'it may lend it again').toEqual(['c1']);
    expect(await piece('a1'), 'it hands back what was told to').toBe(true);
    await end('c1');
    expect(taken.slice(6), 'no run is without a slot any more').toEqual(['a5']);
  });

  it('keeps its slot where no other account waits, and is not looked for once a slot is free', async () => {
    const { pool, world, add, taken, looks, end } = poolOf();
    add('a', 5);
    await pool.wake();
    world.stalled = new Set(['a1', 'a2', 'a3', 'a4']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(taken).toEqual(['a1', 'a2', 'a3', 'a4']);
    for (const id of ['a1', 'a2', 'a3']) await end(id);
    const before = looks.length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(looks, 'looks').toHaveLength(before);
    pool.close();
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
  });
});
