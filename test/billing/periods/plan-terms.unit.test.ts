import { describe, expect, it } from 'vitest';
import {
  isUpgrade,
  liveTerms,
  PLANS,
  type Plan,
  type SubscriptionStanding,
  testTerms,
} from '../../../src/billing/periods/plan-terms.js';

const config = {
  plans: {
    free: { priceCents: 0, includedMinutes: 100, overageCentsPerMinute: 0 },
    starter: { priceCents: 4_900, includedMinutes: 1_000, overageCentsPerMinute: 5 },
    growth: { priceCents: 19_900, includedMinutes: 5_000, overageCentsPerMinute: 4 },
  },
  testMinutesPerMonth: 10_000,
};
const starter: SubscriptionStanding = {
  plan: 'starter',
  status: 'active',
  overageLimitHundredths: 5_000,
  disputed: false,
  collectionPaused: false,
  priceCents: null,
  overageCentsPerMinute: null,
};

describe('the terms of a plan', () => {
  it('are the configured ones where the payment provider names no price', () => {
    expect(liveTerms(config, starter), 'The period has other terms than the configured plan').toEqual({
      plan: 'starter',
      priceCents: 4_900,
      includedHundredths: 100_000,
      overageLimitHundredths: 5_000,
      overageCentsPerMinute: 5,
    });
  });

  it('have the prices that the account pays, also where these are 0', () => {
    const terms = liveTerms(config, { ...starter, priceCents: 0, overageCentsPerMinute: 3.5 });
    expect(terms, 'A subscriber gets the configured prices in place of its own').toMatchObject({
      priceCents: 0,
      overageCentsPerMinute: 3.5,
    });
  });

  it.each([
    { standing: 'a missing payment', change: { status: 'past_due' } },
    { standing: 'a payment not yet made', change: { status: 'incomplete' } },
    { standing: 'a subscription that has ended', change: { status: 'canceled' } },
    { standing: 'a disputed payment', change: { disputed: true } },
    { standing: 'a pause of collection', change: { collectionPaused: true } },
    { standing: 'the free plan', change: { plan: 'free' } },
  ] as const)('allow no overage with $standing', ({ standing, change }) => {
    const { overageLimitHundredths } = liveTerms(config, { ...starter, ...change });
    expect(overageLimitHundredths, `An account with ${standing} gets overage on credit`).toBe(0);
  });

  it('of a plan that a later release has sold are not known: a request may succeed at a process of that release', () => {
    const later = { ...starter, plan: 'scale' as Plan };
    expect(() => liveTerms(config, later)).toThrow(expect.objectContaining({ name: 'ApiError', status: 503 }));
  });

  it('of the free plan are free, also for an account that has paid before', () => {
    const terms = liveTerms(config, { ...starter, plan: 'free', priceCents: 4_900, overageCentsPerMinute: 5 });
    expect(terms, 'The free plan costs what the paid one did').toMatchObject({
      priceCents: 0,
      overageCentsPerMinute: 0,
    });
  });

  it('of test keys are the same for every plan, and cost nothing', () => {
    expect(PLANS, 'A plan is missing from the list').toEqual(['free', 'starter', 'growth']);
    for (const plan of PLANS)
      expect(testTerms(config, plan), `Test keys of the plan ${plan} have other terms`).toEqual({
        plan,
        priceCents: 0,
        includedHundredths: 1_000_000,
        overageLimitHundredths: 0,
        overageCentsPerMinute: 0,
      });
  });

  it.each([
    ['free', 'starter', true],
    ['starter', 'growth', true],
    ['growth', 'growth', false],
    ['growth', 'starter', false],
  ] as const)('change from %s to %s, and hold at once: %s', (from, to, expected) => {
    const fault = expected ? 'A dearer plan waits for the next period' : 'A cheaper plan, or the same, holds at once';
    expect(isUpgrade(from, to), fault).toBe(expected);
  });
});
