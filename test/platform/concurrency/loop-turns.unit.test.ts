import { expect, it } from 'vitest';
import { inSlices, yieldToOthers } from '../../../src/platform/concurrency/loop-turns.js';
import { turnsDuring } from '../../support/processes/turns-during.js';

it('gives a turn of the loop to one piece, whoever wants one, in their order', async () => {
  const order: string[] = [];
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece++) {
      await yieldToOthers();
      order.push(name);
    }
  };
  const { turns } = await turnsDuring(() => Promise.all([work('a'), work('b'), work('c')]));
  expect(order.join('')).toBe('abcabcabc');
  expect(turns).toBeGreaterThanOrEqual(9);
});

it('makes something of each item, some in a turn', async () => {
  const { turns, result } = await turnsDuring(() =>
    inSlices(new Set(['a', 'b', 'c', 'd', 'e']), 2, (item, index) => `${item}${index}`),
  );
  expect(result).toEqual(['a0', 'b1', 'c2', 'd3', 'e4']);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect((await turnsDuring(() => inSlices([1, 2], 3, (item) => item))).turns).toBe(0);
});
