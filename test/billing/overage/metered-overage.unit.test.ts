import { describe, expect, it } from 'vitest';
import {
  isMetered,
  type MeteredOverage,
  timeBeforeEnd,
  timeOf,
  timeToRepeat,
} from '../../../src/billing/overage/metered-overage.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const periodStartsAt = new Date('2027-03-05T12:00:00Z');
const periodEndsAt = new Date('2027-04-05T12:00:00Z');
const shifted = (date: Date, ms: number) => new Date(date.getTime() + ms);

const occurredAt = shifted(periodStartsAt, 10 * DAY_MS);
const report: MeteredOverage = {
  centsPerMinute: 5,
  occurredAt,
  periodStartsAt,
  periodEndsAt,
  firstAttemptAt: null,
  reportedAt: null,
  now: shifted(occurredAt, MINUTE_MS),
};

describe('overage', () => {
  const terms = { startedAt: periodStartsAt, endedAt: null, overageCentsPerMinute: 5 };

  it.each([
    { of: 'a running subscription at the price of acceptance', terms, price: 5 },
    { of: 'a subscription that names no single price', terms: { ...terms, overageCentsPerMinute: null }, price: 5 },
    { of: 'a call that an earlier release accepted', terms, price: null },
  ])('of $of goes to the meter', ({ of, terms, price }) => {
    expect(isMetered(terms, { centsPerMinute: price }), `Overage of ${of} is charged by an invoice of its own`).toBe(
      true,
    );
  });

  it.each([
    { of: 'a subscription that the provider does not know', terms: null, price: 5 },
    { of: 'a subscription that has ended', terms: { ...terms, endedAt: periodEndsAt }, price: 5 },
    { of: 'a call accepted at another price', terms, price: 4 },
  ])('of $of does not go to the meter', ({ of, terms, price }) => {
    expect(
      isMetered(terms, { centsPerMinute: price }),
      `The meter gets overage of ${of}, at a wrong price or none`,
    ).toBe(false);
  });
});

describe('the time of a report', () => {
  it.each([
    {
      case: 'is that of the call',
      change: {},
      at: occurredAt,
      fault: 'The report has another time than its call',
    },
    {
      case: 'lies a second before the end of the period, for a call that completed after it',
      change: { occurredAt: shifted(periodEndsAt, HOUR_MS), now: shifted(periodEndsAt, 50 * MINUTE_MS) },
      at: shifted(periodEndsAt, -1_000),
      fault: 'The overage is on the invoice of another period',
    },
    {
      case: 'is the present one, once the invoice of its period is closed',
      change: { now: shifted(periodEndsAt, 50 * MINUTE_MS + 1) },
      at: shifted(periodEndsAt, 50 * MINUTE_MS + 1),
      fault: 'The overage is on no invoice',
    },
    {
      case: 'is not before the start of the period, by a clock that is slow',
      change: { occurredAt: shifted(periodStartsAt, -MINUTE_MS), now: periodStartsAt },
      at: periodStartsAt,
      fault: 'The overage is on the invoice of the period before',
    },
  ])('$case', ({ change, at, fault }) => {
    expect(timeOf({ ...report, ...change }, null), fault).toEqual(at);
  });

  it('is not before the start of the subscription', () => {
    const startedAt = shifted(occurredAt, 30_000);
    expect(timeOf(report, startedAt), 'The overage is on no invoice of its subscription').toEqual(startedAt);
    const earlier = shifted(periodStartsAt, -DAY_MS);
    expect(timeOf(report, earlier), 'The start of an older subscription moves the report').toEqual(occurredAt);
  });

  it.each([
    { age: 34 * DAY_MS, isNow: false, fault: 'A report of 34 days loses its time' },
    { age: 34 * DAY_MS + 1, isNow: true, fault: 'Stripe refuses the report, because its time is too old' },
  ])('of a call $age ms ago is the present one: $isNow', ({ age, isNow, fault }) => {
    const now = shifted(occurredAt, age);
    const open = { ...report, now, periodEndsAt: shifted(now, DAY_MS) };
    expect(timeOf(open, null), fault).toEqual(isNow ? now : occurredAt);
  });
});

describe('a repeated report', () => {
  const reportedAt = shifted(occurredAt, -1_000);
  const tried = { ...report, reportedAt, firstAttemptAt: occurredAt };

  it('keeps its time while the provider knows the identifier', () => {
    const now = shifted(occurredAt, 23 * HOUR_MS - 1);
    expect(timeToRepeat({ ...tried, now }), 'The repetition carries another time, and is counted twice').toEqual(
      reportedAt,
    );
  });

  it('keeps it while the invoice of its period is open', () => {
    const late = { ...tried, firstAttemptAt: periodEndsAt, now: shifted(periodEndsAt, 50 * MINUTE_MS) };
    expect(timeToRepeat(late), 'A repetition within the time of the invoice gets another time').toEqual(reportedAt);
  });

  it('keeps a time after the end of its period', () => {
    const moved = shifted(periodEndsAt, HOUR_MS);
    const late = { ...tried, reportedAt: moved, firstAttemptAt: moved, now: shifted(periodEndsAt, 2 * HOUR_MS) };
    expect(timeToRepeat(late), 'A report that was moved to the next invoice is moved again').toEqual(moved);
    const atTurn = { ...late, reportedAt: periodEndsAt };
    expect(timeToRepeat(atTurn), 'The end of a period is taken for a time of that period').toEqual(periodEndsAt);
  });

  it.each([
    { case: 'was never tried', change: { reportedAt: null, firstAttemptAt: null } },
    { case: 'has a time but no attempt', change: { firstAttemptAt: null } },
    { case: 'has an attempt but no time', change: { reportedAt: null } },
    { case: 'was first tried 23 hours ago', change: { now: shifted(occurredAt, 23 * HOUR_MS) } },
    {
      case: 'would miss the invoice of its period',
      change: { firstAttemptAt: periodEndsAt, now: shifted(periodEndsAt, 50 * MINUTE_MS + 1) },
    },
  ])('may need another time where it $case', ({ change }) => {
    expect(
      timeToRepeat({ ...tried, ...change }),
      'The report is repeated blindly, and may be counted twice',
    ).toBeNull();
  });
});

describe('an earlier attempt', () => {
  const terms = { startedAt: periodStartsAt, endedAt: periodEndsAt, overageCentsPerMinute: 5 };
  const lastMoment = shifted(periodEndsAt, -1);

  it.each([
    { when: 'before the end of its subscription', reportedAt: lastMoment, terms },
    { when: 'while its subscription runs', reportedAt: periodEndsAt, terms: { ...terms, endedAt: null } },
  ])('$when may be on the last invoice', ({ reportedAt, terms }) => {
    expect(timeBeforeEnd({ reportedAt }, terms), 'Overage is charged by the meter and by an invoice item').toEqual(
      reportedAt,
    );
  });

  it.each([
    { when: 'at the end of its subscription', reportedAt: periodEndsAt, terms },
    { when: 'for a subscription that the provider does not know', reportedAt: lastMoment, terms: null },
    { when: 'that was never made', reportedAt: null, terms },
  ])('$when is on no invoice', ({ reportedAt, terms }) => {
    expect(timeBeforeEnd({ reportedAt }, terms), 'Overage that the meter dropped is never charged').toBeNull();
  });
});
