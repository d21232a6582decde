import { describe, expect, it } from 'vitest';
import {
  bucketsOf,
  dayAt,
  previousRange,
  startOfDay,
  type TimeRange,
} from '../../../../src/insight/statistics/reading/calendar.js';
import type { CalendarUnit } from '../../../../src/insight/statistics/reading/groupings.js';
import { isTimeZone } from '../../../../src/insight/statistics/reading/time-zones.js';

const range = (start: string, end: string): TimeRange => ({ start: Date.parse(start), end: Date.parse(end) });
const shown = ({ start, end }: TimeRange) => [start, end].map((instant) => new Date(instant).toISOString());
const keys = async (unit: CalendarUnit, zone: string, asked: TimeRange) =>
  (await bucketsOf(unit, zone, asked, 5_000))?.map(({ key }) => key);

describe('the first instant of a day', () => {
  const first = (zone: string, day: string) =>
    new Date(startOfDay(zone, Date.parse(`${day}T00:00:00Z`) / 86_400_000)).toISOString();

  it.each([
    ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00.000Z'],
    // Clocks change by half an hour.
    ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
  ])('in %s on %s', (zone, day, expected) => expect(first(zone, day)).toBe(expected));

  it('is when clocks go on, where they skip midnight', () => {
    // At 00:00 clocks showed 01:00.
    expect(first('America/Sao_Paulo', '2018-11-04')).toBe('2018-11-04T03:00:00.000Z');
  });

  it('is the first midnight of two', () => {
    // At 01:00 clocks went back to 00:00.
    expect(first('America/Havana', '2026-11-01')).toBe('2026-11-01T04:00:00.000Z');
    // At 00:00 they went back to 23:00 of the day before.
    expect(first('America/Sao_Paulo', '2018-02-18')).toBe('2018-02-18T03:00:00.000Z');
  });

  it('is that of the next day, where the zone skipped the whole day', () => {
    expect(first('Pacific/Apia', '2011-12-30')).toBe('2011-12-30T10:00:00.000Z');
    expect(first('Pacific/Apia', '2011-12-31')).toBe('2011-12-30T10:00:00.000Z');
  });
});

describe('days, weeks and months', () => {
  it('leave no gap, and are cut where the range ends', async () => {
    const asked = range('2026-10-20T12:00:00Z', '2026-11-05T01:02:03.004Z');
    for (const unit of ['day', 'week', 'month'] as const) {
      const buckets = (await bucketsOf(unit, 'Europe/Berlin', asked, 5_000)) ?? [];
      expect(buckets[0]?.start).toBe(asked.start);
      expect(buckets.at(-1)?.end).toBe(asked.end);
      for (const [index, { end }] of buckets.slice(0, -1).entries()) expect(buckets[index + 1]?.start).toBe(end);
    }
  });

  it('have 25 hours on the day on which clocks go back', async () => {
    const asked = range('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
    const [day] = (await bucketsOf('day', 'Europe/Berlin', asked, 9)) ?? [];
    expect(day).toMatchObject({ key: '2026-10-25', ...range('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z') });
  });

  it('begin on Monday, in the year of their Thursday', async () => {
    expect(await keys('week', 'UTC', range('2026-12-27T00:00:00Z', '2027-01-05T00:00:00Z'))).toEqual([
      '2026-W52',
      '2026-W53',
      '2027-W01',
    ]);
    expect(await keys('week', 'UTC', range('2024-12-29T23:59:59Z', '2024-12-30T00:00:01Z'))).toEqual([
      '2024-W52',
      '2025-W01',
    ]);
  });

  it('are named in the zone', async () => {
    expect(await keys('month', 'Asia/Tokyo', range('2026-10-31T14:59:59Z', '2026-10-31T15:00:01Z'))).toEqual([
      '2026-10',
      '2026-11',
    ]);
    expect(await keys('day', 'Asia/Tokyo', range('2026-10-31T15:00:00Z', '2026-10-31T15:00:01Z'))).toEqual([
      '2026-11-01',
    ]);
  });

  it('are none of an empty range, and refused unseen of thousands of years', async () => {
    expect(await bucketsOf('day', 'UTC', range('2026-10-31T15:00:00Z', '2026-10-31T15:00:00Z'), 9)).toEqual([]);
    expect(await bucketsOf('day', 'UTC', range('1000-01-01T00:00:00Z', '9999-12-31T00:00:00Z'), 5_000)).toBeNull();
    expect(await bucketsOf('day', 'UTC', range('2026-01-01T00:00:00Z', '2026-01-11T00:00:00Z'), 9)).toBeNull();
    expect(
      await bucketsOf('day', 'UTC', range('2026-01-01T00:00:00Z', '2026-01-10T00:00:00Z'), 9),
      'days',
    ).toHaveLength(9);
  });
});

describe('the time before', () => {
  const earlier = (zone: string, start: string, end: string) => shown(previousRange(zone, range(start, end)));

  it('has as many months, where whole months are asked for', () => {
    expect(earlier('Europe/Berlin', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z')).toEqual([
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ]);
  });

  it('has as many days, also over a change of clocks', () => {
    expect(earlier('Europe/Berlin', '2026-03-30T22:00:00Z', '2026-04-06T22:00:00Z')).toEqual([
      '2026-03-23T23:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ]);
  });

  it('is as long to the millisecond otherwise', () => {
    expect(earlier('UTC', '2026-03-10T12:00:00.001Z', '2026-03-11T00:00:00Z')).toEqual([
      '2026-03-10T00:00:00.002Z',
      '2026-03-10T12:00:00.001Z',
    ]);
  });
});

describe('names of zones', () => {
  it.each(['UTC', 'Europe/Berlin', 'europe/berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Kathmandu'])(
    'are taken: %s',
    (name) => expect(isTimeZone(name), name).toBe(true),
  );
  it.each([
    '',
    'Berlin',
    'Europe/Bonn',
    '+01:00',
    '-05',
    'UTC+1',
    "UTC'; --",
    'Europe/Berlin ',
    'localtime',
    '../etc/passwd',
  ])('are refused: %s', (name) => expect(isTimeZone(name), name).toBe(false));

  it('are kept in a bounded number', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(dayAt(zone, 0)).toBeGreaterThanOrEqual(-1);
    expect(dayAt('UTC', 86_400_000)).toBe(1);
  });
});
