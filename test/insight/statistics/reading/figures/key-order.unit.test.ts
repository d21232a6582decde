import { expect, it } from 'vitest';
import { byCodePoint } from '../../../../../src/insight/statistics/reading/figures/figures.js';

it('orders texts as their bytes in UTF-8 do, those beyond two bytes of UTF-16 too', () => {
  const texts = [
    '',
    'a',
    'ab',
    'b',
    'Z',
    'é',
    '\u{d7ff}',
    '\u{e000}',
    '\u{ffff}',
    '\u{10000}',
    '\u{1f600}',
    '\u{10ffff}',
    'a\u{1f600}',
    'a\u{ffff}',
  ];
  for (const a of texts)
    for (const b of texts)
      expect(Math.sign(byCodePoint(a, b)), `${a} ${b}`).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
});
