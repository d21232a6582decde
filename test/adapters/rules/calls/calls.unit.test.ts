// What the rules make of calls that they were not made by.
import { describe, expect, it } from 'vitest';
import { type CallFigures, type Half, measureCalls, readCalls, type Share } from './calls.js';

/** Percentages below which no change may go; of `wrong`, `accused` and `praised` the counts above which none may. */
const FLOORS: Readonly<Record<Half, Floors>> = {
  seen: { resolution: [95, 1], identity: [92, 3], secrets: [90, 0], praised: 0 },
  unseen: { resolution: [88, 1], identity: [90, 3], secrets: [100, 0], praised: 1 },
  fresh: { resolution: [83, 20], identity: [62, 4], secrets: [81, 8], praised: 18 },
};

interface Floors
  extends Readonly<Record<'resolution' | 'identity' | 'secrets', readonly [recall: number, wrong: number]>> {
  readonly praised: number;
}

const recall = ({ found, of }: Share) => (100 * found) / of;

describe.each(['seen', 'unseen', 'fresh'] as const)('calls of the %s part', (half) => {
  const figures: CallFigures = measureCalls(readCalls(half));
  if (process.env.SHOW_FINDINGS !== undefined) console.log(half, JSON.stringify(figures));

  it.each(['resolution', 'identity', 'secrets'] as const)('%s is found, and not told where it is not', (finding) => {
    const [minRecall, maxWrong] = FLOORS[half][finding];
    expect(recall(figures[finding]), 'found, in percent').toBeGreaterThanOrEqual(minRecall);
    expect(figures[finding].wrong, 'told though it is not so').toBeLessThanOrEqual(maxWrong);
  });

  it('accuse no agent of a matter that was resolved', () => {
    expect(figures.accused).toBe(0);
  });

  it('seldom have a high score of quality without a resolution', () => {
    expect(figures.unsettled.praised).toBeLessThanOrEqual(FLOORS[half].praised);
  });
});
