import { expect, it } from 'vitest';
import { parseUrl } from '../../../src/platform/outbound/parse-url.js';

it('takes an address with an umlaut however often it is asked', () => {
  let refused = 0;
  for (let count = 0; count < 50_000; count++) if (parseUrl('https://bücher.example/') === null) refused += 1;
  expect(refused, 'times that the address was refused').toBe(0);
});

it('gives null for what is no address', () => {
  expect(parseUrl('no address')).toBeNull();
});
