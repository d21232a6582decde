// The Stripe stub must refuse what Stripe refuses: otherwise tests against it prove nothing.
import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripeClient } from '../../../src/adapters/stripe/stripe-client.js';
import { type StripeStub, startStripeStub, stockStripe } from '../../support/stubs/stripe-stub.js';

let stub: StripeStub;
let stripe: Stripe;
beforeAll(async () => {
  stub = await startStripeStub();
  stockStripe(stub);
  stub.put('customers', { id: 'cus_1', object: 'customer' });
  stripe = stripeClient('sk_test_stub', stub.url);
});
afterAll(() => stub.close());

const post = (path: string, params: Record<string, unknown>) => stripe.rawRequest('POST', `/v1/${path}`, params);
const meterEvent = (changes: object = {}) => ({
  event_name: 'call_analysis_overage',
  identifier: randomUUID(),
  timestamp: Math.floor(Date.now() / 1000),
  payload: { stripe_customer_id: 'cus_1', value: '125' },
  ...changes,
});
const checkout = {
  mode: 'subscription',
  customer: 'cus_1',
  line_items: [{ price: 'price_starter', quantity: 1 }, { price: 'price_starter_overage' }],
  success_url: 'https://calls.example.org/docs',
};
const metered = {
  product: 'call_analysis_starter',
  currency: 'usd',
  unit_amount_decimal: '0.05',
  recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_1' },
};

it('takes the requests that the service makes', async () => {
  await post('billing/meter_events', meterEvent());
  await post('checkout/sessions', checkout);
  await post('prices', metered);
  await post('billing_portal/sessions', { customer: 'cus_1', return_url: 'https://calls.example.org' });
});

it.each<[string, string, Record<string, unknown>]>([
  ['an unknown parameter', 'billing/meter_events', meterEvent({ value: 125 })],
  ['a long identifier', 'billing/meter_events', meterEvent({ identifier: 'x'.repeat(101) })],
  ['a fraction of a second', 'billing/meter_events', meterEvent({ timestamp: 1_795_200_000.5 })],
  [
    'a fraction of a hundredth',
    'billing/meter_events',
    meterEvent({ payload: { stripe_customer_id: 'cus_1', value: '1.5' } }),
  ],
  ['no customer', 'billing/meter_events', meterEvent({ payload: { value: '1' } })],
  ['a time too long ago', 'billing/meter_events', meterEvent({ timestamp: 1_700_000_000 })],
  ['an unknown mode', 'checkout/sessions', { ...checkout, mode: 'subscribe' }],
  ['a parameter that Stripe removed', 'checkout/sessions', { ...checkout, payment_method_types: ['card'] }],
  ['a legacy way of counting', 'prices', { ...metered, recurring: { ...metered.recurring, aggregate_usage: 'sum' } }],
  ['no meter', 'prices', { ...metered, recurring: { interval: 'month', usage_type: 'metered' } }],
  ['an unknown proration', 'subscriptions/sub_1', { proration_behavior: 'always' }],
  ['an unknown address parameter', 'billing_portal/sessions', { customer: 'cus_1', redirect: 'https://x.test' }],
  ['events without an address', 'webhook_endpoints', { enabled_events: ['invoice.paid'] }],
])('refuses %s', async (_what, path, params) => {
  await expect(post(path, params)).rejects.toMatchObject({ statusCode: 400 });
});

it('refuses an idempotency key that was used for another request', async () => {
  await stripe.customers.create({ email: 'ada@example.org' }, { idempotencyKey: 'one' });
  await expect(
    stripe.products.create({ name: 'Ada', id: 'call_analysis_ada' }, { idempotencyKey: 'one' }),
  ).rejects.toMatchObject({ statusCode: 400 });
});
