// cspell:ignore Kiritimati Newcombe
// Figures of the floor, without a browser: ranges in a zone, intervals, order, and what is copied.
import { describe, expect, it } from 'vitest';
import { daysOfBucket, nameOfBucket, rangeOfBucket } from '../../web/src/figures/buckets.js';
import {
  areAllEqual,
  changeOf,
  changeOfShares,
  isComparable,
  isFewCalls,
  isMoreThanChance,
  ofMean,
  ofRate,
  shareOf,
} from '../../web/src/figures/figure.js';
import { askedAt, askedOf, groupOf, hasPage } from '../../web/src/figures/filters.js';
import { type Order, ordered, orderOf, pressed } from '../../web/src/figures/order.js';
import { ofDays, ofLength, ofMonth, rangeOf, shifted, unitOf, unitsOf } from '../../web/src/figures/range.js';
import { tableText } from '../../web/src/figures/table-text.js';
import { addMonths, countDays, dayIn, startOfDay } from '../../web/src/figures/zone.js';

/** Wednesday, 25 November 2026, ten in the morning in Berlin. */
const NOW = new Date('2026-11-25T09:00:00Z');
const BERLIN = 'Europe/Berlin';

describe('a day of a zone', () => {
  it.each([
    ['an ordinary one', '2026-11-25', BERLIN, '2026-11-24T23:00:00.000Z'],
    ['the one on which clocks go forward', '2026-03-29', BERLIN, '2026-03-28T23:00:00.000Z'],
    ['the one after that', '2026-03-30', BERLIN, '2026-03-29T22:00:00.000Z'],
    ['the one on which clocks go back', '2026-10-25', BERLIN, '2026-10-24T22:00:00.000Z'],
    ['the one after that', '2026-10-26', BERLIN, '2026-10-25T23:00:00.000Z'],
    ['one without a midnight', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['one that begins as the last hour is repeated', '2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    ['one of a zone half an hour off', '2026-11-25', 'Asia/Kolkata', '2026-11-24T18:30:00.000Z'],
    ['one of the first zone of all', '2026-11-25', 'Pacific/Kiritimati', '2026-11-24T10:00:00.000Z'],
    ['one of the last zone of all', '2026-11-25', 'Etc/GMT+12', '2026-11-25T12:00:00.000Z'],
    ['one that a zone has left out', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['one of UTC', '2026-11-25', 'UTC', '2026-11-25T00:00:00.000Z'],
  ])('begins where its first moment is: %s', (_which, day, zone, start) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
  });

  it('holds each moment of a year once', () => {
    for (const zone of [BERLIN, 'America/New_York', 'Australia/Lord_Howe'])
      for (let at = Date.UTC(2026, 0, 1, 0, 30); at < Date.UTC(2027, 0, 1); at += 5 * 3_600_000) {
        const day = dayIn(zone, new Date(at));
        const [year, month, date] = day.split('-').map(Number);
        const next = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, (date ?? 0) + 1)).toISOString().slice(0, 10);
        expect(startOfDay(day, zone).getTime(), `${zone}, ${day}`).toBeLessThanOrEqual(at);
        expect(startOfDay(next, zone).getTime(), `${zone}, ${day}`).toBeGreaterThan(at);
      }
  });

  it('is counted whole, whatever the clocks do', () => {
    expect(countDays('2026-03-28', '2026-03-30')).toBe(3);
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });
});

