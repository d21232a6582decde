// Payments with Stripe: checkouts, subscriptions, disputes, and overage through a meter.
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
  PAID_PLANS,
  type PaidPlan,
  type Payer,
  type PaymentEvent,
  Payments,
} from '../../ports/payments.js';
import type { ProviderError } from '../../ports/provider-error.js';
import { METER_EVENT, monthlyKey, overageKey, SERVICE_TAG } from './stripe-catalogue.js';
import { StripeChanges } from './stripe-changes.js';
import {
  ask,
  askForAll,
  askUnlessMissing,
  isKnownIdentifier,
  isLiveKey,
  reading,
  stripeClient,
  stripeError,
} from './stripe-client.js';
import { readStripeEvent } from './stripe-event.js';
import { hasUnpaidInvoice, invoicedOverage, invoiceOverage } from './stripe-invoices.js';
import {
  CHECKOUT,
  CHECKOUTS,
  CUSTOMER,
  DISPUTE,
  METER_EVENT_ANSWER,
  METER_SUMMARY,
  METERS,
  PORTAL_CONFIGURATIONS,
  PORTAL_SESSION,
  PRICES,
  SUBSCRIPTION,
  SUBSCRIPTIONS,
} from './stripe-responses.js';
import { fromUnix, hasEnded, isOfOurs, overageTermsOf, stateOf, toUnix } from './stripe-subscription.js';

/** Maximum number of attempts to create a customer. Within an hour, Stripe returns the same customer even if it was deleted. */
const MAX_DELETED_CUSTOMERS = 10;

export interface StripePaymentsOptions {
  readonly secretKey: string;
  readonly webhookSecret: string | null;
  readonly apiBase: string | null;
  /** URL of the link from the checkout and the portal back to the service. */
  readonly returnUrl: string;
}

export class StripePayments extends Payments {
  readonly collection = 'stripe';
  private readonly stripe: Stripe;
  private readonly changes: StripeChanges;
  private readonly live: boolean;
  private priceIds: Promise<ReadonlyMap<string, string>> | null = null;
  private meterId: Promise<string> | null = null;
  private portalConfiguration: string | null = null;

  constructor(private readonly options: StripePaymentsOptions) {
    super();
    this.stripe = stripeClient(options.secretKey, options.apiBase);
    this.changes = new StripeChanges(this.stripe, (lookupKey) => this.priceId(lookupKey));
    this.live = isLiveKey(options.secretKey);
  }

  async createCustomer({ accountId, email }: Payer): Promise<string> {
    // A retry within the hour gets the customer that an interrupted request created. The key changes every hour, because Stripe
    // also repeats a failure for it. When Stripe returns a customer that was deleted since, the next key contains its id.
    const hour = Math.floor(Date.now() / 3_600_000);
    const hash = createHash('sha256').update(email).digest('hex').slice(0, 16);
    const key = `customer:${accountId}:${hash}:${hour}`;
    let deletedId = '';
    for (let attempt = 0; attempt < MAX_DELETED_CUSTOMERS; attempt++) {
      const idempotencyKey = deletedId === '' ? key : `${key}:${deletedId}`;
      const { id } = await ask(
        () => this.stripe.customers.create({ email, metadata: { account_id: accountId } }, { idempotencyKey }),
        CUSTOMER,
      );
      const found = await this.findCustomer(id);
      if (found !== null) return id;
      deletedId = id;
    }
    throw stripeError(new Error('Each customer that Stripe created is deleted'));
  }

