import type { Config } from '../platform/config/config.js';

export type Plan = 'free' | 'starter' | 'growth';
export const PAID_PLANS = ['starter', 'growth'] as const;

/** Cheapest first. */
const RANK: readonly Plan[] = ['free', ...PAID_PLANS];

export function isUpgrade(from: Plan, to: Plan): boolean {
  return RANK.indexOf(to) > RANK.indexOf(from);
}

/** The parts of a subscription that determine the terms of its period. */
export interface SubscriptionStanding {
  readonly plan: Plan;
  readonly status: 'active' | 'incomplete' | 'past_due' | 'canceled';
  readonly overageLimitHundredths: number;
  readonly disputed: boolean;
}

/** Minutes and prices of one period. */
export interface PlanTerms {
  readonly plan: Plan;
  readonly priceCents: number;
  readonly includedHundredths: number;
  readonly overageLimitHundredths: number;
  readonly overageCentsPerMinute: number;
}

/** Overage is credit, so an account whose last payment is missing or disputed gets none. */
export function liveTerms({ plans }: Pick<Config, 'plans'>, standing: SubscriptionStanding): PlanTerms {
  const { priceCents, includedMinutes, overageCentsPerMinute } = plans[standing.plan];
  const credit = standing.plan !== 'free' && standing.status === 'active' && !standing.disputed;
  return {
    plan: standing.plan,
    priceCents,
    includedHundredths: includedMinutes * 100,
    overageLimitHundredths: credit ? standing.overageLimitHundredths : 0,
    overageCentsPerMinute,
  };
}

/** The minutes of test keys: the same for every plan, without overage. */
export function testTerms({ testMinutesPerMonth }: Pick<Config, 'testMinutesPerMonth'>, plan: Plan): PlanTerms {
  return {
    plan,
    priceCents: 0,
    includedHundredths: testMinutesPerMonth * 100,
    overageLimitHundredths: 0,
    overageCentsPerMinute: 0,
  };
}