describe('a range', () => {
  const range = (filters: Parameters<typeof rangeOf>[0]) => rangeOf(filters, BERLIN, NOW);

  it('is what the address says, and today where it says nothing that can be', () => {
    const today = { kind: 1, first: '2026-11-25', last: '2026-11-25', zone: BERLIN, isRunning: true };
    expect(range({})).toMatchObject(today);
    expect(range({ days: '8', until: '2026-02-30', month: '2026-13', from: 'x', zone: 'No/Where' })).toMatchObject(
      today,
    );
    expect(range({ days: '7' })).toMatchObject({ first: '2026-11-19', last: '2026-11-25' });
    expect(range({ days: '7', until: '2026-03-02' })).toMatchObject({ first: '2026-02-24', isRunning: false });
    expect(range({ month: '2026-02' })).toMatchObject({ kind: 'month', first: '2026-02-01', last: '2026-02-28' });
    expect(range({ month: '2026-11' })).toMatchObject({ last: '2026-11-30', isRunning: true });
    expect(range({ from: '2026-11-03', until: '2026-11-01' })).toMatchObject({
      first: '2026-11-01',
      last: '2026-11-03',
    });
    expect(range({ from: '1970-01-01' })).toMatchObject({ kind: 'custom', first: '2016-11-18' });
  });

  it('has the moments of its zone, of the address or of the browser', () => {
    const week = range({ days: '7', until: '2026-10-27' });
    expect([week.after, week.before]).toEqual([new Date('2026-10-20T22:00:00Z'), new Date('2026-10-27T23:00:00Z')]);
    const tokyo = rangeOf({ zone: 'Asia/Tokyo' }, BERLIN, new Date('2026-11-25T16:00:00Z'));
    expect(tokyo, 'it is tomorrow there').toMatchObject({ first: '2026-11-26', zone: 'Asia/Tokyo' });
  });

  it('moves by its length, and never to what has not begun', () => {
    const place = { days: undefined, until: undefined, month: undefined, from: undefined };
    expect(shifted(range({ days: '7' }), -1, NOW)).toEqual({ ...place, days: '7', until: '2026-11-18' });
    expect(shifted(range({ days: '7' }), 1, NOW)).toBeNull();
    expect(shifted(range({ days: '7', until: '2026-11-18' }), 1, NOW)).toEqual(ofLength(7));
    expect(shifted(range({ until: '2026-11-20' }), 1, NOW)).toEqual({ ...place, until: '2026-11-21' });
    expect(shifted(range({ month: '2026-10' }), 1, NOW)).toEqual(ofMonth(BERLIN, NOW));
    expect(shifted(range({ month: '2026-11' }), 1, NOW)).toBeNull();
    const three = range({ from: '2026-11-01', until: '2026-11-03' });
    expect(shifted(three, -1, NOW)).toEqual(ofDays('2026-10-29', '2026-10-31'));
  });

  it('is cut into days, weeks or months by its length', () => {
    expect(unitsOf(range({}))).toEqual([]);
    expect(unitOf(range({}), 'day')).toBeNull();
    expect(unitsOf(range({ days: '7' }))).toEqual(['day']);
    expect(unitOf(range({ days: '7' }), 'month')).toBe('day');
    expect(unitsOf(range({ days: '30' }))).toEqual(['day', 'week']);
    const quarter = range({ from: '2026-07-01', until: '2026-09-30' });
    expect([unitsOf(quarter), unitOf(quarter, undefined)]).toEqual([['day', 'week', 'month'], 'week']);
    expect(unitOf(quarter, 'day')).toBe('day');
    expect(unitsOf(range({ from: '2016-12-01' })), 'ten years').toEqual(['month']);
  });
});

describe('a piece of the time', () => {
  it('has days, a name in each language, and an address of its own', () => {
    expect(daysOfBucket('2026-W48')).toEqual(['2026-11-23', '2026-11-29']);
    expect(daysOfBucket('2026-W01'), 'it begins in the year before').toEqual(['2025-12-29', '2026-01-04']);
    expect(daysOfBucket('2020-W53')).toEqual(['2020-12-28', '2021-01-03']);
    expect(daysOfBucket('2028-02')).toEqual(['2028-02-01', '2028-02-29']);
    const names = ['2026-11-25', '2026-W48', '2026-11'].flatMap((key) => ['en', 'de'].map((l) => nameOfBucket(key, l)));
    expect(names.map((name) => name.replace(/\s/g, ' '))).toEqual([
      'Wed, 11/25',
      'Mi., 25.11.',
      'Nov 23 – 29',
      '23.–29. Nov.',
      'Nov 2026',
      'Nov. 2026',
    ]);
    for (const key of ['2026-11-25', '2026-W48', '2026-11']) {
      const { first, last } = rangeOf(rangeOfBucket(key), BERLIN, NOW);
      expect([first, last], key).toEqual(daysOfBucket(key));
    }
  });
});

describe('a figure', () => {
  it('says how sure it is, and shares are per cent', () => {
    const equal = ofMean({ mean: 80, ci: [80, 80], median: 80, n: 4 });
    expect([equal, areAllEqual(equal)], 'equal scores are no certainty').toEqual([
      { value: 80, interval: null, n: 4 },
      true,
    ]);
    expect(ofMean({ mean: 84.1, ci: [81, 87.2], median: 86, n: 120 })).toEqual({
      value: 84.1,
      interval: [81, 87.2],
      n: 120,
    });
    expect(ofRate({ value: 0.5, ci: [0.25, 0.75], n: 4 })).toEqual({ value: 50, interval: [25, 75], n: 4 });
    expect(ofRate({ value: null, ci: null, n: 0 })).toEqual({ value: null, interval: null, n: 0 });
    expect([9, 10].map((n) => isComparable({ value: 1, interval: null, n }))).toEqual([false, true]);
  });

  it('has changed by more than chance where the interval of the change leaves 0 out', () => {
    const of = (ci: [number, number] | null) =>
      isMoreThanChance(changeOf({ value: 1, ci }, 1) ?? { value: 0, interval: null });
    expect([of([-1.1, 5.7]), of([0.1, 2]), of([-3, -0.1]), of([0, 2]), of(null)]).toEqual([
      false,
      true,
      true,
      false,
      null,
    ]);
    expect([changeOf(undefined), changeOf({ value: null, ci: null })]).toEqual([null, null]);
    expect(changeOf({ value: -0.25, ci: [-0.5, 0.25] }, 100)).toEqual({ value: -25, interval: [-50, 25] });
  });
});

