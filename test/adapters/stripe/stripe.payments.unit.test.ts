import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { StripePayments } from '../../../src/adapters/stripe/stripe.payments.js';
import { describePayments } from '../../ports/payments.contract.js';
import type { OddPayments } from '../../ports/payments-requests.contract.js';
import { ODD_STRIPE_ANSWERS, type OddStripeAnswer } from '../../support/odd-stripe-answers.js';
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

function disputeAt(stub: StripeStub, customer: string | null, status: string): string {
  const id = `dp_${stub.objects('disputes').length}`;
  stub.put('disputes', { id, object: 'dispute', status, charge: { id: 'ch_1', object: 'charge', customer } });
  return id;
}

/** @param later whether the prices, the meter and the portal are looked up before */
function oddAnswer(what: string, { outcome, spoil }: OddStripeAnswer, later: boolean): OddPayments {
  const provider = async () => {
    const spoilt = await startStripeStub();
    onTestFinished(() => spoilt.close());
    stockStripe(spoilt);
    const customer = { accountId: 'account-1', email: 'ada@example.org' };
    const before = paymentsAt(spoilt);
    const customerId = await before.createCustomer(customer);
    const order = { accountId: 'account-1', customerId, plan: 'starter', effectId: null } as const;
    const { id } = spoilt.pay((await before.openCheckout(order)).url);
    await before.openCheckout(order);
    await before.portalUrl(customerId);
    await before.countedOverage(customerId, new Date(0), new Date(60_000));
    const known = { customerId, subscriptionId: String(id), disputeId: disputeAt(spoilt, customerId, 'won') };
    spoilt.fault = () => ({ spoil });
    return { payments: later ? before : paymentsAt(spoilt), ...known };
  };
  return { what, outcome, secrets: [SECRET_KEY, '127.0.0.1', 'stub'], provider };
}

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
    signed: {
      aged: (seconds) =>
        stripe.event(
          'customer.deleted',
          { id: 'cus_1', object: 'customer' },
          { signedAt: Math.floor(Date.now() / 1000) - seconds },
        ),
      body: (payload) => ({ payload, signature: stripe.sign(payload) }),
    },
    dispute: (customer, outcome) => disputeAt(stripe, customer, outcome === 'open' ? 'needs_response' : outcome),
    odd: ODD_STRIPE_ANSWERS.flatMap((each) => [
      oddAnswer(`${each.what}, from the first answer on`, each, false),
      oddAnswer(`${each.what}, once the catalogue is known`, each, true),
    ]),
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
