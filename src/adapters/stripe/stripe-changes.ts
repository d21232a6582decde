// Changes of one subscription at Stripe: its plan, and its end.
import type Stripe from 'stripe';
import type { PaidPlan } from '../../ports/payments.js';
import { monthlyKey, overageKey } from './stripe-catalogue.js';
import { ask, askUnlessMissing } from './stripe-client.js';
import { SCHEDULE, SUBSCRIPTION } from './stripe-responses.js';
import { cancelsAt, hasEnded, NEXT_PLAN_FROM, planItems, planOf } from './stripe-subscription.js';

type Changes = Stripe.SubscriptionUpdateParams;

/** Finds the id of a price by its lookup key. */
type FindPrice = (lookupKey: string) => Promise<string>;

export class StripeChanges {
  constructor(
    private readonly stripe: Stripe,
    private readonly priceId: FindPrice,
  ) {}

  async upgrade(subscriptionId: string, plan: PaidPlan): Promise<void> {
    const { monthItem, overageItem, subscription } = await this.read(subscriptionId);
    // In a request of its own: Stripe accepts no other change together with `pending_if_incomplete`.
    if (signOf(subscription) !== null) await this.keepPlan(subscriptionId);
    const month = await this.priceId(monthlyKey(plan));
    const overage = await this.priceId(overageKey(plan));
    await this.update(subscriptionId, {
      items: [
        { id: monthItem.id, price: month },
        { id: overageItem.id, price: overage },
      ],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
  }

  async changeAtPeriodEnd(subscriptionId: string, plan: PaidPlan): Promise<void> {
    const { monthItem, subscription } = await this.read(subscriptionId);
    await this.updateAndKeep(subscription, {
      items: [{ id: monthItem.id, price: await this.priceId(monthlyKey(plan)) }],
      proration_behavior: 'none',
      metadata: { [NEXT_PLAN_FROM]: String(monthItem.current_period_end) },
    });
  }

  async startNextPlan(subscriptionId: string): Promise<void> {
    const { overageItem, nextPlan } = await this.read(subscriptionId);
    await this.update(subscriptionId, {
      items: [{ id: overageItem.id, price: await this.priceId(overageKey(nextPlan)) }],
      proration_behavior: 'none',
      metadata: { [NEXT_PLAN_FROM]: '' },
    });
  }

  async keepPlan(subscriptionId: string): Promise<void> {
    const { monthItem, plan, nextPlan, subscription } = await this.read(subscriptionId);
    const isChanging = nextPlan !== plan || subscription.pending_update || subscription.metadata[NEXT_PLAN_FROM];
    // Of an ended one Stripe has to say so.
    if (!isChanging && signOf(subscription) === null && !hasEnded(subscription)) return;
    await this.updateAndKeep(subscription, {
      items: [{ id: monthItem.id, price: await this.priceId(monthlyKey(plan)) }],
      proration_behavior: 'none',
      metadata: { [NEXT_PLAN_FROM]: '' },
    });
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    const subscription = await ask(() => this.stripe.subscriptions.retrieve(subscriptionId), SUBSCRIPTION);
    const [item] = subscription.items.data;
    const endsAt = item ? cancelsAt(subscription, item) : null;
    const periodEnd = item?.current_period_end ?? 0;
    if (endsAt !== null && endsAt.getTime() <= periodEnd * 1000) return;
    await this.leaveSchedule(subscription);
    // Classic and flexible billing both take `cancel_at_period_end`; a later time that is set already is brought forward.
    await this.update(subscriptionId, endsAt === null ? { cancel_at_period_end: true } : { cancel_at: periodEnd });
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    // Without `invoice_now`, Stripe would never charge the overage since the last invoice.
    await askUnlessMissing(
      () => this.stripe.subscriptions.cancel(subscriptionId, { invoice_now: true, prorate: false }),
      SUBSCRIPTION,
    );
  }

  /** Makes the changes and withdraws a cancellation: both of its signs, and one in a request, as Stripe demands. */
  private async updateAndKeep(subscription: Stripe.Subscription, changes: Changes): Promise<void> {
    const { id } = subscription;
    const present = signOf(subscription) === null ? subscription : await this.leaveSchedule(subscription);
    const changed = await this.update(id, { ...changes, ...signOf(present) });
    const rest = signOf(changed);
    if (rest !== null) await this.update(id, rest);
  }

  /** Stripe refuses to change the end of a subscription while a schedule, which an operator made, rules it. */
  private async leaveSchedule(subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
    const { id, schedule } = subscription;
    if (!schedule) return subscription;
    const scheduleId = typeof schedule === 'string' ? schedule : schedule.id;
    await askUnlessMissing(() => this.stripe.subscriptionSchedules.release(scheduleId), SCHEDULE);
    return ask(() => this.stripe.subscriptions.retrieve(id), SUBSCRIPTION);
  }

  private async read(subscriptionId: string) {
    const subscription = await ask(() => this.stripe.subscriptions.retrieve(subscriptionId), SUBSCRIPTION);
    const { monthItem, overageItem } = planItems(subscription);
    return {
      subscription,
      monthItem,
      overageItem,
      plan: planOf(subscription, overageItem),
      nextPlan: planOf(subscription, monthItem),
    };
  }

  private async update(subscriptionId: string, changes: Changes): Promise<Stripe.Subscription> {
    return ask(() => this.stripe.subscriptions.update(subscriptionId, changes), SUBSCRIPTION);
  }
}

/** The change that takes away a sign of a cancellation; null where there is none. */
function signOf({ cancel_at, cancel_at_period_end }: Stripe.Subscription): Changes | null {
  if (cancel_at_period_end) return { cancel_at_period_end: false };
  return typeof cancel_at === 'number' ? { cancel_at: '' } : null;
}
