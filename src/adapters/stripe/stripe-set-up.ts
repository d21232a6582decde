// Creates what the service needs at Stripe: meter, products, prices, portal configuration and webhook endpoint.
import Stripe from 'stripe';
import { PAID_PLANS, type PaidPlan } from '../../ports/payments.js';
import { METER_EVENT, monthlyKey, overageKey, planOfProduct, productId, SERVICE_TAG } from './stripe-catalogue.js';
import { isMissing, STRIPE_API_VERSION, stripeClient } from './stripe-client.js';

export interface StripeSetUpOptions {
  readonly secretKey: string;
  readonly apiBase: string | null;
  /** Base URL to which Stripe sends its events, without `/api/v1`. */
  readonly publicUrl: string;
  readonly plans: Readonly<Record<PaidPlan, { readonly priceCents: number; readonly overageCentsPerMinute: number }>>;
}

/** Every event that may change the state of a customer. The service reads the state again, whichever event it was. */
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'customer.deleted',
  'charge.dispute.created',
  'charge.dispute.closed',
] satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/**
 * Idempotent: changes nothing that is already correct. For a changed price, a new price is created and gets the lookup key;
 * existing subscriptions keep their price.
 * @returns one line for each object, in order
 */
export async function setUpStripe(options: StripeSetUpOptions): Promise<string[]> {
  const stripe = stripeClient(options.secretKey, options.apiBase);
  const meter = await ensureMeter(stripe);
  const lines = [meter.line];
  for (const plan of PAID_PLANS) {
    const { priceCents, overageCentsPerMinute } = options.plans[plan];
    lines.push(await ensureProduct(stripe, plan));
    lines.push(await ensureMonthlyPrice(stripe, plan, priceCents));
    lines.push(await ensureOveragePrice(stripe, plan, overageCentsPerMinute, meter.id));
  }
  lines.push(await ensurePortal(stripe));
  lines.push(...(await ensureEndpoint(stripe, `${options.publicUrl}/api/v1/webhooks/stripe`)));
  return lines;
}

async function ensureMeter(stripe: Stripe): Promise<{ id: string; line: string }> {
  const { data } = await stripe.billing.meters.list({ status: 'active', limit: 100 });
  const found = data.find(({ event_name }) => event_name === METER_EVENT);
  if (found) return { id: found.id, line: foundLine('meter', METER_EVENT) };
  const { id } = await stripe.billing.meters.create({
    display_name: 'Overage in hundredths of a minute',
    event_name: METER_EVENT,
    default_aggregation: { formula: 'sum' },
    customer_mapping: { type: 'by_id', event_payload_key: 'stripe_customer_id' },
    value_settings: { event_payload_key: 'value' },
  });
  return { id, line: createdLine('meter', METER_EVENT) };
}

async function ensureProduct(stripe: Stripe, plan: PaidPlan): Promise<string> {
  const id = productId(plan);
  try {
    const { active } = await stripe.products.retrieve(id);
    if (active) return foundLine('product', id);
    await stripe.products.update(id, { active: true });
    return changedLine('product', id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await stripe.products.create({ id, name: `Call analysis, ${plan} plan`, metadata: SERVICE_TAG });
  return createdLine('product', id);
}

async function ensureMonthlyPrice(stripe: Stripe, plan: PaidPlan, priceCents: number): Promise<string> {
  const key = monthlyKey(plan);
  const found = await findPrice(stripe, key);
  if (found?.unit_amount === priceCents && isPriceOf(found, plan)) return foundLine('price', key);
  await stripe.prices.create({
    product: productId(plan),
    currency: 'usd',
    unit_amount: priceCents,
    recurring: { interval: 'month' },
    lookup_key: key,
    transfer_lookup_key: true,
    metadata: SERVICE_TAG,
  });
  return found ? changedLine('price', key) : createdLine('price', key);
}

async function ensureOveragePrice(
  stripe: Stripe,
  plan: PaidPlan,
  centsPerMinute: number,
  meter: string,
): Promise<string> {
  const key = overageKey(plan);
  // Cents for a hundredth of a minute: 5 cents a minute are 0.05. Stripe accepts twelve decimals.
  const amount = String(Number((centsPerMinute / 100).toFixed(12)));
  const found = await findPrice(stripe, key);
  const same = found?.recurring?.meter === meter && Number(String(found.unit_amount_decimal)) === Number(amount);
  if (found && same && isPriceOf(found, plan)) return foundLine('price', key);
  await stripe.prices.create({
    product: productId(plan),
    currency: 'usd',
    unit_amount_decimal: Stripe.Decimal.from(amount),
    recurring: { interval: 'month', usage_type: 'metered', meter },
    lookup_key: key,
    transfer_lookup_key: true,
    metadata: SERVICE_TAG,
  });
  return found ? changedLine('price', key) : createdLine('price', key);
}

async function findPrice(stripe: Stripe, lookupKey: string): Promise<Stripe.Price | null> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  return data[0] ?? null;
}

function isPriceOf({ product }: Stripe.Price, plan: PaidPlan): boolean {
  return planOfProduct(typeof product === 'string' ? product : product.id) === plan;
}

/** Customers cannot change the plan in the portal, because a change must replace both items of a subscription. */
async function ensurePortal(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  if (data.some(({ metadata }) => metadata?.service === SERVICE_TAG.service))
    return foundLine('portal configuration', '');
  await stripe.billingPortal.configurations.create({
    metadata: SERVICE_TAG,
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    },
  });
  return createdLine('portal configuration', '');
}

async function ensureEndpoint(stripe: Stripe, url: string): Promise<string[]> {
  if (!url.startsWith('https:')) {
    return [`Skipped webhook endpoint: Stripe calls https only, and PUBLIC_URL makes it ${url}`];
  }
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const found = data.find((endpoint) => endpoint.url === url);
  if (!found) {
    const { secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: EVENTS,
      api_version: STRIPE_API_VERSION,
      metadata: SERVICE_TAG,
    });
    // Stripe shows the secret only in this response.
    return [createdLine('webhook endpoint', url), `Set STRIPE_WEBHOOK_SECRET=${secret ?? ''}`];
  }
  if (found.status === 'enabled' && EVENTS.every((event) => found.enabled_events.includes(event))) {
    return [foundLine('webhook endpoint', url)];
  }
  await stripe.webhookEndpoints.update(found.id, { enabled_events: EVENTS, disabled: false });
  return [changedLine('webhook endpoint', url)];
}

const line = (verb: string, what: string, name: string) => `${verb} ${what}${name === '' ? '' : ` ${name}`}`;
const foundLine = (what: string, name: string) => line('Found  ', what, name);
const createdLine = (what: string, name: string) => line('Created', what, name);
const changedLine = (what: string, name: string) => line('Changed', what, name);
