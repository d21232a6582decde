import { Logger } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { unavailable } from '../../platform/errors/api-error.js';
import { PAID_PLANS, type PaidPlan } from '../../ports/payments.js';

const logger = new Logger('Billing');

/** Retry-After of what only an operator, or a process of another release, can answer. */
const UNKNOWN_PLAN_RETRY_SECONDS = 300;

export type Plan = 'free' | PaidPlan;

/** Cheapest first. */
export const PLANS: readonly Plan[] = ['free', ...PAID_PLANS];

export function isUpgrade(from: Plan, to: Plan): boolean {
  return PLANS.indexOf(to) > PLANS.indexOf(from);
}

/** The parts of a subscription that determine the terms of its period. */
export interface SubscriptionStanding {
  readonly plan: Plan;
  readonly status: 'active' | 'incomplete' | 'past_due' | 'canceled';
  readonly overageLimitHundredths: number;
  readonly disputed: boolean;
  /** While the payment provider collects nothing. */
  readonly collectionPaused: boolean;
  /** Monthly price of a paid plan at the payment provider; null for the configured price. */
  readonly priceCents: number | null;
  /** Price of a minute of overage at the payment provider; null for the configured price. */
  readonly overageCentsPerMinute: number | null;
}

/** Minutes and prices of one period. */
export interface PlanTerms {
  readonly plan: Plan;
  readonly priceCents: number;
  readonly includedHundredths: number;
  readonly overageLimitHundredths: number;
  readonly overageCentsPerMinute: number;
}

/**
 * Overage is credit, so an account whose last payment is missing or disputed gets none, and neither does one from which nothing
 * is collected. Prices are those that the account pays: after a change of the configured prices, subscribers keep theirs.
 * @throws ApiError 503 for a plan that only a later release knows
 */
export function liveTerms({ plans }: Pick<Config, 'plans'>, standing: SubscriptionStanding): PlanTerms {
  if (!Object.hasOwn(plans, standing.plan)) {
    logger.error({ plan: standing.plan }, 'Unknown plan of a subscription; answering 503');
    throw unavailable(UNKNOWN_PLAN_RETRY_SECONDS);
  }
  const { priceCents, includedMinutes, overageCentsPerMinute } = plans[standing.plan];
  const paid = standing.plan !== 'free';
  const credit = paid && standing.status === 'active' && !standing.disputed && !standing.collectionPaused;
  return {
    plan: standing.plan,
    priceCents: (paid ? standing.priceCents : null) ?? priceCents,
    includedHundredths: includedMinutes * 100,
    overageLimitHundredths: credit ? standing.overageLimitHundredths : 0,
    overageCentsPerMinute: (paid ? standing.overageCentsPerMinute : null) ?? overageCentsPerMinute,
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
