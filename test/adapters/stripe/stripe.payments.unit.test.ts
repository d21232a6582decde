import { afterAll, beforeAll, expect, it } from 'vitest';
import { StripePayments } from '../../../src/adapters/stripe/stripe.payments.js';
import { describePayments } from '../../ports/payments.contract.js';
import {
  STUB_WEBHOOK_SECRET,
  type StripeFault,
  type StripeStub,
  startStripeStub,
  stockStripe,
} from '../../support/stripe-stub.js';

const SECRET_KEY = 'sk_test_stub';
let stripe: StripeStub;
let failing: StripeStub;
let payments: StripePayments;
beforeAll(async () => {
  stripe = await startStripeStub();
  stockStripe(stripe);
  failing = await startStripeStub();
  payments = paymentsAt(stripe);
});
afterAll(async () => {
  await stripe.close();
  await failing.close();
});

function paymentsAt({ url }: StripeStub): StripePayments {
  return new StripePayments({
    secretKey: SECRET_KEY,
    webhookSecret: STUB_WEBHOOK_SECRET,
    apiBase: url,
    publicUrl: 'https://calls.example.org',
  });
}

const failure = (what: string, retryable: boolean, fault: StripeFault) => ({
  what,
  retryable,
  secrets: [SECRET_KEY, '127.0.0.1', 'stub'],
  payments: async () => {
    failing.fault = () => fault;
    return paymentsAt(failing);
  },
});

describePayments('stripe', {
  collection: 'stripe',
  payments: () => payments,
  failures: [
    failure('the provider cannot be reached', true, 'down'),
    failure('the provider fails (503)', true, { status: 503 }),
    failure('the provider limits the rate (429)', true, { status: 429 }),
    failure('the provider refuses the key (401)', false, { status: 401 }),
    failure('the provider refuses the request (400)', false, { status: 400 }),
  ],
  working: {
    subscriber: async () => {
      const customerId = await payments.createCustomer({
        accountId: `account-${stripe.requests.length}`,
        email: 'ada@example.org',
      });
      const order = { accountId: 'account', customerId, plan: 'starter', effectId: null } as const;
      const { id } = stripe.pay((await payments.openCheckout(order)).url);
      return { customerId, subscriptionId: String(id) };
    },
    pay: (checkoutUrl) => stripe.pay(checkoutUrl),
    deleteCustomer: (id) => stripe.put('customers', { id, object: 'customer', deleted: true }),
    event: (id) => stripe.event('customer.deleted', { id, object: 'customer' }),
  },
});

it('pauses the engine when Stripe refuses the key: no request can succeed until an operator acts', async () => {
  failing.fault = () => ({ status: 401 });
  await expect(paymentsAt(failing).portalUrl('cus_1')).rejects.toMatchObject({ pausesEngine: true });
});

it('names an event of the other mode as not ours', () => {
  const { payload, signature } = stripe.event(
    'customer.deleted',
    { id: 'cus_1', object: 'customer' },
    { livemode: true },
  );
  expect(payments.readEvent(Buffer.from(payload), signature)).toMatchObject({ ours: false });
});
