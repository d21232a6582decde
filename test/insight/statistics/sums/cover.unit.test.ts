// Which sums make up a stretch: every instant of it once, and nothing beside it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coverOf, type Part } from '../../../../src/insight/statistics/sums/cover.js';

const at = (text: string) => new Date(`${text}Z`);
const shown = (from: string, to: string) =>
  coverOf({ from: at(from), to: at(to) }).map(({ span, sign, from: begin, to: end }) =>
    [`${sign > 0 ? '+' : '-'}${span}`, ...[begin, end].map((one) => new Date(one).toISOString().slice(0, 16))].join(
      ' ',
    ),
  );

it('takes whole months, days and hours of UTC as they are', () => {
  expect(shown('2026-01-01T00:00', '2026-03-01T00:00')).toEqual(['+month 2026-01-01T00:00 2026-03-01T00:00']);
  expect(shown('2026-01-03T00:00', '2026-01-04T00:00')).toEqual(['+day 2026-01-03T00:00 2026-01-04T00:00']);
  expect(shown('2026-01-03T11:00', '2026-01-03T13:00')).toEqual(['+hour 2026-01-03T11:00 2026-01-03T13:00']);
  expect(shown('2026-01-03T11:10', '2026-01-03T11:20')).toEqual(['+piece 2026-01-03T11:10 2026-01-03T11:20']);
});

it('adds hours to a month of another zone and takes hours away', () => {
  expect(shown('2026-02-28T23:00', '2026-03-31T22:00')).toEqual([
    '+hour 2026-02-28T23:00 2026-03-01T00:00',
    '+month 2026-03-01T00:00 2026-04-01T00:00',
    '-hour 2026-03-31T22:00 2026-04-01T00:00',
  ]);
  expect(shown('2026-03-09T18:30', '2026-03-10T18:30')).toEqual([
    '+piece 2026-03-09T18:30 2026-03-09T19:00',
    '+hour 2026-03-09T19:00 2026-03-10T00:00',
    '+day 2026-03-10T00:00 2026-03-11T00:00',
    '-hour 2026-03-10T19:00 2026-03-11T00:00',
    '-piece 2026-03-10T18:30 2026-03-10T19:00',
  ]);
});

it('covers every instant once', () => {
  const instant = fc.integer({ min: Date.UTC(2025, 10), max: Date.UTC(2026, 4) });
  fc.assert(
    fc.property(instant, instant, fc.constantFrom(1, 60_000, 1_800_000, 3_600_000, 86_400_000), (a, b, unit) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)].map((one) => Math.floor(one / unit) * unit) as [
        number,
        number,
      ];
      const parts = coverOf({ from: new Date(from), to: new Date(to) });
      for (const probe of [
        from - 1,
        from,
        Math.floor((from + to) / 2),
        to - 1,
        to,
        ...parts.flatMap((part) => [part.from, part.to]),
      ])
        expect(timesOf(parts, probe)).toBe(probe >= from && probe < to ? 1 : 0);
    }),
  );
});

const timesOf = (parts: readonly Part[], instant: number) =>
  parts.reduce((times, { from, to, sign }) => times + (instant >= from && instant < to ? sign : 0), 0);
