import { CustomMetadata } from '../platform/http/validation/custom-metadata.js';
import { Amount, Flag, OneOf, Whole } from '../platform/http/validation/fields.js';
import { PAID_PLANS, type PaidPlan } from '../ports/payments.js';
import type { NewSubscription, SubscriptionUpdate } from './subscriptions/subscriptions.service.js';

/** More than any client transcribes in a month; the limit catches typing errors. */
export const MAX_OVERAGE_MINUTES = 1_000_000;

export class CreateSubscriptionRequest {
  @OneOf(PAID_PLANS, { description: 'The plan to take.', example: 'starter' })
  plan: PaidPlan;

  @Amount({
    min: 0,
    max: MAX_OVERAGE_MINUTES,
    decimals: 2,
    default: 0,
    description: 'Additional minutes allowed per month, at the price of the plan.',
    example: 50,
  })
  overage_limit_minutes: number;

  @CustomMetadata()
  metadata?: Record<string, unknown> | null;

  newSubscription(): NewSubscription {
    return {
      plan: this.plan,
      overageLimitHundredths: Math.round(this.overage_limit_minutes * 100),
      metadata: JSON.stringify(this.metadata ?? {}),
    };
  }
}

export class UpdateSubscriptionRequest {
  @OneOf(PAID_PLANS, {
    optional: true,
    description:
      'A higher plan takes effect immediately, a lower one at the end of the period. The current plan withdraws a ' +
      'scheduled change.',
    example: 'growth',
  })
  plan?: PaidPlan | null;

  @Amount({
    optional: true,
    min: 0,
    max: MAX_OVERAGE_MINUTES,
    decimals: 2,
    description: 'Additional minutes allowed per month. Takes effect immediately.',
    example: 50,
  })
  overage_limit_minutes?: number | null;

  @CustomMetadata()
  metadata?: Record<string, unknown> | null;

  changes(): SubscriptionUpdate {
    const { plan, overage_limit_minutes: minutes, metadata } = this;
    return {
      ...(plan && { plan }),
      ...(minutes !== undefined && minutes !== null && { overageLimitHundredths: Math.round(minutes * 100) }),
      ...(metadata && { metadata: JSON.stringify(metadata) }),
    };
  }
}

export class CancelSubscriptionRequest {
  @Flag({
    default: true,
    description: 'True: the plan stays until the end of the period. False: the free plan follows at once.',
    example: true,
  })
  at_period_end: boolean;
}

export class UsageHistoryQuery {
  @OneOf(['periods', 'records'], {
    default: 'periods',
    description: 'One item for each period, or one for each billed analysis.',
    example: 'periods',
  })
  view: 'periods' | 'records';

  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
