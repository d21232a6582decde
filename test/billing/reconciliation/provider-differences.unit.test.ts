import { describe, expect, it } from 'vitest';
import type { SubscriptionRow } from '../../../src/billing/periods/subscription-rows.js';
import {
  endedDifferences,
  invoiceDifferences,
  meterDifferences,
  periodDifferences,
  planDifferences,
} from '../../../src/billing/reconciliation/provider-differences.js';
import type { CustomerState } from '../../../src/ports/payments.js';

const MINUTE_MS = 60_000;
const periodStartsAt = new Date('2027-03-05T12:00:00Z');
const periodEndsAt = new Date('2027-04-05T12:00:00Z');
const shifted = (date: Date, ms: number) => new Date(date.getTime() + ms);

const row: SubscriptionRow = {
  id: 'row',
  accountId: 'account',
  plan: 'starter',
  status: 'active',
  overageLimitHundredths: 0,
  disputed: false,
  priceCents: 4_900,
  overageCentsPerMinute: 5,
  pendingPlan: null,
  pendingFrom: null,
  cancelAtPeriodEnd: false,
  collectionPaused: false,
  anchorAt: periodStartsAt,
  createdAt: periodStartsAt,
  metadata: '{}',
  customerId: 'cus_1',
  providerSubscriptionId: 'sub_1',
  checkoutUrl: null,
  checkoutExpiresAt: null,
  pastDueSince: null,
};
const subscription = {
  id: 'sub_1',
  state: 'active',
  plan: 'starter',
  nextPlan: null,
  nextPlanFrom: null,
  cancelsAt: null,
  collectionPaused: false,
  collectionResumesAt: null,
  monthlyCents: 4_900,
  overageCentsPerMinute: 5,
  anchorAt: periodStartsAt,
  periodStartsAt,
  periodEndsAt,
} as const;
const state: CustomerState = { deleted: false, subscription, suspendedId: null, further: [] };

describe('a plan', () => {
  it('that both sides show alike is no difference', () => {
    expect(planDifferences(row, state), 'The operator is shown a difference that is none').toEqual([]);
  });

  it.each([
    {
      fault: 'A plan that ended at the provider is not found',
      current: row,
      there: { ...state, subscription: null },
      expected: 'free active without subscription',
      found: 'starter active sub_1',
    },
    {
      fault: 'A plan to come is not found',
      current: row,
      there: { ...state, subscription: { ...subscription, cancelsAt: periodEndsAt } },
      expected: 'starter then free active sub_1',
      found: 'starter active sub_1',
    },
    {
      fault: 'A pause of collection is not found',
      current: row,
      there: { ...state, subscription: { ...subscription, collectionPaused: true } },
      expected: 'starter active collection paused sub_1',
      found: 'starter active sub_1',
    },
    {
      fault: 'A missing payment is not found',
      current: { ...row, pendingPlan: 'growth' as const },
      there: { ...state, subscription: { ...subscription, state: 'past_due' as const } },
      expected: 'starter past_due sub_1',
      found: 'starter then growth active sub_1',
    },
  ])('that should be “$expected” is a difference', ({ fault, current, there, expected, found }) => {
    expect(planDifferences(current, there), fault).toEqual([
      { what: 'plan other than at the payment provider', subject: 'account', expected, found },
    ]);
  });
});

describe('a period', () => {
  const now = shifted(periodStartsAt, 10 * MINUTE_MS);
  const period = { id: 'period', startsAt: periodStartsAt, endsAt: periodEndsAt, now };
  const longer = { ...period, endsAt: shifted(periodEndsAt, 1) };

  it('that both sides bound alike is no difference', () => {
    expect(periodDifferences(period, subscription), 'Equal bounds are shown as a difference').toEqual([]);
  });

  it('with other bounds is shown with those of both sides', () => {
    expect(periodDifferences(longer, subscription), 'A month that is too long is not found').toEqual([
      {
        what: 'period other than at the payment provider',
        subject: 'period',
        expected: '2027-03-05T12:00:00.000Z to 2027-04-05T12:00:00.000Z',
        found: '2027-03-05T12:00:00.000Z to 2027-04-05T12:00:00.001Z',
      },
    ]);
    const later = { ...period, startsAt: shifted(periodStartsAt, 1) };
    expect(periodDifferences(later, subscription), 'A month that begins late is not found').toHaveLength(1);
  });

  it('of an earlier release is compared by its end alone', () => {
    const linked = { ...period, startsAt: null };
    expect(periodDifferences(linked, subscription), 'A start that is not known differs').toEqual([]);
  });

  it.each([
    shifted(periodStartsAt, 10 * MINUTE_MS - 1),
    shifted(periodStartsAt, 1 - 10 * MINUTE_MS),
    shifted(periodEndsAt, 1 - 10 * MINUTE_MS),
  ])('may differ around its turn, at %s', (at) => {
    const turning = { ...longer, now: at };
    expect(periodDifferences(turning, subscription), 'A turn in progress is shown as a difference').toEqual([]);
  });
});

describe('overage', () => {
  it('that the meter counts otherwise is shown with both sums', () => {
    expect(meterDifferences('cus_1', 100, 100), 'Equal sums are shown as a difference').toEqual([]);
    expect(meterDifferences('cus_1', 100, 200), 'Overage that is counted twice is not found').toEqual([
      { what: 'overage counted by the payment provider', subject: 'cus_1', expected: '100', found: '200' },
    ]);
  });

  it('that was metered five minutes after the end of its subscription is on no invoice', () => {
    const report = (entryId: string, subscriptionId: string, afterMs: number) => ({
      entryId,
      subscriptionId,
      cents: 500,
      metered: shifted(periodEndsAt, afterMs),
    });
    const reports = [
      report('in time', 'ended', 5 * MINUTE_MS - 1),
      report('too late', 'ended', 5 * MINUTE_MS),
      report('of a running subscription', 'running', 60 * MINUTE_MS),
      report('of an unknown subscription', 'unknown', 60 * MINUTE_MS),
    ];
    const ends = new Map([
      ['ended', periodEndsAt],
      ['running', null],
    ]);
    expect(endedDifferences(reports, ends), 'Other reports than the late one are shown').toEqual([
      {
        what: 'overage of an ended subscription without an invoice item',
        subject: 'too late',
        expected: '500',
        found: 'none',
      },
    ]);
  });

  it.each([
    { items: [500], found: null, fault: 'A right invoice item is shown as a difference' },
    { items: undefined, found: 'none', fault: 'An invoice item that is missing is not found' },
    { items: [500, 500], found: '500 and 500', fault: 'An invoice item that is there twice is not found' },
    { items: [400], found: '400', fault: 'An invoice item of another amount is not found' },
  ])('of 500 cents with invoice items of $items shows as difference: $found', ({ items, found, fault }) => {
    const invoiced = new Map(items === undefined ? [] : [['entry', items]]);
    expect(invoiceDifferences([{ entryId: 'entry', cents: 500 }], invoiced), fault).toEqual(
      found === null
        ? []
        : [
            {
              what: 'cents of overage invoiced by the payment provider',
              subject: 'entry',
              expected: '500',
              found,
            },
          ],
    );
  });
});
