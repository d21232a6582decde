import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageMonthAt } from '../../../src/billing/periods/usage-months.js';

const moment = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2090-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const DAY_MS = 86_400_000;

describe('months of usage', () => {
  it('hold the moment, last 28 to 31 days, and start on the anchor’s day or the last of a shorter month', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [anchor, at] = one < other ? [one, other] : [other, one];
        const { startsAt, endsAt } = usageMonthAt(anchor, at);
        expect(
          startsAt <= at && at < endsAt,
          `the month from ${startsAt.toISOString()} to ${endsAt.toISOString()} holds ${at.toISOString()}`,
        ).toBe(true);
        const days = (endsAt.getTime() - startsAt.getTime()) / DAY_MS;
        expect(days >= 28 && days <= 31, `${days} days are a month`).toBe(true);
        const lastOfMonth = new Date(Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + 1, 0)).getUTCDate();
        expect(startsAt.getUTCDate(), `the day on which a month from ${anchor.toISOString()} starts`).toBe(
          Math.min(anchor.getUTCDate(), lastOfMonth),
        );
        expect(startsAt.getTime() % DAY_MS, 'the time of day at which a month starts').toBe(anchor.getTime() % DAY_MS);
      }),
    );
  });

  it('follow one another without a gap [fault 37]', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 400 }), (anchor, months) => {
        let month = usageMonthAt(anchor, anchor);
        expect(month.startsAt, 'the start of the first month').toEqual(anchor);
        for (let passed = 0; passed < months % 40; passed += 1) {
          const next = usageMonthAt(anchor, month.endsAt);
          expect(next.startsAt, 'the start of the next month').toEqual(month.endsAt);
          expect(usageMonthAt(anchor, new Date(month.endsAt.getTime() - 1)), 'the month that ends').toEqual(month);
          month = next;
        }
      }),
    );
  });

  it.each([
    ['2027-01-31T08:30:00Z', '2027-02-28T08:29:59.999Z', '2027-01-31T08:30:00Z', '2027-02-28T08:30:00Z'],
    ['2027-01-31T08:30:00Z', '2027-03-01T00:00:00Z', '2027-02-28T08:30:00Z', '2027-03-31T08:30:00Z'],
    ['2028-01-30T00:00:00Z', '2028-02-29T12:00:00Z', '2028-02-29T00:00:00Z', '2028-03-30T00:00:00Z'],
    ['2027-11-30T23:00:00Z', '2028-02-29T23:30:00Z', '2028-02-29T23:00:00Z', '2028-03-30T23:00:00Z'],
    ['2027-05-10T00:00:00Z', '2027-05-01T00:00:00Z', '2027-05-10T00:00:00Z', '2027-06-10T00:00:00Z'],
  ])('counted from %s, hold %s from %s to %s', (anchor, at, startsAt, endsAt) => {
    expect(usageMonthAt(new Date(anchor), new Date(at)), 'the month').toEqual({
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    });
  });
});
