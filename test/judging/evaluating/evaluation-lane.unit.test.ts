// Which evaluations share the slots of a process, with what is due in memory.
import { describe, expect, it } from 'vitest';
import { EVALUATION_LANE } from '../../../src/judging/evaluating/evaluation-lane.js';
import type { Config } from '../../../src/platform/config/config.js';
import { NEXT_DUE_EVALUATION } from '../../../src/scorecards/evaluations/due-evaluations.js';
import { type ClaimedEvaluation, isOfRescore } from '../../../src/scorecards/evaluations/evaluation-claims.js';
import type { LaneView } from '../../../src/work/kind-of-work.js';
import { type GivesWay, SlotPool } from '../../../src/work/slot-pool.js';

type Due = Pick<ClaimedEvaluation, 'id' | 'accountId' | 'modelKey' | 'rescoreId' | 'kept'>;

const asksModel = (id: string, accountId = 'a'): Due => ({
  id,
  accountId,
  modelKey: 'model 1',
  rescoreId: null,
  kept: false,
});
const asksNone = (id: string, accountId = 'a'): Due => ({ ...asksModel(id, accountId), modelKey: null });
const ofJob = (id: string, accountId = 'a'): Due => ({ ...asksNone(id, accountId), rescoreId: 'job' });

/** Four slots; no run ends before `end` is called. @returns the pool, and the evaluations at work */
function turnsWith(due: Due[], withoutRescoring: readonly string[] = [], isPaused = false) {
  const atWork = new Map<string, () => void>();
  const givesWay = new Map<string, GivesWay>();
  const taken = new Set<string>();
  const view: LaneView = {
    slots: 4,
    find: async (statement, { after, except }) => {
      const ofRescore = Object.values(NEXT_DUE_EVALUATION.rescore).includes(statement);
      const askModel = [NEXT_DUE_EVALUATION.asked.any, NEXT_DUE_EVALUATION.rescore.any].includes(statement);
      const free = due.filter(
        (each) =>
          !taken.has(each.id) &&
          (askModel || each.modelKey === null) &&
          !except.includes(each.accountId) &&
          isOfRescore(each as ClaimedEvaluation) === ofRescore,
      );
      const accounts = [...new Set(free.map(({ accountId }) => accountId))].sort();
      const account = accounts.find((id) => id > after) ?? accounts[0];
      const next = free.find(({ accountId }) => accountId === account);
      return next ? { ...next, requestId: 'r', begun: false } : null;
    },
    isPaused: async () => isPaused,
    passesOver: async () => 'nothing',
    filledBy: (lane) => (lane === 'work' ? withoutRescoring : []),
  };
  const settings = { evaluationConcurrency: 4 } as Config['worker'];
  const pool = new SlotPool<ClaimedEvaluation>('evaluations', EVALUATION_LANE.limits(settings), {
    next: (turn, held) => EVALUATION_LANE.next(turn, view, held),
    allowance: async () => Number.POSITIVE_INFINITY,
    isStalled: () => false,
    claim: async (id) => {
      taken.add(id);
      return (due.find((each) => each.id === id) ?? null) as ClaimedEvaluation | null;
    },
    run: async ({ id }, _abort, asksWay) => {
      givesWay.set(id, asksWay);
      await new Promise<void>((resolve) => atWork.set(id, resolve));
      atWork.delete(id);
    },
    onFault: () => undefined,
  });
  return { pool, atWork, givesWay, due };
}

describe('while a language model does not answer', () => {
  it('one slot is left for evaluations that ask no model', async () => {
    const { pool, atWork } = turnsWith([...['m1', 'm2', 'm3', 'm4', 'm5'].map((id) => asksModel(id)), asksNone('p1')]);
    await pool.wake();
    expect([...atWork.keys()]).toEqual(['m1', 'm2', 'm3', 'p1']);
  });

  it('the next one that asks it begins when one of them ends', async () => {
    const { pool, atWork } = turnsWith(['m1', 'm2', 'm3', 'm4'].map((id) => asksModel(id)));
    await pool.wake();
    expect([...atWork.keys()]).toEqual(['m1', 'm2', 'm3']);
    atWork.get('m1')?.();
    await expect.poll(() => [...atWork.keys()]).toEqual(['m2', 'm3', 'm4']);
  });

  it('none that asks it begins during the pause of its provider', async () => {
    const { pool, atWork } = turnsWith([asksModel('m1'), asksNone('p1')], [], true);
    await pool.wake();
    expect([...atWork.keys()]).toEqual(['p1']);
  });

  it('one that asks it gives way to another account’s, beside the free slot that neither may take', async () => {
    const { pool, atWork, givesWay, due } = turnsWith(['m1', 'm2', 'm3'].map((id) => asksModel(id)));
    await pool.wake();
    expect(await givesWay.get('m1')?.(), 'it gives way to no one').toBe(false);
    due.push(asksModel('n1', 'b'));
    expect(await givesWay.get('m1')?.(), 'it gives way').toBe(true);
    expect([...atWork.keys()]).toEqual(['m1', 'm2', 'm3', 'n1']);
  });
});

describe('evaluations of jobs', () => {
  it('leave a slot, and go behind what their own account’s clients ask for', async () => {
    const { pool, atWork } = turnsWith([...['j1', 'j2', 'j3', 'j4'].map((id) => ofJob(id)), asksNone('p1')]);
    await pool.wake();
    expect([...atWork.keys()]).toEqual(['p1', 'j1', 'j2', 'j3']);
  });

  it('do not go behind what another account’s clients ask for: each account has its turn', async () => {
    const { pool, atWork } = turnsWith([...['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => asksNone(id)), ofJob('j1', 'b')]);
    await pool.wake();
    expect([...atWork.keys()], 'evaluations at work').toHaveLength(4);
    expect([...atWork.keys()]).toContain('j1');
  });

  it('wait while their account’s calls hold all slots for calls', async () => {
    const { pool, atWork } = turnsWith([ofJob('j1'), ofJob('k1', 'b')], ['a']);
    await pool.wake();
    expect([...atWork.keys()]).toEqual(['k1']);
  });
});
