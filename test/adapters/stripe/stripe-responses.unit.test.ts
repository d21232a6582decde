// Answers with status 200 that lack what they must say. Those that spoil every request: stripe.payments.unit.test.ts.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StripePayments } from '../../../src/adapters/stripe/stripe.payments.js';
import { type StripeStub, startStripeStub } from '../../support/stubs/stripe-stub.js';

const UNUSABLE = { message: 'The payment provider gave no answer that can be used.', retryable: false };
let stripe: StripeStub;
let payments: StripePayments;
beforeAll(async () => {
  stripe = await startStripeStub();
  stripe.put('customers', { id: 'cus_1', object: 'customer' });
  const returnUrl = 'https://calls.example.org';
  payments = new StripePayments({ secretKey: 'sk_test_stub', webhookSecret: null, apiBase: stripe.url, returnUrl });
});
afterAll(() => stripe.close());

const price = (usage_type: unknown, product: unknown = 'call_analysis_starter') => ({
  product,
  unit_amount: 5,
  recurring: { usage_type },
});
const item = (itsPrice: object, current_period_end: unknown = 60) => ({
  id: 'si_1',
  price: itsPrice,
  current_period_start: 0,
  current_period_end,
});
const month = item(price('licensed'));
const subscription = (changes: object = {}, items = [month, item(price('metered'))]) => ({
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  start_date: 0,
  billing_cycle_anchor: 0,
  cancel_at_period_end: false,
  metadata: {},
  items: { data: items },
  ...changes,
});

function spoilUntilFinished(method: string, path: string, answer: string): void {
  stripe.fault = (request) => (request.method === method && request.path === path ? { spoil: () => answer } : null);
  onTestFinished(() => {
    stripe.fault = null;
  });
}

describe('a subscription', () => {
  it('is read where it says all that it must', async () => {
    stripe.put('subscriptions', subscription());
    expect((await payments.customerState('cus_1')).subscription).toMatchObject({ id: 'sub_1', plan: 'starter' });
  });

  it.each<[string, object]>([
    ['of which a price names no product', subscription({}, [month, item({ recurring: { usage_type: 'metered' } })])],
    ['of which a product has no id', subscription({}, [month, item(price('metered', {}))])],
    ['of which a price is counted by a number', subscription({}, [month, item(price(7))])],
    ['of which a period has no end', subscription({}, [month, item(price('metered'), null)])],
    [
      'that waits for the payment of no product',
      subscription({ pending_update: { subscription_items: [{ price: {} }] } }),
    ],
  ])('%s is not taken for one', async (_, odd) => {
    stripe.put('subscriptions', { id: 'sub_1', ...odd });
    await expect(payments.customerState('cus_1')).rejects.toMatchObject(UNUSABLE);
  });
});

it.each([
  ['a number for its customer', 7],
  ['a customer without an id', {}],
])('a dispute with %s is not taken for one about no customer', async (_, customer) => {
  stripe.put('disputes', { id: 'dp_1', object: 'dispute', status: 'won', charge: { id: 'ch_1', customer } });
  await expect(payments.findDispute('dp_1')).rejects.toMatchObject(UNUSABLE);
});

it('a portal configuration without an id is not taken for the default one, in which plans may be changed', async () => {
  stripe.put('billing_portal/configurations', { metadata: { service: 'call-analysis' } });
  await expect(payments.portalUrl('cus_1')).rejects.toMatchObject(UNUSABLE);
});

it('a meter without an id is not kept: the next call asks for it again', async () => {
  const meter = { id: 'mtr_1', object: 'billing.meter', status: 'active', event_name: 'call_analysis_overage' };
  stripe.put('billing/meters', meter);
  const counted = () => payments.countedOverage('cus_1', new Date(0), new Date(60_000));
  spoilUntilFinished('GET', '/billing/meters', JSON.stringify({ object: 'list', data: [{ ...meter, id: undefined }] }));
  await expect(counted()).rejects.toMatchObject(UNUSABLE);
  stripe.fault = null;
  expect(await counted(), 'overage, once the meter has its id').toBe(0);
});

it.each([
  ['/invoices', []],
  ['/invoiceitems', ['POST /invoices']],
])('overage is not taken for invoiced where the answer of %s is empty', async (spoilt, before) => {
  stripe.requests.length = 0;
  spoilUntilFinished('POST', spoilt, '{}');
  const at = new Date();
  const amounts = { hundredths: 100, amountCents: 5, from: at, to: at };
  const overage = { identifier: randomUUID(), customerId: 'cus_1', subscriptionId: randomUUID(), ...amounts };
  await expect(payments.invoiceOverage(overage)).rejects.toMatchObject(UNUSABLE);
  const written = stripe.requests.filter(({ method }) => method === 'POST').map(({ path }) => `POST ${path}`);
  expect(written, 'what is written').toEqual([...before, `POST ${spoilt}`]);
});
