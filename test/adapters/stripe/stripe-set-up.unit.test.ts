import { afterEach, beforeEach, expect, it } from 'vitest';
import { StripePayments } from '../../../src/adapters/stripe/stripe.payments.js';
import { type StripeSetUpOptions, setUpStripe } from '../../../src/adapters/stripe/stripe-set-up.js';
import { STUB_WEBHOOK_SECRET, type StripeStub, startStripeStub } from '../../support/stubs/stripe-stub.js';

let stripe: StripeStub;
let options: StripeSetUpOptions;
beforeEach(async () => {
  stripe = await startStripeStub();
  options = {
    secretKey: 'sk_test_stub',
    apiBase: stripe.url,
    publicUrl: 'https://calls.example.org',
    plans: {
      starter: { priceCents: 4900, overageCentsPerMinute: 5 },
      growth: { priceCents: 19_900, overageCentsPerMinute: 4 },
    },
  };
});
afterEach(() => stripe.close());

const written = () => stripe.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);

const putEndpoint = (id: string) =>
  stripe.put('webhook_endpoints', { id, url: `https://${id}.example`, status: 'enabled', enabled_events: [] });

/** What the lines of a set-up say that were not found as they should be. */
const changes = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('Found   '));

it('creates everything once and changes nothing the second time', async () => {
  const made = await setUpStripe(options);
  expect(made).toEqual([
    'Created meter call_analysis_overage',
    'Created product call_analysis_starter',
    'Created price call_analysis_starter_monthly',
    'Created price call_analysis_starter_overage',
    'Created product call_analysis_growth',
    'Created price call_analysis_growth_monthly',
    'Created price call_analysis_growth_overage',
    'Created portal configuration',
    'Created webhook endpoint https://calls.example.org/api/v1/webhooks/stripe',
    `Set STRIPE_WEBHOOK_SECRET=${STUB_WEBHOOK_SECRET}`,
  ]);
  expect(stripe.objects('prices').map(({ unit_amount_decimal }) => unit_amount_decimal)).toEqual([
    '4900',
    '0.05',
    '19900',
    '0.04',
  ]);
  expect(stripe.objects('webhook_endpoints')).toMatchObject([{ api_version: '2026-10-28.endive' }]);
  for (let other = 0; other < 10; other += 1) putEndpoint(`we_other${other}`);
  stripe.requests.length = 0;
  const again = await setUpStripe(options);
  expect(again).toEqual(made.slice(0, -1).map((line) => line.replace('Created', 'Found  ')));
  expect(written()).toEqual([]);
});

it('makes what payers see: the name of the plan, and a portal in which the plan cannot be changed', async () => {
  await setUpStripe(options);
  const ours = { metadata: { service: 'call-analysis' } };
  expect(stripe.objects('products')).toMatchObject([
    { ...ours, name: 'Call analysis, starter plan' },
    { ...ours, name: 'Call analysis, growth plan' },
  ]);
  expect(stripe.objects('billing_portal/configurations')).toMatchObject([
    {
      ...ours,
      features: {
        invoice_history: { enabled: 'true' },
        payment_method_update: { enabled: 'true' },
        subscription_cancel: { enabled: 'true', mode: 'at_period_end' },
        subscription_update: { enabled: 'false' },
      },
    },
  ]);
});

it('makes prices in dollars a month, the overage counted by the meter, which sums what a customer used', async () => {
  await setUpStripe(options);
  const [meter] = stripe.objects('billing/meters');
  expect(meter).toMatchObject({
    display_name: 'Overage in hundredths of a minute',
    default_aggregation: { formula: 'sum' },
    customer_mapping: { type: 'by_id', event_payload_key: 'stripe_customer_id' },
    value_settings: { event_payload_key: 'value' },
  });
  const base = { currency: 'usd', metadata: { service: 'call-analysis' } };
  const month = { ...base, recurring: { interval: 'month' } };
  const overage = { ...base, recurring: { interval: 'month', usage_type: 'metered', meter: meter?.id } };
  expect(stripe.objects('prices')).toMatchObject([month, overage, month, overage]);
});

it('has Stripe call about every event that may change the state of a customer', async () => {
  await setUpStripe(options);
  expect(stripe.objects('webhook_endpoints')).toMatchObject([
    {
      url: 'https://calls.example.org/api/v1/webhooks/stripe',
      metadata: { service: 'call-analysis' },
      enabled_events: [
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
      ],
    },
  ]);
});

it('takes nothing of another application at the same Stripe account for its own, and nothing that is switched off', async () => {
  const meter = { object: 'billing.meter', status: 'active', event_name: 'pages' };
  stripe.put('billing/meters', { ...meter, id: 'mtr_other' });
  stripe.put('billing/meters', { ...meter, id: 'mtr_old', status: 'inactive', event_name: 'call_analysis_overage' });
  for (const [id, metadata, active] of [
    ['bpc_default', null, true],
    ['bpc_other', { service: 'another' }, true],
    ['bpc_old', { service: 'call-analysis' }, false],
  ] as const)
    stripe.put('billing_portal/configurations', { id, object: 'billing_portal.configuration', metadata, active });
  putEndpoint('we_other');
  const lines = await setUpStripe(options);
  expect(changes(lines), 'Something is taken that is of another application, or switched off').toHaveLength(10);
});

