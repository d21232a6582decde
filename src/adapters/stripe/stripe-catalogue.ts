import type { PaidPlan } from '../../ports/payments.js';

/** How this service's things are called at Stripe. Nothing there is found by an id that Stripe chose. */
export const STRIPE_PLANS: readonly PaidPlan[] = ['starter', 'growth'];

/** A product's id may be chosen; it tells the plan even where a price has lost its lookup key to a newer one. */
export const productId = (plan: PaidPlan) => `call_analysis_${plan}`;
export const monthlyKey = (plan: PaidPlan) => `call_analysis_${plan}_monthly`;
export const overageKey = (plan: PaidPlan) => `call_analysis_${plan}_overage`;

/** One meter for both plans, in hundredths of a minute: Stripe takes whole numbers only. */
export const METER_EVENT = 'call_analysis_overage';

/** Marks the portal configuration and the webhook endpoint as this service's. */
export const SERVICE_TAG = { service: 'call-analysis' };

export function planOfProduct(id: string): PaidPlan | null {
  return STRIPE_PLANS.find((plan) => productId(plan) === id) ?? null;
}
