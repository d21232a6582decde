// The names of this service's objects at Stripe. The service finds them by these names, never by an id that Stripe chose.
import { PAID_PLANS, type PaidPlan } from '../../ports/payments.js';

/** Every product of this service, also of an older or newer release, has an id that starts like this. */
const PRODUCT_FAMILY = 'call_analysis_';

/** Stripe lets us choose a product's id. It gives the plan of a price, even of an old price without a lookup key. */
export const productId = (plan: PaidPlan) => `${PRODUCT_FAMILY}${plan}`;
export const monthlyKey = (plan: PaidPlan) => `call_analysis_${plan}_monthly`;
export const overageKey = (plan: PaidPlan) => `call_analysis_${plan}_overage`;

/** One meter for all plans, in hundredths of a minute, because Stripe accepts whole numbers only. */
export const METER_EVENT = 'call_analysis_overage';

/** Marks the portal configuration and the webhook endpoint as this service's. */
export const SERVICE_TAG = { service: 'call-analysis' };

export function planOfProduct(id: string): PaidPlan | null {
  return PAID_PLANS.find((plan) => productId(plan) === id) ?? null;
}

export function isProductOfOurs(id: string): boolean {
  return id.startsWith(PRODUCT_FAMILY);
}
