import { CustomMetadata } from '../platform/http/validation/custom-metadata.js';
import { Amount, OneOf } from '../platform/http/validation/fields.js';
import type { PaidPlan } from '../ports/payments.js';
import { MOST_OVERAGE_MINUTES } from './create-subscription.request.js';
import { PAID_PLANS } from './plan-terms.js';
import type { SubscriptionUpdate } from './subscriptions.service.js';

export class UpdateSubscriptionRequest {
  @OneOf(PAID_PLANS, {
    optional: true,
    description: 'Higher: at once. Lower: from the end of the period. The present one: withdraws what was to come.',
    example: 'growth',
  })
  plan?: PaidPlan | null;

  @Amount({
    optional: true,
    min: 0,
    max: MOST_OVERAGE_MINUTES,
    decimals: 2,
    description: 'Minutes beyond the included ones that may be used in a month. Holds at once.',
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
