import { expect, it } from 'vitest';
import { readHistogram } from '../../../../src/insight/statistics/sums/measures.js';

const histogram = (counts: Readonly<Record<number, number>>) =>
  Array.from({ length: 101 }, (_, score) => counts[score] ?? 0);

it('reads how often each score is there', () => {
  expect(readHistogram('0')).toEqual(histogram({}));
  expect(readHistogram('7')).toEqual(histogram({ 100: 7 }));
  expect(readHistogram(`3${'00000000'.repeat(99)}00000012`)).toEqual(histogram({ 0: 0, 1: 0, 100: 12 }).with(0, 3));
  expect(readHistogram('299999999')).toEqual(histogram({ 99: 2, 100: 99_999_999 }));
});
