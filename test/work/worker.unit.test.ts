// A worker on one kind of work, with the work in memory.
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Metrics } from '../../src/platform/operations/metrics/metrics.js';
import { QueueConsumers } from '../../src/platform/queue/queue-consumers.js';
import { ClaimLost, GaveWay, WorkRefused } from '../../src/work/claim.js';
import { Worker } from '../../src/work/worker.js';
import { WorkerSlots } from '../../src/work/worker-slots.js';
import { claimed, kindInMemory, openLanes, SENTENCE } from '../support/builders/kind-in-memory.js';

const PATIENCE_MS = 3_600_000;

function workerOn() {
  const { kind, lane, claims } = kindInMemory();
  const settings = { leaseMs: 30_000, sweepMs: 5_000, providerAttempts: 3, providerPatienceMs: PATIENCE_MS };
  const { lanes, slots, pools, pause, health, enginePause, workerHealth, config } = openLanes(settings);
  const consumers = new QueueConsumers();
  const metrics = new Metrics();
  const worker = new Worker(kind, config, enginePause, workerHealth, lanes, consumers, metrics);
  const pool = pools.get('letters');
  if (!pool) throw new Error('The worker has no slots');
  /** Has the worker take up one letter, and waits for the end of its run. */
  const read = async (changes: Parameters<typeof claimed>[1] = {}) => {
    const letter = claimed('a-letter', changes);
    claims.claim.mockResolvedValueOnce(letter);
    lane.next.mockResolvedValueOnce({ id: 'a-letter', accountId: 'an-account', requestId: 'a-request', begun: false });
    await pool.wake();
    await vi.waitFor(() => expect(slots.free('letters'), 'free slots').toBe(2));
    return letter;
  };
  return { worker, consumers, metrics, kind, lane, claims, pause, health, slots, pool, read };
}

let world: ReturnType<typeof workerOn>;
beforeEach(() => {
  world = workerOn();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a run', () => {
  it('asks engines on behalf of its account, and takes the steps of its kind', async () => {
    const letter = await world.read();
    expect(world.kind.run.mock.calls.map(([work]) => work)).toEqual([letter]);
    expect(world.pause.during.mock.calls.map(([caller]) => caller)).toEqual([
      { purpose: 'evaluation', accountId: 'an-account', livemode: true, analysisId: 'a-letter' },
    ]);
    expect(world.kind.afterRun.mock.calls).toEqual([[letter, false]]);
  });

  it('that asks no engine takes no place among those that do', async () => {
    world.kind.asksEngines.mockReturnValue(false);
    await world.read();
    expect(world.kind.run).toHaveBeenCalledOnce();
    expect(world.pause.during, 'It may be taken for the probe of a provider').not.toHaveBeenCalled();
  });

  it('does not begin on what has crashed five workers: it fails with the sentence of its kind', async () => {
    const letter = await world.read({ crashes: 5 });
    expect(world.kind.run, 'A sixth worker may crash').not.toHaveBeenCalled();
    expect(world.kind.fail.mock.calls).toMatchObject([[letter, { code: 'not_processable', sentence: SENTENCE }]]);
  });

  it('gives way between two pieces, and only once it has got further: else it would never end', async () => {
    const { kind, lane, claims, pool } = world;
    lane.limits().slots = 1;
    const due = (accountId: string) => ({ id: `of-${accountId}`, accountId, requestId: 'r', begun: false });
    lane.next.mockResolvedValueOnce(due('a')).mockResolvedValueOnce(due('b')).mockResolvedValue(null);
    claims.claim.mockImplementation(async (id) => claimed(id, { accountId: id.slice(3) }));
    const pieces: string[] = [];
    kind.run.mockImplementation(async ({ id }, { giveWay }) => {
      if (id !== 'of-a') return;
      for (const piece of ['first', 'second', 'third']) {
        pieces.push(piece);
        await giveWay();
        if (piece === 'second') claims.hasAdvanced.mockReturnValue(true);
      }
    });
    await pool.wake();
    await expect.poll(() => claims.handBack.mock.calls.length).toBe(1);
    expect(pieces).toEqual(['first', 'second', 'third']);
    expect((claims.handBack.mock.calls as unknown[][])[0]?.slice(1)).toEqual([0, 'gave-way']);
    expect((kind.afterRun.mock.calls as unknown[][]).map(([, gaveWay]) => gaveWay).sort()).toEqual([false, true]);
  });

  it.each<[string, unknown, boolean]>([
    ['gave way', new GaveWay(), true],
    ['was refused', new WorkRefused('too_long', 'Too long'), false],
  ])('that %s is ended first, and then left', async (_, error, gaveWay) => {
    const order: string[] = [];
    world.claims.handBack.mockImplementation(async () => void order.push('recorded'));
    world.kind.fail.mockImplementation(async () => void order.push('recorded'));
    world.kind.afterRun.mockImplementation(async () => void order.push('left'));
    world.kind.run.mockRejectedValue(error);
    const letter = await world.read();
    expect(order, 'What a run leaves on the disk may say whose fault its failure was').toEqual(['recorded', 'left']);
    expect(world.kind.afterRun.mock.calls).toEqual([[letter, gaveWay]]);
  });

  it('whose end cannot be left is an error for operators, and its slot is free again', async () => {
    const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    world.kind.afterRun.mockRejectedValue(new Error('Disk'));
    await world.read();
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ letterId: 'a-letter' }), expect.any(String));
  });

  it('is ended by the shutdown, and its work handed back, whatever its steps then say', async () => {
    const { consumers, kind, claims, lane, pool } = world;
    kind.run.mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new GaveWay()));
        }),
    );
    lane.next.mockResolvedValueOnce({ id: 'a-letter', accountId: 'an-account', requestId: 'a-request', begun: false });
    await pool.wake();
    await expect.poll(() => kind.run.mock.calls.length).toBe(1);
    await consumers.beforeApplicationShutdown();
    expect((claims.handBack.mock.calls as unknown[][]).map(([, waitMs, reason]) => [waitMs, reason])).toEqual([
      [0, 'stopping'],
    ]);
    expect((kind.afterRun.mock.calls as unknown[][])[0]?.[1], 'It gave way').toBe(false);
  });
});

