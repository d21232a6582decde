// Payments by Stripe: checkouts, subscriptions, disputes, and overage through a meter.
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { operatorCommand } from '../../platform/config/operator-command.js';
import {
  type Checkout,
  type CustomerState,
  type Dispute,
  type FinalOverage,
  type InvoicedOverage,
  type Order,
  type Overage,
  type OverageTerms,
  type PaidPlan,
  type Payer,
  type PaymentEvent,
  Payments,
  UnreadableSubscription,
} from '../../ports/payments.js';
import { METER_EVENT, monthlyKey, overageKey, SERVICE_TAG, STRIPE_PLANS } from './stripe-catalogue.js';
import { ask, isKnownIdentifier, isLiveKey, isMissing, stripeClient, stripeError } from './stripe-client.js';
import { hasUnpaidInvoice, invoicedOverage, invoiceOverage } from './stripe-invoices.js';
import {
  fromUnix,
  hasEnded,
  isOfOurs,
  NEXT_PLAN_FROM,
  overageTermsOf,
  planItems,
  planOf,
  stateOf,
  toUnix,
} from './stripe-subscription.js';

export interface StripePaymentsOptions {
  readonly secretKey: string;
  readonly webhookSecret: string | null;
  readonly apiBase: string | null;
  /** The service's public URL: Checkout and the portal link back to it. */
  readonly publicUrl: string;
}

/** Maximum age of a signature, and maximum time ahead. The package checks the age only. */
const SIGNATURE_TOLERANCE_S = 300;

export class StripePayments extends Payments {
  readonly collection = 'stripe';
  private readonly stripe: Stripe;
  private readonly live: boolean;
  private priceIds: Promise<ReadonlyMap<string, string>> | null = null;
  private meterId: Promise<string> | null = null;
  private portalConfiguration: string | null = null;

  constructor(private readonly options: StripePaymentsOptions) {
    super();
    this.stripe = stripeClient(options.secretKey, options.apiBase);
    this.live = isLiveKey(options.secretKey);
  }

  async createCustomer({ accountId, email }: Payer): Promise<string> {
    // A retry within the hour gets the customer that an interrupted request created. The key changes every hour, because
    // Stripe also repeats a failure for it, and the id of a customer that was deleted since.
    const hour = Math.floor(Date.now() / 3_600_000);
    const hash = createHash('sha256').update(email).digest('hex').slice(0, 16);
    const customer = await ask(() =>
      this.stripe.customers.create(
        { email, metadata: { account_id: accountId } },
        { idempotencyKey: `customer:${accountId}:${hash}:${hour}` },
      ),
    );
    return customer.id;
  }

