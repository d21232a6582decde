// What a lane of a worker may take, with health, pauses and slots in memory.
import { describe, expect, it } from 'vitest';
import type { Claimed } from '../../src/work/claim.js';
import type { LaneView, WorkLane } from '../../src/work/kind-of-work.js';
import { kindInMemory, openLanes } from '../support/builders/kind-in-memory.js';

const ALL = Number.POSITIVE_INFINITY;
const runs = { claim: async () => null, run: async () => undefined, isStalled: () => false, onFault: () => undefined };

it.each<[string, Partial<WorkLane<Claimed>>, { fit: boolean; probes: number; taken: number; needs: string }]>([
  [
    'a sick worker takes none, though the provider works',
    { isPaced: true },
    { fit: false, probes: ALL, taken: 0, needs: 'all' },
  ],
  [
    'a fit worker takes one as a probe while the provider is in trouble',
    { isPaced: true },
    { fit: true, probes: 1, taken: 1, needs: 'all' },
  ],
  ['a fit worker takes none during a pause', { isPaced: true }, { fit: true, probes: 0, taken: 0, needs: 'all' }],
  ['a lane that asks no provider goes on during a pause', {}, { fit: true, probes: 0, taken: 2, needs: 'all' }],
  [
    'a lane that needs the store alone asks for no more',
    { needs: 'storage' },
    { fit: true, probes: 0, taken: 2, needs: 'storage' },
  ],
])('%s', async (_, of, { fit, probes, taken, needs }) => {
  const { lane } = kindInMemory();
  const { lanes, health, pause } = openLanes();
  health.isFitFor.mockResolvedValue(fit);
  let left = probes;
  pause.allowance.mockImplementation(async () => left--);
  const claimed: string[] = [];
  lane.next.mockImplementation(async () => ({ id: `${claimed.length}`, accountId: 'a', requestId: 'r', begun: false }));
  const claim = async (id: string) => {
    claimed.push(id);
    return { id, accountId: 'a' } as Claimed;
  };
  const open = lanes.open({ ...lane, ...of }, { ...runs, claim, run: () => new Promise(() => undefined) });
  await open.pool.wake();
  expect(claimed, 'The worker takes another number').toHaveLength(taken);
  expect(new Set(health.isFitFor.mock.calls.flat()), 'Something else of the worker was asked for').toEqual(
    new Set([needs]),
  );
});

describe('a lane whose work asks an engine', () => {
  async function isPausedWhile(paused: { engine: string; remainingMs: number }): Promise<boolean> {
    const { lane } = kindInMemory();
    const { lanes, pause } = openLanes();
    pause.paused.mockResolvedValue([paused]);
    const views: LaneView[] = [];
    lane.next.mockImplementation(async (_turn, view) => {
      views.push(view);
      return null;
    });
    await lanes.open(lane, runs).pool.wake();
    return views[0]?.isPaused('analysis') ?? Promise.reject(new Error('The lane was not asked'));
  }

  it('waits for a pause of its provider to pass, and then is its probe [fault 95]', async () => {
    expect(await isPausedWhile({ engine: 'analysis', remainingMs: 5 }), 'it may ask during the pause').toBe(true);
    expect(await isPausedWhile({ engine: 'analysis', remainingMs: 0 }), 'it may ask after the pause').toBe(false);
  });

  it('does not wait for another provider', async () => {
    expect(await isPausedWhile({ engine: 'transcription', remainingMs: 5 }), 'it may ask').toBe(false);
  });
});

it('passes on to its own queue the job that found no slot', async () => {
  const { lane } = kindInMemory();
  const { lanes, doorbells } = openLanes();
  await lanes.open(lane, runs).passOn({ requestId: 'a-request' });
  expect(doorbells.passOn.mock.calls).toEqual([['exports', { requestId: 'a-request' }]]);
});
