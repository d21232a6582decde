import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SubscriptionRow } from '../../../src/billing/periods/subscription-rows.js';
import { changesBy, PAST_DUE_GRACE_MS } from '../../../src/billing/subscriptions/subscription-sync.js';
import type { CustomerState, PaidSubscription } from '../../../src/ports/payments.js';

const now = new Date('2027-03-15T12:00:00Z');
beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const ago = (ms: number) => new Date(now.getTime() - ms);
const periodStartsAt = new Date('2027-03-05T12:00:00Z');
const periodEndsAt = new Date('2027-04-05T12:00:00Z');
const anchorAt = new Date('2027-01-05T12:00:00Z');

const row: SubscriptionRow = {
  id: 'row',
  accountId: 'account',
  plan: 'starter',
  status: 'active',
  overageLimitHundredths: 5_000,
  disputed: true,
  priceCents: 3_900,
  overageCentsPerMinute: 3.5,
  pendingPlan: null,
  pendingFrom: null,
  cancelAtPeriodEnd: false,
  collectionPaused: false,
  anchorAt,
  createdAt: anchorAt,
  metadata: '{}',
  customerId: 'cus_1',
  providerSubscriptionId: 'sub_1',
  checkoutUrl: 'https://pay.example.org',
  checkoutExpiresAt: null,
  pastDueSince: null,
};
const paid: PaidSubscription = {
  id: 'sub_1',
  state: 'active',
  plan: 'growth',
  nextPlan: 'starter',
  nextPlanFrom: periodEndsAt,
  cancelsAt: null,
  collectionPaused: false,
  collectionResumesAt: null,
  monthlyCents: 19_900,
  overageCentsPerMinute: 4,
  anchorAt,
  periodStartsAt,
  periodEndsAt,
};
const nothing: CustomerState = { deleted: false, subscription: null, suspendedId: null, further: [] };
const free = {
  plan: 'free',
  status: 'active',
  priceCents: null,
  overageCentsPerMinute: null,
  overageLimitHundredths: 0,
  pendingPlan: null,
  pendingFrom: null,
  cancelAtPeriodEnd: false,
  collectionPaused: false,
  providerSubscriptionId: null,
  checkoutUrl: null,
  checkoutExpiresAt: null,
  pastDueSince: null,
};
const paying = (change: Partial<PaidSubscription>, current: Partial<SubscriptionRow> = {}) =>
  changesBy({ ...row, ...current }, { ...nothing, subscription: { ...paid, ...change } });

describe('a subscription that entitles to its plan', () => {
  it('gives the account its plan, prices, months and what is to come', () => {
    expect(paying({}), 'The row shows something else than the provider').toEqual({
      plan: 'growth',
      status: 'active',
      priceCents: 19_900,
      overageCentsPerMinute: 4,
      pastDueSince: null,
      providerSubscriptionId: 'sub_1',
      checkoutUrl: null,
      checkoutExpiresAt: null,
      cancelAtPeriodEnd: false,
      collectionPaused: false,
      pendingPlan: 'starter',
      pendingFrom: periodEndsAt,
      anchorAt,
    });
  });

  it('that ends with its period is followed by the free plan, whatever plan was to come', () => {
    const cancelled = paying({ cancelsAt: periodEndsAt, nextPlanFrom: now });
    expect(cancelled, 'A cancelled plan goes on, or ends at another time').toMatchObject({
      cancelAtPeriodEnd: true,
      pendingPlan: 'free',
      pendingFrom: periodEndsAt,
    });
  });

  it('keeps the known price while the provider already names that of the next plan', () => {
    const { priceCents } = paying({ plan: 'starter', monthlyCents: null });
    expect(priceCents, 'The price of the present plan is lost').toBe(3_900);
    const other = paying({ plan: 'growth', monthlyCents: null });
    expect(other.priceCents, 'A plan gets the price of the plan before').toBeNull();
  });

  it.each([
    { since: null, kept: now, plan: 'growth', fault: 'The grace does not begin with the missing payment' },
    {
      since: ago(PAST_DUE_GRACE_MS - 1),
      kept: ago(PAST_DUE_GRACE_MS - 1),
      plan: 'growth',
      fault: 'The grace is shorter than 14 days, or starts over',
    },
    {
      since: ago(14 * 86_400_000),
      kept: ago(14 * 86_400_000),
      plan: 'free',
      fault: 'A plan that is not paid for goes on after 14 days',
    },
  ])('with a payment missing since $since gives the plan $plan', ({ since, kept, plan, fault }) => {
    const changes = paying({ state: 'past_due' }, { pastDueSince: since });
    expect(changes, fault).toMatchObject({ plan, status: 'past_due', pastDueSince: kept });
  });

  it('that is paid after all gives its plan back, and ends the grace', () => {
    const changes = paying({}, { plan: 'free', pastDueSince: ago(20 * 86_400_000) });
    expect(changes, 'The customer has paid and does not get the plan').toMatchObject({
      plan: 'growth',
      status: 'active',
      pastDueSince: null,
    });
  });
});

describe('an account returns to the free plan', () => {
  it('when its subscription has ended', () => {
    expect(changesBy(row, nothing), 'An ended subscription leaves terms of the paid plan').toEqual(free);
  });

  it('without its customer, when the provider has deleted that', () => {
    expect(changesBy(row, { ...nothing, deleted: true }), 'A deleted customer is charged or disputed on').toEqual({
      ...free,
      customerId: null,
      disputed: false,
    });
  });

  it('but keeps a suspended subscription, which can still be paid', () => {
    const changes = changesBy({ ...row, pastDueSince: now }, { ...nothing, suspendedId: 'sub_2' });
    expect(changes, 'A second subscription may start beside the suspended one').toEqual({
      ...free,
      status: 'past_due',
      providerSubscriptionId: 'sub_2',
    });
  });

  it.each([
    { checkout: 'ends now', expiresAt: now },
    { checkout: 'was never opened', expiresAt: null },
  ])('when it has no subscription and its checkout $checkout', ({ expiresAt }) => {
    const current = { ...row, providerSubscriptionId: null, checkoutExpiresAt: expiresAt };
    expect(changesBy(current, nothing), 'An order that cannot be paid any more stays open').toEqual(free);
  });

  it('not while its checkout can be paid', () => {
    const current = { ...row, providerSubscriptionId: null, checkoutExpiresAt: new Date(now.getTime() + 1) };
    expect(changesBy(current, nothing), 'An open order is lost').toEqual({});
  });
});
