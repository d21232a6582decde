// One lane's slots, with due calls and claims in memory. The order of accounts is that of test/calls/claims/due-calls.test.ts.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect } from 'vitest';
import { WorkerStopping } from '../../../src/work/claim.js';
import type { DueWork, Turn } from '../../../src/work/due-work.js';
import type { GivesWay } from '../../../src/work/slot-pool.js';
import { type PoolLimits, SlotPool } from '../../../src/work/slot-pool.js';

type Waiting = DueWork;

/** A pool over `waiting`, in which other workers may take calls too. */
export function poolOf(limits: Partial<PoolLimits> = {}) {
  const waiting: Waiting[] = [];
  const taken: string[] = [];
  const looks: Turn[] = [];
  const ends = new Map<string, () => void>();
  const asks = new Map<string, GivesWay>();
  const ended: string[] = [];
  const world = {
    allowance: Number.POSITIVE_INFINITY,
    lost: 0,
    fault: null as Error | null,
    unluckyAmong: Number.POSITIVE_INFINITY,
    endsSlowly: false,
    begun: false,
    /** What only waits for an answer. */
    stalled: new Set<string>(),
  };
  const faults: [string, unknown][] = [];
  const pool = new SlotPool<Waiting>(
    'work',
    { slots: 4, account: 2, accountAlways: false, asManyAsFree: false, lastSlotReserved: false, ...limits },
    {
      allowance: async () => world.allowance,
      isStalled: ({ id }) => world.stalled.has(id),
      onFault: ({ id }, error) => faults.push([id, error]),
      next: async (turn) => {
        looks.push(turn);
        // A pool that looks without end would block the event loop, and the test with it.
        if (world.fault && looks.length < 100) throw world.fault;
        // It chose one behind the last.
        if (turn.among >= world.unluckyAmong) return null;
        const free = waiting.filter(({ accountId }) => !turn.except.includes(accountId));
        const accounts = [...new Set(free.map(({ accountId }) => accountId))].sort();
        const account = accounts.find((id) => id > turn.after) ?? accounts[0];
        const due = free.find(({ accountId }) => accountId === account);
        return due ?? null;
      },
      claim: async (id) => {
        const place = waiting.findIndex((call) => call.id === id);
        if (world.lost-- > 0) return null;
        const [call] = waiting.splice(place, 1);
        if (call) taken.push(call.id);
        return call ?? null;
      },
      run: (call, abort, givesWay) =>
        new Promise((resolve, reject) => {
          asks.set(call.id, givesWay);
          const end = () => {
            ended.push(call.id);
            resolve();
          };
          if (call.id.startsWith('fault')) reject(new Error('Disk'));
          if (abort.signal.aborted) end();
          abort.signal.addEventListener('abort', () => {
            expect(abort.signal.reason).toBeInstanceOf(WorkerStopping);
            if (!world.endsSlowly) end();
          });
          ends.set(call.id, end);
        }),
    },
  );
  const add = (accountId: string, count: number) => {
    for (let n = 1; n <= count; n++)
      waiting.push({ id: `${accountId}${n}`, accountId, requestId: 'r', begun: world.begun });
  };
  /** As a run does between two pieces; one that gives way hands back what it works on. */
  const piece = async (id: string) => {
    const gaveWay = await asks.get(id)?.();
    if (gaveWay) await end(id);
    return gaveWay;
  };
  const end = async (id: string) => {
    ends.get(id)?.();
    await turnOfTheLoop();
  };
  return { pool, world, waiting, taken, looks, faults, ended, add, end, piece };
}
