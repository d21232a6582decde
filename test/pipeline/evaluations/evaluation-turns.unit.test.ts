// Which evaluations share the slots of a process, with what is due in memory.
import { describe, expect, it } from 'vitest';
import { EvaluationTurns } from '../../../src/pipeline/evaluations/evaluation-turns.js';
import type { ClaimedEvaluation } from '../../../src/scorecards/evaluation-claims.js';

type Due = Pick<ClaimedEvaluation, 'id' | 'accountId' | 'judge' | 'rescoreId' | 'kept'>;

const asksModel = (id: string): Due => ({ id, accountId: 'a', judge: 'model 1', rescoreId: null, kept: false });
const asksNone = (id: string): Due => ({ ...asksModel(id), judge: '' });

/** Four slots; no run ends before `end` is called. @returns the pool, and the evaluations at work */
function turnsWith(due: Due[]) {
  const atWork = new Map<string, () => void>();
  const taken = new Set<string>();
  const parts = [
    {
      next: async (asker: string, _turn: unknown, askModel: boolean) =>
        asker === 'asked' ? (due.find(({ id, judge }) => !taken.has(id) && (askModel || judge === '')) ?? null) : null,
    },
    {
      claim: async (id: string) => {
        taken.add(id);
        return due.find((each) => each.id === id) ?? null;
      },
    },
    { isOpen: async () => true, mayAskModel: async () => true, mayRescore: async () => true },
    { process: ({ id }: Due) => new Promise<void>((resolve) => atWork.set(id, resolve)).then(() => atWork.delete(id)) },
    { worker: { evaluationConcurrency: 4 } },
    { gauge: () => undefined },
  ] as unknown as ConstructorParameters<typeof EvaluationTurns>;
  return { pool: new EvaluationTurns(...parts).pool, atWork };
}

describe('while a language model does not answer', () => {
  it('one slot is left for evaluations that ask no model', async () => {
    const { pool, atWork } = turnsWith([...['m1', 'm2', 'm3', 'm4', 'm5'].map(asksModel), asksNone('p1')]);
    await pool.wake();
    expect([...atWork.keys()]).toEqual(['m1', 'm2', 'm3', 'p1']);
  });

  it('the next one that asks it begins when one of them ends', async () => {
    const { pool, atWork } = turnsWith(['m1', 'm2', 'm3', 'm4'].map(asksModel));
    await pool.wake();
    expect([...atWork.keys()]).toEqual(['m1', 'm2', 'm3']);
    atWork.get('m1')?.();
    await expect.poll(() => [...atWork.keys()]).toEqual(['m2', 'm3', 'm4']);
  });
});