  async openCheckout({ accountId, customerId, plan, effectId }: Order): Promise<Checkout> {
    const month = await this.priceId(monthlyKey(plan));
    const overage = await this.priceId(overageKey(plan));
    const session = await ask(() =>
      this.stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: customerId,
          client_reference_id: accountId,
          line_items: [{ price: month, quantity: 1 }, { price: overage }],
          success_url: `${this.options.publicUrl}/docs`,
          cancel_url: `${this.options.publicUrl}/docs`,
          subscription_data: { billing_mode: { type: 'flexible' }, metadata: { account_id: accountId } },
        },
        effectId === null ? {} : { idempotencyKey: `checkout:${effectId}` },
      ),
    );
    if (session.url === null) throw stripeError(new Error('An open Checkout session has an address'));
    return { url: session.url, expiresAt: fromUnix(session.expires_at) };
  }

  async customerState(customerId: string): Promise<CustomerState> {
    const deleted: CustomerState = { deleted: true, subscription: null, suspendedId: null };
    try {
      const customer = await this.stripe.customers.retrieve(customerId);
      if (customer.deleted) return deleted;
      const { data } = await this.stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
      return stateOf(data);
    } catch (error) {
      if (isMissing(error)) return deleted;
      throw error instanceof UnreadableSubscription ? error : stripeError(error);
    }
  }

  async upgrade(subscriptionId: string, plan: PaidPlan): Promise<void> {
    const { monthItem, overageItem, subscription } = await this.itemsOf(subscriptionId);
    // In a request of its own: Stripe accepts no other change together with `pending_if_incomplete`.
    if (subscription.cancel_at_period_end) await this.keepPlan(subscriptionId);
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
    const { monthItem } = await this.itemsOf(subscriptionId);
    await this.update(subscriptionId, {
      items: [{ id: monthItem.id, price: await this.priceId(monthlyKey(plan)) }],
      proration_behavior: 'none',
      cancel_at_period_end: false,
      metadata: { [NEXT_PLAN_FROM]: String(monthItem.current_period_end) },
    });
  }

  async startNextPlan(subscriptionId: string): Promise<void> {
    const { overageItem, nextPlan } = await this.itemsOf(subscriptionId);
    await this.update(subscriptionId, {
      items: [{ id: overageItem.id, price: await this.priceId(overageKey(nextPlan)) }],
      proration_behavior: 'none',
      metadata: { [NEXT_PLAN_FROM]: '' },
    });
  }

  async keepPlan(subscriptionId: string): Promise<void> {
    const { monthItem, plan } = await this.itemsOf(subscriptionId);
    await this.update(subscriptionId, {
      items: [{ id: monthItem.id, price: await this.priceId(monthlyKey(plan)) }],
      proration_behavior: 'none',
      cancel_at_period_end: false,
      metadata: { [NEXT_PLAN_FROM]: '' },
    });
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.update(subscriptionId, { cancel_at_period_end: true });
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    try {
      // Without `invoice_now`, Stripe would never charge the overage since the last invoice.
      await this.stripe.subscriptions.cancel(subscriptionId, { invoice_now: true, prorate: false });
    } catch (error) {
      if (!isMissing(error)) throw stripeError(error);
    }
  }

  async endCustomer(customer: string): Promise<void> {
    // Checkouts first, so that no new subscription can start after the others ended.
    const checkouts = await listOrEmpty(() =>
      this.stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }),
    );
    for (const { id } of checkouts) await ask(() => this.stripe.checkout.sessions.expire(id));
    const subscriptions = await listOrEmpty(() => this.stripe.subscriptions.list({ customer, limit: 100 }));
    for (const one of subscriptions) if (isOfOurs(one) && !hasEnded(one)) await this.cancelNow(one.id);
  }

  async eraseCustomer(customer: string, { unpaid }: { readonly unpaid: boolean }): Promise<boolean> {
    // Stripe ends everything of a customer that is deleted, also what is not of this service.
    const subscriptions = await listOrEmpty(() => this.stripe.subscriptions.list({ customer, limit: 100 }));
    const buysElsewhere = subscriptions.some((one) => !isOfOurs(one) && !hasEnded(one));
    try {
      if ((await this.stripe.customers.retrieve(customer)).deleted) return true;
      if (buysElsewhere) await this.stripe.customers.update(customer, { metadata: { account_id: '' } });
      else if (!unpaid && (await hasUnpaidInvoice(this.stripe, customer))) return false;
      else await this.stripe.customers.del(customer);
    } catch (error) {
      if (!isMissing(error)) throw stripeError(error);
    }
    return true;
  }

  async portalUrl(customerId: string): Promise<string> {
    this.portalConfiguration ??= await this.findPortalConfiguration();
    const configuration = this.portalConfiguration;
    const session = await ask(() =>
      this.stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: `${this.options.publicUrl}/docs`,
        ...(configuration !== null && { configuration }),
      }),
    );
    return session.url;
  }

  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | null {
    const { webhookSecret } = this.options;
    if (webhookSecret === null || signature === undefined) return null;
    const at = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
    if (!(at <= Date.now() / 1000 + SIGNATURE_TOLERANCE_S)) return null;
    return isThin(rawBody)
      ? this.readNotification(rawBody, signature, webhookSecret)
      : this.readSnapshot(rawBody, signature, webhookSecret);
  }

  async findDispute(disputeId: string): Promise<Dispute> {
    const dispute = await ask(() => this.stripe.disputes.retrieve(disputeId, { expand: ['charge'] }));
    const { charge } = dispute;
    const customer = typeof charge === 'string' ? null : charge.customer;
    return {
      customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
      settled: SETTLED_DISPUTES.has(dispute.status),
    };
  }

  async reportOverage({ identifier, customerId, hundredths, at }: Overage): Promise<void> {
    try {
      await this.stripe.billing.meterEvents.create({
        event_name: METER_EVENT,
        identifier,
        timestamp: toUnix(at),
        payload: { stripe_customer_id: customerId, value: String(hundredths) },
      });
    } catch (error) {
      if (!isKnownIdentifier(error)) throw stripeError(error);
    }
  }

  async countedOverage(customerId: string, from: Date, to: Date): Promise<number> {
    this.meterId ??= forgetOnFailure(this.findMeter(), () => {
      this.meterId = null;
    });
    const meterId = await this.meterId;
    return ask(async () => {
      let counted = 0;
      const summaries = this.stripe.billing.meters.listEventSummaries(meterId, {
        customer: customerId,
        start_time: toUnix(from),
        end_time: toUnix(to),
        limit: 100,
      });
      for await (const { aggregated_value } of summaries) counted += aggregated_value;
      return counted;
    });
  }

  async overageTerms(subscriptionId: string): Promise<OverageTerms | null> {
    try {
      return overageTermsOf(await this.stripe.subscriptions.retrieve(subscriptionId));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error instanceof UnreadableSubscription ? error : stripeError(error);
    }
  }

  invoiceOverage(overage: FinalOverage): Promise<string> {
    return invoiceOverage(this.stripe, overage);
  }

  invoicedOverage(customerId: string, since: Date): Promise<InvoicedOverage[]> {
    return invoicedOverage(this.stripe, customerId, since);
  }

  /** Gives ids only: the payload may be old, out of order or of another API version, so the caller reads the state again. */
  private readSnapshot(rawBody: Buffer, signature: string, secret: string): PaymentEvent | null {
    const event = nullUnlessVerified(() =>
      this.stripe.webhooks.constructEvent(rawBody, signature, secret, SIGNATURE_TOLERANCE_S),
    );
    if (event === null) return null;
    const { object } = event.data;
    const kind = 'object' in object ? object.object : null;
    const id = 'id' in object && typeof object.id === 'string' ? object.id : null;
    const owner = 'customer' in object ? object.customer : null;
    return {
      id: event.id,
      type: event.type,
      customerId: kind === 'customer' ? id : customerIdOf(owner),
      disputeId: kind === 'dispute' ? id : null,
      ours: event.livemode === this.live,
    };
  }

  /** A thin event: Stripe could not count meter events that it had accepted. It names a meter, and no customer. */
  private readNotification(rawBody: Buffer, signature: string, secret: string): PaymentEvent | null {
    const event = nullUnlessVerified(() =>
      this.stripe.parseEventNotification(rawBody, signature, secret, SIGNATURE_TOLERANCE_S),
    );
    if (event === null) return null;
    const { id, type, livemode } = event;
    return { id, type, customerId: null, disputeId: null, ours: livemode === this.live };
  }

  private async itemsOf(subscriptionId: string) {
    const subscription = await ask(() => this.stripe.subscriptions.retrieve(subscriptionId));
    const { monthItem, overageItem } = planItems(subscription);
    return {
      subscription,
      monthItem,
      overageItem,
      plan: planOf(subscription, overageItem),
      nextPlan: planOf(subscription, monthItem),
    };
  }

  private async update(subscriptionId: string, changes: Stripe.SubscriptionUpdateParams): Promise<void> {
    await ask(() => this.stripe.subscriptions.update(subscriptionId, changes));
  }

  private async priceId(lookupKey: string): Promise<string> {
    this.priceIds ??= forgetOnFailure(this.findPrices(), () => {
      this.priceIds = null;
    });
    const id = (await this.priceIds).get(lookupKey);
    if (id === undefined) {
      this.priceIds = null;
      throw stripeError(new Error(`There is no price ${lookupKey}: run ${operatorCommand('stripe:setup')}`));
    }
    return id;
  }

  private async findPrices(): Promise<ReadonlyMap<string, string>> {
    const { data } = await ask(() =>
      this.stripe.prices.list({
        lookup_keys: STRIPE_PLANS.flatMap((plan) => [monthlyKey(plan), overageKey(plan)]),
        active: true,
        limit: 100,
      }),
    );
    return new Map(data.flatMap(({ id, lookup_key }) => (lookup_key === null ? [] : [[lookup_key, id]])));
  }

  private async findMeter(): Promise<string> {
    const { data } = await ask(() => this.stripe.billing.meters.list({ status: 'active', limit: 100 }));
    const meter = data.find(({ event_name }) => event_name === METER_EVENT);
    if (!meter)
      throw stripeError(new Error(`There is no meter ${METER_EVENT}: run ${operatorCommand('stripe:setup')}`));
    return meter.id;
  }

  /** Null for the default configuration of the Stripe account. */
  private async findPortalConfiguration(): Promise<string | null> {
    const { data } = await ask(() => this.stripe.billingPortal.configurations.list({ active: true, limit: 100 }));
    return data.find(({ metadata }) => metadata?.service === SERVICE_TAG.service)?.id ?? null;
  }
}

const SETTLED_DISPUTES: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

/** The list; empty when the customer no longer exists. */
async function listOrEmpty<T>(request: () => Promise<Stripe.ApiList<T>>): Promise<T[]> {
  try {
    return (await request()).data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw stripeError(error);
  }
}

/** Null when the package refuses the signature, which it does by throwing. */
function nullUnlessVerified<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A failed look-up is not kept, so that the next call tries again. */
function forgetOnFailure<T>(found: Promise<T>, forget: () => void): Promise<T> {
  found.catch(forget);
  return found;
}

function isThin(rawBody: Buffer): boolean {
  return /"object"\s*:\s*"v2\.core\.event"/.test(rawBody.subarray(0, 4096).toString('utf8'));
}

function customerIdOf(owner: unknown): string | null {
  if (typeof owner === 'string') return owner;
  return typeof owner === 'object' && owner !== null && 'id' in owner && typeof owner.id === 'string' ? owner.id : null;
}
