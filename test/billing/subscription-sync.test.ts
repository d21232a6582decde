import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingApp } from '../support/billing-app.js';
import { newAccount } from '../support/billing-classes.js';
import { deliver, resetStripe, stripeApp, subscriber } from '../support/stripe-app.js';
import type { StripeStub } from '../support/stripe-stub.js';

let app: BillingApp;
let stripe: StripeStub;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, stripe, close } = await stripeApp());
});
afterEach(() => resetStripe(stripe));
afterAll(() => close?.());

const planOf = async (account: string) => (await app.get(account, 'subscription')).body.plan;

/** Puts a price of another product at the provider. */
function priceOf(product: string): Record<string, unknown> {
  return stripe.put('prices', {
    id: `price_of_${product}`,
    object: 'price',
    active: true,
    product,
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month', usage_type: 'licensed' },
  });
}

const item = (price: Record<string, unknown>) => ({
  id: `si_of_${String(price.id)}`,
  object: 'subscription_item',
  price,
  current_period_start: 1_700_000_000,
  current_period_end: 4_000_000_000,
});

/** A subscription that an operator made at the provider, outside of this service. */
function subscriptionOf(customer: string, ...prices: Record<string, unknown>[]): Record<string, unknown> {
  return stripe.put('subscriptions', {
    id: `sub_of_${customer}`,
    object: 'subscription',
    customer,
    status: 'active',
    billing_cycle_anchor: 1_700_000_000,
    cancel_at_period_end: false,
    pending_update: null,
    metadata: {},
    items: { object: 'list', has_more: false, data: prices.map(item) },
  });
}

/** An account that is a customer and has paid nothing. */
async function customer(): Promise<{ account: string; customerId: string }> {
  const account = await newAccount(app);
  await app.post(account, 'subscription', { plan: 'starter' });
  const checkout = stripe.objects('checkout/sessions').at(-1);
  Object.assign(checkout ?? {}, { status: 'expired' });
  await app.dataSource.query(
    `UPDATE subscription SET checkout_expires_at = now() - interval '1 minute' WHERE account_id = $1`,
    [account],
  );
  return { account, customerId: String(checkout?.customer) };
}

describe('what is not ours', () => {
  it('a subscription to another product entitles to nothing and does not stand in the way', async () => {
    const { account, customerId } = await customer();
    const other = subscriptionOf(customerId, priceOf('prod_newsletter'));
    await deliver(app, stripe, 'customer.subscription.created', other);
    expect(await app.get(account, 'subscription')).toMatchObject({ status: 200, body: { plan: 'free' } });
    const order = await app.post(account, 'subscription', { plan: 'starter' });
    expect(order.status).toBe(201);
    await deliver(app, stripe, 'customer.subscription.created', stripe.pay(String(order.body.checkout_url)));
    expect(await planOf(account)).toBe('starter');
  });

  it('a further item within a subscription of ours changes nothing', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    const items = subscription.items as { data: { price: Record<string, unknown> }[] };
    items.data.unshift(item(priceOf('prod_newsletter')));
    await deliver(app, stripe, 'customer.subscription.updated', subscription);
    expect((await app.post(account, 'subscription/update', { plan: 'growth' })).body).toMatchObject({ plan: 'growth' });
    expect(items.data.map(({ price }) => price.product)).toEqual([
      'prod_newsletter',
      'call_analysis_growth',
      'call_analysis_growth',
    ]);
  });

  it('a subscription of ours to an unknown product is answered with 503, and nothing changes', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    const items = subscription.items as { data: { price: Record<string, unknown> }[] };
    for (const one of items.data) one.price = { ...one.price, product: 'call_analysis_enterprise' };
    expect(await app.post(account, 'subscription/update', { plan: 'growth' })).toEqual({
      status: 503,
      body: { detail: 'The subscription cannot be read at the payment provider. Try again later.' },
    });
    await deliver(app, stripe, 'customer.subscription.updated', subscription);
    expect(await planOf(account)).toBe('starter');
    Object.assign(subscription, { status: 'canceled' });
  });
});
