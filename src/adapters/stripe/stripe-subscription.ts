// Reads the subscriptions of a customer. A subscription of this service has two items: the monthly price, paid in advance,
// and the metered overage, paid afterwards. The overage item shows the current plan; the monthly item shows the plan of the
// next invoice. Items and subscriptions to products that are not of this service are ignored.
import type Stripe from 'stripe';
import {
  type CustomerState,
  type FurtherSubscription,
  type OverageTerms,
  PAID_PLANS,
  type PaidPlan,
  type PaidSubscription,
  UnreadableSubscription,
} from '../../ports/payments.js';
import { isProductOfOurs, planOfProduct } from './stripe-catalogue.js';

/** Metadata of a subscription whose next period has a cheaper plan: the start of that period in Unix seconds. */
export const NEXT_PLAN_FROM = 'next_plan_from';

export interface PlanItems {
  readonly monthItem: Stripe.SubscriptionItem;
  readonly overageItem: Stripe.SubscriptionItem;
}

/** Stripe may add statuses. One that is not listed here entitles to nothing. */
const ENTITLING: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);
const SUSPENDED: ReadonlySet<string> = new Set(['unpaid', 'paused']);
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

export const fromUnix = (seconds: number) => new Date(seconds * 1000);
export const toUnix = (date: Date) => Math.floor(date.getTime() / 1000);

/**
 * Reads the state of a customer. The subscription with the largest plan counts. One that cannot be read counts only if no other
 * can be read.
 * @throws UnreadableSubscription
 */
export function stateOf(subscriptions: readonly Stripe.Subscription[]): CustomerState {
  const ours = subscriptions.filter(isOfOurs);
  const read = ours.filter(({ status }) => ENTITLING.has(status)).map(readPaid);
  const suspended = ours.filter(({ status }) => SUSPENDED.has(status));
  const [largest, ...others] = read.flatMap(({ paid }) => (paid === null ? [] : [paid])).sort(byRank);
  const unreadable = read.find(({ fault }) => fault !== null)?.fault ?? null;
  if (largest === undefined && unreadable !== null) throw unreadable;
  const further: FurtherSubscription[] = [
    ...others.map((paid) => ({ id: paid.id, standing: `${paid.plan} ${paid.state}`, paid })),
    ...read.flatMap(({ fault }) =>
      fault === null ? [] : [{ id: fault.subscriptionId, standing: fault.product, paid: null }],
    ),
    ...suspended.map(({ id, status }) => ({ id, standing: status, paid: null })),
  ];
  const suspendedId = suspended[0]?.id ?? null;
  return {
    deleted: false,
    subscription: largest ?? null,
    suspendedId,
    further: largest === undefined ? further.filter(({ id }) => id !== suspendedId) : further,
  };
}

/** Sorts by plan, the largest first. For the same plan: paid ones first, then ones that are not cancelled, then older ones. */
function byRank(one: PaidSubscription, other: PaidSubscription): number {
  return (
    PAID_PLANS.indexOf(other.plan) - PAID_PLANS.indexOf(one.plan) ||
    Number(one.state === 'past_due') - Number(other.state === 'past_due') ||
    Number(one.cancelsAt !== null) - Number(other.cancelsAt !== null) ||
    one.anchorAt.getTime() - other.anchorAt.getTime()
  );
}

function readPaid(subscription: Stripe.Subscription): {
  paid: PaidSubscription | null;
  fault: UnreadableSubscription | null;
} {
  try {
    return { paid: paidSubscription(subscription), fault: null };
  } catch (error) {
    if (!(error instanceof UnreadableSubscription)) throw error;
    return { paid: null, fault: error };
  }
}

/** Stripe has no subscription without items, so one that shows none is ours, damaged. */
export function isOfOurs({ items }: Stripe.Subscription): boolean {
  return items.data.length === 0 || items.data.some((item) => isProductOfOurs(productOf(item)));
}

export function hasEnded({ status }: Stripe.Subscription): boolean {
  return ENDED.has(status);
}

/** @throws UnreadableSubscription */
export function planItems(subscription: Stripe.Subscription): PlanItems {
  const ours = subscription.items.data.filter((item) => isProductOfOurs(productOf(item)));
  const monthItem = ours.find((item) => !isMetered(item));
  const overageItem = ours.find(isMetered);
  if (monthItem && overageItem) return { monthItem, overageItem };
  throw new UnreadableSubscription(subscription.id, monthItem ? 'no overage item' : 'no monthly item');
}

