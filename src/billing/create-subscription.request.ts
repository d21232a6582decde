import { CustomMetadata } from '../platform/http/validation/custom-metadata.js';
import { Amount, OneOf } from '../platform/http/validation/fields.js';
import type { PaidPlan } from '../ports/payments.js';
import { PAID_PLANS } from './plan-terms.js';
import type { NewSubscription } from './subscriptions.service.js';

/** More than anybody transcribes in a month: a limit against slips of the keyboard. */
export const MOST_OVERAGE_MINUTES = 1_000_000;

export class CreateSubscriptionRequest {
  @OneOf(PAID_PLANS, { description: 'The plan to take.', example: 'starter' })
  plan: PaidPlan;

  @Amount({
    min: 0,
    max: MOST_OVERAGE_MINUTES,
    decimals: 2,
    default: 0,
    description: 'Minutes beyond the included ones that may be used in a month, at the price of the plan.',
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