describe('a share of calls', () => {
  it('has the interval of Wilson, and its change that of Newcombe', () => {
    // Table II of Newcombe 1998: 56 of 70 against 48 of 80, method 10: 0.0524 to 0.3339.
    const [now, before] = [shareOf(56, 70), shareOf(48, 80)];
    expect(now.value).toBeCloseTo(80, 10);
    expect([now.interval?.[0], now.interval?.[1]].map((end) => end?.toFixed(2))).toEqual(['69.18', '87.70']);
    const change = changeOfShares(now, before);
    expect(change?.value).toBeCloseTo(20, 10);
    expect(change?.interval?.map((end) => end.toFixed(2))).toEqual(['5.24', '33.39']);
    expect(changeOfShares(shareOf(10, 10), shareOf(0, 20))?.interval?.map((end) => end.toFixed(1))).toEqual([
      '67.9',
      '100.0',
    ]);
  });

  it('says nothing of no call, and has no interval of one', () => {
    expect(shareOf(0, 0)).toEqual({ value: null, interval: null, n: 0 });
    expect(shareOf(1, 1)).toEqual({ value: 100, interval: null, n: 1 });
    expect(changeOfShares(shareOf(1, 2), shareOf(0, 0))).toBeNull();
    expect(changeOfShares(shareOf(1, 2), shareOf(1, 1))).toEqual({ value: -50, interval: null });
  });

  it('is of few calls where the API says so, or under ten; a day without calls is none of them', () => {
    const of = (calls: number, low_n: boolean) => isFewCalls({ calls, low_n });
    expect([of(12, false), of(12, true), of(9, false), of(0, true)]).toEqual([false, true, true, false]);
  });
});

describe('what the API is asked for', () => {
  it('is the seconds of the range, of the time that counts, and of one mode', () => {
    const range = rangeOf({ until: '2026-10-25' }, BERLIN, NOW);
    const [after, before] = [
      Date.parse('2026-10-24T22:00:00Z') / 1000 - 1,
      Date.parse('2026-10-25T23:00:00Z') / 1000 - 1,
    ];
    const of = { livemode: true, timezone: BERLIN };
    expect(askedOf({}, range)).toEqual({ ...of, time: 'created', created_after: after, created_before: before });
    const called = askedOf({ time: 'call', mode: 'test' }, range);
    const [call_after, call_before] = ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'];
    expect(called).toEqual({ ...of, livemode: false, time: 'call', call_after, call_before });
    expect(askedAt(called, { from: -1, to: 59 })).toMatchObject({
      call_after: '1970-01-01T00:00:00.000Z',
      call_before: '1970-01-01T00:01:00.000Z',
    });
    expect(askedAt(askedOf({}, range), { from: 1, to: 2 })).toMatchObject({ created_after: 1, created_before: 2 });
  });

  it('passes over what an address holds that is none of its values', () => {
    expect([groupOf({ by: 'team' }), groupOf({ by: 'salary' }), groupOf({})]).toEqual(['team', 'agent', 'agent']);
    expect(['a', '.', '..', '...'].map(hasPage)).toEqual([true, false, false, true]);
  });
});

describe('the order of rows', () => {
  type Column = 'name' | 'calls';
  const byName: Order<Column> = { column: 'name', isDown: false };
  const of = (asked: string | undefined) => orderOf<Column>(asked, ['name', 'calls'], byName);

  it('is what the address says, and turns where a head is pressed again', () => {
    expect([of(undefined), of('salary'), of('-')]).toEqual([byName, byName, byName]);
    expect(of('-calls')).toEqual({ column: 'calls', isDown: true });
    expect(pressed(byName, 'calls', byName)).toBe('-calls');
    expect(pressed(of('-calls'), 'calls', byName)).toBe('calls');
    expect(pressed(of('calls'), 'name', byName)).toBeUndefined();
    expect(pressed(byName, 'name', byName)).toBe('-name');
    const newest: Order<Column> = { column: 'name', isDown: true };
    expect([pressed(newest, 'name', newest), pressed(of('calls'), 'name', newest)]).toEqual(['name', undefined]);
  });

  it('takes numbers in names by their size, and puts rows without a value last', () => {
    const names = ['agent-10', 'agent-9', 'zoe'];
    expect(ordered(names, (name) => name, false)).toEqual(['agent-9', 'agent-10', 'zoe']);
    for (const isDown of [false, true]) expect(ordered([1, null, 3, 2], (value) => value, isDown).at(-1)).toBeNull();
    expect(ordered([1, 3, 2], (value) => value, true)).toEqual([3, 2, 1]);
  });
});

describe('a copied table', () => {
  it('has cells that no spreadsheet takes for a formula, nor for two', () => {
    const rows = [
      ['Agent', 'Calls', 'Mean'],
      ['=cmd()', 1234.5, null],
      ['a\tb\r\nc', -1, 0],
    ];
    expect(tableText(rows, (value) => String(value).replace('.', ','))).toBe(
      "Agent\tCalls\tMean\n'=cmd()\t1234,5\t\na b c\t-1\t0",
    );
  });
});