it.each<[string, (stub: StripeStub) => void, string]>([
  [
    'a product that was archived',
    (stub) => Object.assign(stub.objects('products')[0] ?? {}, { active: false }),
    'product call_analysis_starter',
  ],
  [
    'an overage that another meter counts',
    (stub) => Object.assign(stub.objects('prices')[1] ?? {}, { recurring: { meter: 'mtr_other' } }),
    'price call_analysis_starter_overage',
  ],
  [
    'an overage that is no longer counted',
    (stub) => Object.assign(stub.objects('prices')[1] ?? {}, { recurring: null }),
    'price call_analysis_starter_overage',
  ],
  [
    'a price of another product',
    (stub) => Object.assign(stub.objects('prices')[0] ?? {}, { product: { id: 'another', object: 'product' } }),
    'price call_analysis_starter_monthly',
  ],
  [
    'an endpoint that was disabled',
    (stub) => Object.assign(stub.objects('webhook_endpoints')[0] ?? {}, { status: 'disabled' }),
    'webhook endpoint https://calls.example.org/api/v1/webhooks/stripe',
  ],
])('mends %s, and that alone', async (_, damage, mended) => {
  await setUpStripe(options);
  damage(stripe);
  stripe.requests.length = 0;
  expect(changes(await setUpStripe(options))).toEqual([`Changed ${mended}`]);
  expect(written(), 'requests that write').toHaveLength(1);
  const active = stripe.objects('products').map((product) => product.active);
  expect(active, 'whether the products can be bought').toEqual([true, true]);
});

it('creates no product while Stripe does not say whether it is there', async () => {
  stripe.fault = ({ method, path }) => (method === 'GET' && path.startsWith('/products/') ? { status: 400 } : null);
  await expect(setUpStripe(options)).rejects.toMatchObject({ statusCode: 400 });
  expect(written()).not.toContain('/products');
});

it('finds a price whose product Stripe shows in full', async () => {
  await setUpStripe(options);
  Object.assign(stripe.objects('prices')[0] ?? {}, { product: { id: 'call_analysis_starter', object: 'product' } });
  expect(changes(await setUpStripe(options))).toEqual([]);
});

it('replaces only the prices that changed', async () => {
  await setUpStripe(options);
  stripe.requests.length = 0;
  const raised = { ...options.plans, starter: { priceCents: 5900, overageCentsPerMinute: 4.5 } };
  const lines = await setUpStripe({ ...options, plans: raised });
  expect(lines.filter((line) => line.startsWith('Changed'))).toEqual([
    'Changed price call_analysis_starter_monthly',
    'Changed price call_analysis_starter_overage',
  ]);
  expect(written()).toEqual(['/prices', '/prices']);
  expect(
    stripe.objects('prices').filter(({ lookup_key }) => lookup_key === 'call_analysis_starter_overage'),
  ).toMatchObject([{ unit_amount_decimal: '0.045' }]);
});

it('resets the events of the endpoint', async () => {
  await setUpStripe(options);
  for (const endpoint of stripe.objects('webhook_endpoints'))
    Object.assign(endpoint, { enabled_events: ['invoice.paid'] });
  stripe.requests.length = 0;
  const lines = await setUpStripe(options);
  expect(lines.at(-1)).toBe('Changed webhook endpoint https://calls.example.org/api/v1/webhooks/stripe');
  expect(written().map((path) => path.replace(/we_\w+/, 'we'))).toEqual(['/webhook_endpoints/we']);
  expect(stripe.requests.at(-1)?.fields, 'the change of the endpoint').toMatchObject({ disabled: 'false' });
  expect(stripe.objects('webhook_endpoints')[0]?.enabled_events, 'the events of the endpoint').toHaveLength(16);
});

it('registers no endpoint that Stripe cannot call', async () => {
  const lines = await setUpStripe({ ...options, publicUrl: 'http://localhost:3000' });
  expect(lines.at(-1)).toMatch(/^Skipped webhook endpoint/);
});

it('creates what a checkout and the portal need', async () => {
  await setUpStripe(options);
  const payments = new StripePayments({ ...options, webhookSecret: STUB_WEBHOOK_SECRET, returnUrl: options.publicUrl });
  const customerId = await payments.createCustomer({ accountId: 'a', email: 'ada@example.org' });
  const { url } = await payments.openCheckout({ accountId: 'a', customerId, plan: 'growth', effectId: null });
  stripe.pay(url);
  expect(await payments.customerState(customerId)).toMatchObject({
    deleted: false,
    subscription: { state: 'active', plan: 'growth', nextPlan: null, cancelsAt: null },
  });
  await payments.portalUrl(customerId);
  expect(stripe.requests.at(-1)?.fields).toMatchObject({
    customer: customerId,
    configuration: expect.stringMatching(/^bpc_/),
  });
});
