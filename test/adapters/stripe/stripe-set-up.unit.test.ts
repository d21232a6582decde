import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { StripePayments } from '../../../src/adapters/stripe/stripe.payments.js';
import { type StripeSetUpOptions, setUpStripe } from '../../../src/adapters/stripe/stripe-set-up.js';
import { STUB_WEBHOOK_SECRET, type StripeStub, startStripeStub } from '../../support/stripe-stub.js';

let stripe: StripeStub;
let options: StripeSetUpOptions;
beforeAll(async () => {
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
afterEach(() => {
  stripe.requests.length = 0;
});
afterAll(() => stripe.close());

const written = () => stripe.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);

it('creates everything once and changes nothing the second time', async () => {
  expect(await setUpStripe(options)).toEqual([
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
  stripe.requests.length = 0;
  const again = await setUpStripe(options);
  expect(
    again.filter((line) => !line.startsWith('Found')),
    'what was made again',
  ).toEqual([]);
  expect(written()).toEqual([]);
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
});

it('registers no endpoint that Stripe cannot call', async () => {
  const lines = await setUpStripe({ ...options, publicUrl: 'http://localhost:3000' });
  expect(lines.at(-1)).toMatch(/^Skipped webhook endpoint/);
});

it('creates what a checkout and the portal need', async () => {
  await setUpStripe(options);
  const payments = new StripePayments({ ...options, webhookSecret: STUB_WEBHOOK_SECRET });
  const customerId = await payments.createCustomer({ accountId: 'a', email: 'ada@example.org' });
  const { url } = await payments.openCheckout({ accountId: 'a', customerId, plan: 'growth', effectId: null });
  stripe.pay(url);
  expect(await payments.customerState(customerId)).toMatchObject({
    deleted: false,
    subscription: { state: 'active', plan: 'growth', nextPlan: null, cancelAtPeriodEnd: false },
  });
  await payments.portalUrl(customerId);
  expect(stripe.requests.at(-1)?.fields).toMatchObject({
    customer: customerId,
    configuration: expect.stringMatching(/^bpc_/),
  });
});