/** @throws UnreadableSubscription */
export function planOf(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): PaidPlan {
  const product = productOf(item);
  const plan = planOfProduct(product);
  if (plan === null) throw new UnreadableSubscription(subscription.id, `the product ${product}`);
  return plan;
}

/** Price of a minute in cents: Stripe's price is for a hundredth of a minute. Null for a price that depends on the quantity. */
function overageCentsPerMinute({ price }: Stripe.SubscriptionItem): number | null {
  const cents = inCents(price);
  return cents === null ? null : Number((cents * 100).toFixed(4));
}

/** @throws UnreadableSubscription */
export function overageTermsOf(subscription: Stripe.Subscription): OverageTerms {
  const startedAt = fromUnix(subscription.start_date);
  if (!hasEnded(subscription)) {
    const { overageItem } = planItems(subscription);
    return { startedAt, endedAt: null, overageCentsPerMinute: overageCentsPerMinute(overageItem) };
  }
  const endedAt = fromUnix(subscription.ended_at ?? subscription.created);
  return { startedAt, endedAt, overageCentsPerMinute: null };
}

function paidSubscription(subscription: Stripe.Subscription): PaidSubscription {
  const { monthItem, overageItem } = planItems(subscription);
  const plan = planOf(subscription, overageItem);
  const nextMonth = planOf(subscription, monthItem);
  const waiting = (subscription.pending_update?.subscription_items ?? [])
    .filter((item) => isProductOfOurs(productOf(item)))
    .map((item) => planOf(subscription, item))
    .find((other) => other !== plan);
  const from = Number(subscription.metadata[NEXT_PLAN_FROM]);
  return {
    id: subscription.id,
    state: subscription.status === 'past_due' ? 'past_due' : 'active',
    plan,
    nextPlan: nextMonth !== plan ? nextMonth : (waiting ?? null),
    nextPlanFrom: nextMonth !== plan ? fromUnix(from > 0 ? from : monthItem.current_period_end) : null,
    cancelsAt: cancelsAt(subscription, monthItem),
    ...collectionOf(subscription),
    monthlyCents: nextMonth === plan ? inCents(monthItem.price) : null,
    overageCentsPerMinute: overageCentsPerMinute(overageItem),
    anchorAt: fromUnix(subscription.billing_cycle_anchor),
    periodStartsAt: fromUnix(monthItem.current_period_start),
    periodEndsAt: fromUnix(monthItem.current_period_end),
  };
}

/**
 * Time at which a cancellation ends the subscription; null without a cancellation. Stripe shows it in two ways: with flexible
 * billing, the customer portal sets only `cancel_at`. A time before the current period has no effect: Stripe has renewed the
 * subscription since.
 */
export function cancelsAt(
  { cancel_at, cancel_at_period_end }: Stripe.Subscription,
  { current_period_start, current_period_end }: Stripe.SubscriptionItem,
): Date | null {
  const at = (cancel_at ?? 0) > current_period_start ? cancel_at : null;
  if (cancel_at_period_end) return fromUnix(Math.min(at ?? current_period_end, current_period_end));
  return at === null ? null : fromUnix(at);
}

/** Stripe collects nothing during a pause, whatever its behavior, including ones that Stripe may add later. */
function collectionOf({
  pause_collection: pause,
}: Stripe.Subscription): Pick<PaidSubscription, 'collectionPaused' | 'collectionResumesAt'> {
  const resumesAt = pause?.resumes_at ? fromUnix(pause.resumes_at) : null;
  const isPaused = pause !== null && pause !== undefined && (resumesAt === null || resumesAt.getTime() > Date.now());
  return { collectionPaused: isPaused, collectionResumesAt: isPaused ? resumesAt : null };
}

function productOf({ price: { product } }: Stripe.SubscriptionItem): string {
  return typeof product === 'string' ? product : product.id;
}

function isMetered({ price }: Stripe.SubscriptionItem): boolean {
  return price.recurring?.usage_type === 'metered';
}

/** Null for a tiered price. */
function inCents({ unit_amount, unit_amount_decimal }: Stripe.Price): number | null {
  const amount = unit_amount_decimal ?? unit_amount;
  return amount === null || amount === undefined ? null : Number(String(amount));
}
