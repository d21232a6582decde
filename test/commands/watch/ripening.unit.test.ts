import { expect, it } from 'vitest';
import { Ripening } from '../../../src/commands/watch/ripening.js';

const SETTLE_MS = 10_000;
const NOW = 1_700_000_000_000;
const file = (path: string, size: number, mtimeMs: number) => ({ path, size, mtimeMs });
const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);

it('takes a file that was written long ago at once, the oldest first', () => {
  const ripe = new Ripening(SETTLE_MS).ripe([file('b', 1, NOW - 20_000), file('a', 1, NOW - 30_000)], NOW);
  expect(paths(ripe)).toEqual(['a', 'b']);
});

it('waits until a file has stayed the same for long enough', () => {
  const ripening = new Ripening(SETTLE_MS);
  expect(ripening.ripe([file('a', 1, NOW)], NOW)).toEqual([]);
  expect(ripening.ripe([file('a', 2, NOW + 5_000)], NOW + 5_000), 'it has grown').toEqual([]);
  expect(ripening.ripe([file('a', 2, NOW + 5_000)], NOW + 14_999)).toEqual([]);
  expect(paths(ripening.ripe([file('a', 2, NOW + 5_000)], NOW + 15_000))).toEqual(['a']);
});

it('needs no clock of the file: one of the future settles too', () => {
  const ripening = new Ripening(SETTLE_MS);
  expect(ripening.ripe([file('a', 1, NOW + 1e9)], NOW)).toEqual([]);
  expect(paths(ripening.ripe([file('a', 1, NOW + 1e9)], NOW + SETTLE_MS))).toEqual(['a']);
});

it('forgets a file that was gone in between', () => {
  const ripening = new Ripening(SETTLE_MS);
  ripening.ripe([file('a', 1, NOW)], NOW);
  ripening.ripe([], NOW + 5_000);
  expect(ripening.ripe([file('a', 1, NOW + 6_000)], NOW + 12_000)).toEqual([]);
});
