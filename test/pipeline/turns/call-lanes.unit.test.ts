import { describe, expect, it } from 'vitest';
import { LANES, type Lane } from '../../../src/calls/claims/due-calls.js';
import { CallLanes } from '../../../src/pipeline/turns/call-lanes.js';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import { QueueConsumers } from '../../../src/platform/queue/queue-consumers.js';
import type { Claimed } from '../../../src/work/claim.js';
import type { DueWork, Turn } from '../../../src/work/due-work.js';
import { Worker } from '../../../src/work/worker.js';
import { kindInMemory, openLanes } from '../../support/builders/kind-in-memory.js';
import { eventually } from '../../support/processes/eventually.js';

interface Settings {
  readonly concurrency?: number;
  readonly downloadConcurrency?: number;
  readonly accountConcurrency?: number | null;
  readonly sweepMs?: number;
}

/** The turns of a worker in which `due` calls wait in a lane, all of one account, and runs never end. */
function turnsWith(settings: Settings = {}, due: Partial<Record<Lane, number>> = {}) {
  const worker = { concurrency: 4, downloadConcurrency: 6, accountConcurrency: null, sweepMs: 5_000, ...settings };
  const left: Record<Lane, number> = { fetch: 0, work: 0, sandbox: 0, ...due };
  const started: string[] = [];
  const looks: (Turn & { lane: Lane })[] = [];
  /** A call that has been due for long, in this lane. */
  const stuck: { lane: Lane | null } = { lane: null };
  const call = (id: string): DueWork => ({ id, accountId: 'an-account', begun: false, requestId: 'a-request' });
  const claims = { claim: async (id: string) => call(id) };
  const metrics = new Metrics();
  const { lanes: open, slots, pools, health, enginePause, workerHealth, config } = openLanes(worker);
  const lanes = new CallLanes(metrics, slots);
  lanes.onModuleInit();
  /** The lanes, with what is due in memory. */
  const all = lanes.all.map((of) => ({
    ...of,
    next: async (turn: Turn) => {
      const lane = of.name as Lane;
      looks.push({ lane, ...turn });
      if (turn.dueForMs > 0) return stuck.lane === lane ? call('stuck') : null;
      return left[lane] > 0 && !turn.except.includes('an-account') ? call(`${lane}-${left[lane]--}`) : null;
    },
  }));
  const { kind } = kindInMemory();
  const calls = {
    ...kind,
    clearUp: async () => undefined,
    lanes: all as never,
    claims: claims as never,
    run: ({ id }: Claimed) => {
      started.push(id);
      return new Promise<void>(() => undefined);
    },
  };
  const taker = new Worker(calls, config, enginePause, workerHealth, open, new QueueConsumers(), metrics);
  const sweep = () => taker.sweep();
  const wake = async (lane: Lane) => pools.get(lane)?.wake();
  const asked = () => health.isFitFor.mock.calls.map(([needs]) => needs);
  const told = async (name: string) =>
    [...(await metrics.registry.metrics()).matchAll(new RegExp(`^${name}\\{lane="(\\w+)"\\} (\\d+)$`, 'gm'))].map(
      ([, lane, value]) => `${lane} ${value}`,
    );
  return { sweep, wake, started, looks, asked, stuck, told };
}

describe('the lanes of a worker', () => {
  it('have slots of their own, which operators see: as many as configured, and 16 for scenarios', async () => {
    const { wake, told } = turnsWith({ concurrency: 4, downloadConcurrency: 6 }, { work: 3 });
    expect(await told('call_slots_free')).toEqual(['fetch 6', 'work 4', 'sandbox 16']);
    await wake('work');
    expect(await told('call_slots_free'), 'Calls took slots of another lane').toEqual([
      'fetch 6',
      'work 1',
      'sandbox 16',
    ]);
  });

  it.each<[string, Settings, Lane, number]>([
    ['all slots of work, while no other account has calls', {}, 'work', 4],
    [
      'half of the downloads, also while no other account has any: a slow server holds its slot for long',
      {},
      'fetch',
      3,
    ],
    ['one download where there are three', { downloadConcurrency: 3 }, 'fetch', 1],
    ['one download where there is one', { downloadConcurrency: 1 }, 'fetch', 1],
    ['all slots for scenarios', {}, 'sandbox', 16],
    ['as many as ACCOUNT_CONCURRENCY says', { accountConcurrency: 3 }, 'work', 3],
    ['as many scenarios as ACCOUNT_CONCURRENCY says', { accountConcurrency: 2 }, 'sandbox', 2],
  ])('give one account %s', async (_, settings, lane, expected) => {
    const { wake, started, asked } = turnsWith(settings, { [lane]: 30 });
    await wake(lane);
    expect(started, 'The account holds another number of slots').toHaveLength(expected);
    expect(new Set(started.map((id) => id.split('-')[0]))).toEqual(new Set([lane]));
    const needs = { fetch: 'storage', work: 'all', sandbox: 'postgres' }[lane];
    expect(new Set(asked()), 'The health of another lane was asked for').toEqual(new Set([needs]));
  });
});

describe('the sweep of a worker', () => {
  it('takes up what waits in every lane, without a bell', async () => {
    const { sweep, started } = turnsWith({}, { fetch: 1, work: 1, sandbox: 1 });
    await sweep();
    await eventually(() => expect(started.sort()).toEqual(['fetch-1', 'sandbox-1', 'work-1']));
  });

  it.each([
    ['a minute', 5_000, 60_000],
    ['three sweeps, where these are longer', 40_000, 120_000],
  ])('tells operators of a call that was not taken up for %s beside a free slot', async (_, sweepMs, dueForMs) => {
    const { sweep, wake, looks, stuck, told } = turnsWith({ sweepMs });
    stuck.lane = 'fetch';
    await sweep();
    expect(await told('calls_not_taken_up_total'), 'A worker that has just started cannot know').toEqual([]);
    const idleFor = async (ms: number) => {
      const now = performance.now;
      performance.now = () => now.call(performance) + ms;
      try {
        await sweep();
      } finally {
        performance.now = now;
      }
    };
    await Promise.all(LANES.map(wake));
    await idleFor(dueForMs);
    expect(await told('calls_not_taken_up_total')).toEqual(['fetch 1']);
    expect(new Set(looks.map((look) => look.dueForMs))).toEqual(new Set([0, dueForMs]));
  });
});