describe('what operators see of a kind of work', () => {
  const told = async () =>
    (await world.metrics.registry.metrics())
      .split('\n')
      .filter((line) => /^letters?_/.test(line) && !/_(bucket|sum)/.test(line));

  it('is how it ended, how often it was put back, and the slots that are free', async () => {
    world.kind.run
      .mockResolvedValueOnce(undefined)
      .mockRejectedValueOnce(new WorkRefused('too_long', 'Too long'))
      .mockRejectedValueOnce(new GaveWay());
    for (let letter = 0; letter < 3; letter++) await world.read({ livemode: letter > 0 });
    expect(await told()).toEqual([
      'letters_settled_total{status="completed",livemode="false"} 1',
      'letters_settled_total{status="failed",livemode="true"} 1',
      'letter_turnaround_seconds_count{status="completed"} 1',
      'letter_turnaround_seconds_count{status="failed"} 1',
      'letter_hand_backs_total{reason="gave-way"} 1',
      'letter_slots_free 2',
    ]);
  });

  it('leaves out an end that another worker has written', async () => {
    world.kind.run.mockRejectedValue(new WorkRefused('too_long', 'Too long'));
    world.kind.fail.mockRejectedValue(new ClaimLost());
    await world.read();
    expect(await told()).toEqual(['letter_slots_free 2']);
  });
});

describe('the sweep of a worker', () => {
  it('takes up what waits without a bell, and clears up', async () => {
    const { worker, lane, kind } = world;
    lane.next.mockResolvedValueOnce({ id: 'a-letter', accountId: 'an-account', requestId: 'a-request', begun: false });
    await worker.sweep();
    await expect.poll(() => kind.run.mock.calls.length, { message: 'runs' }).toBe(1);
    expect(kind.clearUp).toHaveBeenCalledOnce();
  });

  const paused = (engine: string, pausedForMs: number) => [{ engine, reason: 'away', pausedForMs }];

  it('fails what has waited for a provider in trouble for as long as it may, once it holds it', async () => {
    const { worker, kind, claims, pause } = world;
    pause.paused.mockResolvedValue(paused('analysis', PATIENCE_MS));
    claims.findOutOfPatience.mockResolvedValue([{ id: 'held' }, { id: 'free' }]);
    claims.claim.mockImplementation(async (id) => (id === 'free' ? claimed(id) : null));
    await worker.giveUp();
    expect(claims.findOutOfPatience.mock.calls).toEqual([['analysis', PATIENCE_MS, 200, null]]);
    expect(kind.fail.mock.calls).toMatchObject([
      [{ id: 'free' }, { code: 'provider_failed', sentence: expect.stringContaining('provider') }],
    ]);
  });

  it.each([
    ['a provider that it does not ask', 'transcription', PATIENCE_MS],
    ['a provider that is in trouble for a moment less', 'analysis', PATIENCE_MS - 1],
  ])('fails nothing for %s', async (_, engine, pausedForMs) => {
    world.pause.paused.mockResolvedValue(paused(engine, pausedForMs));
    await world.worker.giveUp();
    expect(world.claims.findOutOfPatience).not.toHaveBeenCalled();
  });
});

it('what is asked of a lane that this process has not is answered: no slot is free, and no account fills it', () => {
  const slots = new WorkerSlots();
  expect([slots.free('letters'), slots.filledBy('letters')]).toEqual([0, []]);
});

it('a lost claim is left alone', async () => {
  world.kind.run.mockRejectedValue(new ClaimLost());
  await world.read();
  expect([world.kind.fail.mock.calls, world.claims.handBack.mock.calls]).toEqual([[], []]);
});
