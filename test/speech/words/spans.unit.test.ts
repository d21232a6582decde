import { describe, expect, it } from 'vitest';
import { overlapMs, spansWithin, totalMs } from '../../../src/speech/words/spans.js';

const span = ([startMs, endMs]: readonly [number, number]) => ({ startMs, endMs });

describe('the time that two spans share', () => {
  it.each<[string, [number, number], [number, number], number]>([
    ['is that from the later start to the earlier end', [1000, 3000], [2000, 5000], 1000],
    ['is the inner span', [1000, 9000], [2000, 5000], 3000],
    ['is nothing where they touch', [1000, 2000], [2000, 5000], 0],
    ['is nothing where they are apart', [1000, 2000], [4000, 5000], 0],
  ])('%s', (what, one, other, ms) => {
    expect(overlapMs(span(one), span(other)), `The shared time is wrong: it ${what}`).toBe(ms);
    expect(overlapMs(span(other), span(one)), 'The shared time depends on the order of the spans').toBe(ms);
  });
});

it('the time of spans adds up, and is nothing of none', () => {
  const ms = totalMs([span([1000, 3000]), span([5000, 5500])]);
  expect(ms, 'The time of two spans is wrong').toBe(2500);
  expect(totalMs([]), 'The time of no spans is not nothing').toBe(0);
});

it('the spans within others are those that share time with any of them', () => {
  const spans = [span([0, 1000]), span([1000, 2000]), span([3000, 4000]), span([9000, 9500])];
  const within = (...others: [number, number][]) => spansWithin(spans, others.map(span)).map(({ startMs }) => startMs);
  expect(within([500, 600], [2000, 3000])).toEqual([0]);
  expect(within([0, 5000], [100, 200])).toEqual([0, 1000, 3000]);
  expect(within([900, 1001], [9499, 9999])).toEqual([0, 1000, 9000]);
  expect(within()).toEqual([]);
});
