import { EventEmitter, once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Batcher } from '../../../src/platform/concurrency/batcher.js';

describe('batched calls', () => {
  it('share one statement when they come together, and each gets its own answer', async () => {
    const statements: number[][] = [];
    const doubled = new Batcher<number, number>(async (items) => {
      statements.push([...items]);
      return items.map((item) => 2 * item);
    });
    expect(await Promise.all([1, 2, 3].map((item) => doubled.call(item)))).toEqual([2, 4, 6]);
    expect(await doubled.call(4), 'the answer of the next statement').toBe(8);
    expect(statements).toEqual([[1, 2, 3], [4]]);
  });

  it('gather while a statement is under way', async () => {
    const statements: number[][] = [];
    let finishFirst = () => {};
    const firstFinished = new Promise<void>((resolve) => {
      finishFirst = resolve;
    });
    let begun = () => {};
    const firstBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const batched = new Batcher<number, number>(async (items) => {
      statements.push([...items]);
      if (items[0] !== 1) return items;
      begun();
      await firstFinished;
      return items;
    });
    expect(await batched.call(0), 'the answer of a statement before').toBe(0);
    const first = batched.call(1);
    await firstBegun;
    const later = [batched.call(2)];
    await new Promise(setImmediate);
    later.push(batched.call(3));
    finishFirst();
    expect(await Promise.all([first, ...later])).toEqual([1, 2, 3]);
    expect(statements, 'the statements').toEqual([[0], [1], [2, 3]]);
  });

  it('gather until the next statement may begin', async () => {
    const statements: number[][] = [];
    const batched = new Batcher<number, number>(
      async (items) => {
        statements.push([...items]);
        return items;
      },
      { minIntervalMs: 1_000 },
    );
    expect(await batched.call(1), 'the answer of the first statement').toBe(1);
    const later = [batched.call(2)];
    await new Promise((resolve) => setImmediate(resolve));
    later.push(batched.call(3));
    expect(await Promise.all(later)).toEqual([2, 3]);
    expect(statements).toEqual([[1], [2, 3]]);
  });

  it('do not gather any longer once a batch is full, or the last statement took as long as the interval', async () => {
    const HOUR = 3_600_000;
    const statements: number[][] = [];
    let late: Promise<number>[] = [];
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const batched: Batcher<number, number> = new Batcher<number, number>(
        async (items) => {
          statements.push([...items]);
          if (items[0] === 1) late = [2, 3].map((item) => batched.call(item));
          if (items[0] === 2) {
            late.push(batched.call(4));
            vi.advanceTimersByTime(HOUR);
          }
          return items;
        },
        { maxItems: 2, minIntervalMs: HOUR },
      );
      await batched.call(1);
      await vi.waitFor(() => expect(late, 'The calls wait for an interval that is over').toHaveLength(3));
      expect(await Promise.all(late)).toEqual([2, 3, 4]);
      expect(statements).toEqual([[1], [2, 3], [4]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('fail together where a statement answers only some of them: no call gets the answer of another', async () => {
    const partial = new Batcher<number, number>(async ([first]) => (first === undefined ? [] : [first]));
    const outcomes = await Promise.allSettled([partial.call(1), partial.call(2)]);
    const failure = { status: 'rejected', reason: { message: 'A batch was answered in part' } };
    expect(outcomes, 'both calls').toMatchObject([failure, failure]);
  });

  it('go beside a long statement where several may be under way, and never beside more', async () => {
    const under: { readonly items: readonly number[]; readonly finish: () => void }[] = [];
    const begun = new EventEmitter();
    const batched = new Batcher<number, number>(
      (items) =>
        new Promise((resolve) => {
          under.push({ items, finish: () => resolve(items) });
          begun.emit('statement');
        }),
      { maxItems: 2, concurrency: 2 },
    );
    const nextStatement = () => once(begun, 'statement');
    let next = nextStatement();
    const long = batched.call(1);
    await next;
    next = nextStatement();
    const quick = [2, 3].map((item) => batched.call(item));
    await next;
    const late = [4, 5, 6].map((item) => batched.call(item));
    await new Promise(setImmediate);
    expect(under.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    next = nextStatement();
    under[1]?.finish();
    expect(await Promise.all(quick)).toEqual([2, 3]);
    await next;
    next = nextStatement();
    under[2]?.finish();
    await next;
    under[3]?.finish();
    expect(await Promise.all(late)).toEqual([4, 5, 6]);
    expect(under.map(({ items }) => items)).toEqual([[1], [2, 3], [4, 5], [6]]);
    under[0]?.finish();
    expect(await long, 'the answer of the long statement').toBe(1);
  });

  it('fail together, and do not keep later calls from going', async () => {
    let fail = true;
    const batched = new Batcher<number, number>(async (items) => {
      if (fail) throw new Error('the server is away');
      return items;
    });
    const outcomes = await Promise.allSettled([batched.call(1), batched.call(2)]);
    expect(
      outcomes.map(({ status }) => status),
      'both calls',
    ).toEqual(['rejected', 'rejected']);
    fail = false;
    expect(await batched.call(3), 'the answer after the failure').toBe(3);
  });

  it('answer every call exactly once, whatever their number and the size of a batch', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer(), { maxLength: 50 }),
        fc.integer({ min: 1, max: 7 }),
        async (items, maxItems) => {
          const seen: number[] = [];
          const batched = new Batcher<number, number>(
            async (batch) => {
              expect(batch.length).toBeLessThanOrEqual(maxItems);
              seen.push(...batch);
              return batch;
            },
            { maxItems },
          );
          expect(await Promise.all(items.map((item) => batched.call(item)))).toEqual(items);
          expect(seen).toEqual(items);
        },
      ),
      { numRuns: 50 },
    );
  });
});