  async openCheckout({ accountId, customerId, plan, effectId }: Order): Promise<Checkout> {
    const month = await this.priceId(monthlyKey(plan));
    const overage = await this.priceId(overageKey(plan));
    const session = await ask(
      () =>
        this.stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: accountId,
            line_items: [{ price: month, quantity: 1 }, { price: overage }],
            success_url: this.options.returnUrl,
            cancel_url: this.options.returnUrl,
            subscription_data: { billing_mode: { type: 'flexible' }, metadata: { account_id: accountId } },
          },
          effectId === null ? {} : { idempotencyKey: `checkout:${effectId}:${customerId}` },
        ),
      CHECKOUT,
    );
    if (session.url === null) throw stripeError(new Error('An open Checkout session has an address'));
    return { url: session.url, expiresAt: fromUnix(session.expires_at) };
  }

  async customerState(customerId: string): Promise<CustomerState> {
    const deleted: CustomerState = { deleted: true, subscription: null, suspendedId: null, further: [] };
    if ((await this.findCustomer(customerId)) === null) return deleted;
    const subscriptions = await askForAll(
      (position) => this.stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100, ...position }),
      SUBSCRIPTIONS,
    );
    return subscriptions === null ? deleted : stateOf(subscriptions);
  }

  upgrade(subscriptionId: string, plan: PaidPlan): Promise<void> {
    return this.changes.upgrade(subscriptionId, plan);
  }

  changeAtPeriodEnd(subscriptionId: string, plan: PaidPlan): Promise<void> {
    return this.changes.changeAtPeriodEnd(subscriptionId, plan);
  }

  startNextPlan(subscriptionId: string): Promise<void> {
    return this.changes.startNextPlan(subscriptionId);
  }

  keepPlan(subscriptionId: string): Promise<void> {
    return this.changes.keepPlan(subscriptionId);
  }

  cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    return this.changes.cancelAtPeriodEnd(subscriptionId);
  }

  cancelNow(subscriptionId: string): Promise<void> {
    return this.changes.cancelNow(subscriptionId);
  }

  async endCustomer(customer: string): Promise<void> {
    // Checkouts first, so that no new subscription can start after the others ended.
    const checkouts = await askForAll(
      (position) => this.stripe.checkout.sessions.list({ customer, status: 'open', limit: 100, ...position }),
      CHECKOUTS,
    );
    for (const { id } of checkouts ?? []) await ask(() => this.stripe.checkout.sessions.expire(id), CHECKOUT);
    for (const one of await this.runningSubscriptions(customer))
      if (isOfOurs(one) && !hasEnded(one)) await this.cancelNow(one.id);
  }

  async eraseCustomer(customer: string, { unpaid }: { readonly unpaid: boolean }): Promise<boolean> {
    // Stripe ends everything of a customer that is deleted, also what is not of this service.
    const subscriptions = await this.runningSubscriptions(customer);
    const buysElsewhere = subscriptions.some((one) => !isOfOurs(one) && !hasEnded(one));
    if ((await this.findCustomer(customer)) === null) return true;
    if (!buysElsewhere && !unpaid && (await hasUnpaidInvoice(this.stripe, customer))) return false;
    await askUnlessMissing<unknown>(
      () =>
        buysElsewhere
          ? this.stripe.customers.update(customer, { metadata: { account_id: '' } })
          : this.stripe.customers.del(customer),
      CUSTOMER,
    );
    return true;
  }

  async portalUrl(customerId: string): Promise<string> {
    this.portalConfiguration ??= await this.findPortalConfiguration();
    const configuration = this.portalConfiguration;
    const session = await ask(
      () =>
        this.stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: this.options.returnUrl,
          ...(configuration !== null && { configuration }),
        }),
      PORTAL_SESSION,
    );
    return session.url;
  }

  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent | null {
    const { webhookSecret } = this.options;
    if (webhookSecret === null || signature === undefined) return null;
    return readStripeEvent({ stripe: this.stripe, rawBody, signature, secret: webhookSecret, live: this.live });
  }

  async findDispute(disputeId: string): Promise<Dispute> {
    const dispute = await ask(() => this.stripe.disputes.retrieve(disputeId, { expand: ['charge'] }), DISPUTE);
    const { charge } = dispute;
    const customer = typeof charge === 'string' ? null : charge.customer;
    return {
      customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
      settled: SETTLED_DISPUTES.has(dispute.status),
    };
  }

  async reportOverage({ identifier, customerId, hundredths, at }: Overage): Promise<void> {
    await ask(
      () =>
        this.stripe.billing.meterEvents.create({
          event_name: METER_EVENT,
          identifier,
          timestamp: toUnix(at),
          payload: { stripe_customer_id: customerId, value: String(hundredths) },
        }),
      METER_EVENT_ANSWER,
    ).catch((error: ProviderError) => {
      if (!isKnownIdentifier(error.cause)) throw error;
    });
  }

  async countedOverage(customerId: string, from: Date, to: Date): Promise<number> {
    this.meterId ??= forgetOnFailure(this.findMeter(), () => {
      this.meterId = null;
    });
    const meterId = await this.meterId;
    return reading(async () => {
      let counted = 0;
      const summaries = this.stripe.billing.meters.listEventSummaries(meterId, {
        customer: customerId,
        start_time: toUnix(from),
        end_time: toUnix(to),
        limit: 100,
      });
      for await (const summary of summaries) counted += METER_SUMMARY.parse(summary).aggregated_value;
      return counted;
    });
  }

  async overageTerms(subscriptionId: string): Promise<OverageTerms | null> {
    const found = await askUnlessMissing(() => this.stripe.subscriptions.retrieve(subscriptionId), SUBSCRIPTION);
    return found === null ? null : overageTermsOf(found);
  }

  invoiceOverage(overage: FinalOverage): Promise<string> {
    return invoiceOverage(this.stripe, overage);
  }

  invoicedOverage(customerId: string, since: Date): Promise<InvoicedOverage[]> {
    return invoicedOverage(this.stripe, customerId, since);
  }

  /** Null when the customer was deleted, or Stripe does not know it. */
  private async findCustomer(id: string): Promise<Stripe.Customer | null> {
    const found = await askUnlessMissing(() => this.stripe.customers.retrieve(id), CUSTOMER);
    return found === null || found.deleted ? null : found;
  }

  private async runningSubscriptions(customer: string): Promise<readonly Stripe.Subscription[]> {
    const found = await askForAll(
      (position) => this.stripe.subscriptions.list({ customer, limit: 100, ...position }),
      SUBSCRIPTIONS,
    );
    return found ?? [];
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
    const { data } = await ask(
      () =>
        this.stripe.prices.list({
          lookup_keys: PAID_PLANS.flatMap((plan) => [monthlyKey(plan), overageKey(plan)]),
          active: true,
          limit: 100,
        }),
      PRICES,
    );
    return new Map(data.flatMap(({ id, lookup_key }) => (lookup_key === null ? [] : [[lookup_key, id]])));
  }

  private async findMeter(): Promise<string> {
    const { data } = await ask(() => this.stripe.billing.meters.list({ status: 'active', limit: 100 }), METERS);
    const meter = data.find(({ event_name }) => event_name === METER_EVENT);
    if (!meter)
      throw stripeError(new Error(`There is no meter ${METER_EVENT}: run ${operatorCommand('stripe:setup')}`));
    return meter.id;
  }

  /** Null for the default configuration of the Stripe account. */
  private async findPortalConfiguration(): Promise<string | null> {
    const { data } = await ask(
      () => this.stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
      PORTAL_CONFIGURATIONS,
    );
    return data.find(({ metadata }) => metadata?.service === SERVICE_TAG.service)?.id ?? null;
  }
}

const SETTLED_DISPUTES: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

/** A failed look-up is not cached, so that the next call tries again. */
function forgetOnFailure<T>(found: Promise<T>, forget: () => void): Promise<T> {
  found.catch(forget);
  return found;
}
