import { expect, it } from 'vitest';
import { addHistograms, countsOf } from '../../../../../src/insight/statistics/reading/figures/histogram.js';

/** As `numeric_send` writes a whole number. */
const sent = (power: number, ...digits: number[]) => {
  const bytes = Buffer.alloc(8 + 2 * digits.length);
  for (const [place, value] of [digits.length, power, 0, 0, ...digits].entries()) bytes.writeInt16BE(value, 2 * place);
  return bytes;
};
const counts = (some: Readonly<Record<number, number>>) => Array.from({ length: 101 }, (_, score) => some[score] ?? 0);

it.each([
  ['nothing', sent(0), counts({})],
  ['7', sent(0, 7), counts({ 100: 7 })],
  ['99999999, all of one score', sent(1, 9_999, 9_999), counts({ 100: 99_999_999 })],
  ['300000002, of two', sent(2, 3, 0, 2), counts({ 99: 3, 100: 2 })],
  ['20000 times 10 to the 800th, whose digits of 0 are not sent', sent(201, 2), counts({ 0: 20_000 })],
])('reads %s', (_, histogram, expected) => {
  expect(countsOf(histogram)).toEqual(expected);
});

it('adds what is read and what is counted', () => {
  expect(addHistograms([sent(0, 7), counts({ 0: 1, 100: 3 }), []])).toEqual(counts({ 0: 1, 100: 10 }));
});
