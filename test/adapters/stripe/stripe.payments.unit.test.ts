import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
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

const optionsAt = ({ url }: StripeStub) => ({
  secretKey: SECRET_KEY,
  webhookSecret: STUB_WEBHOOK_SECRET,
  apiBase: url,
  publicUrl: 'https://calls.example.org',
});
const paymentsAt = (stub: StripeStub) => new StripePayments(optionsAt(stub));

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

describe('an event', () => {
  it.each<[string, Record<string, unknown>, string | null, string | null]>([
    ['about a customer', { object: 'customer', id: 'cus_1' }, 'cus_1', null],
    ['about what belongs to a customer', { object: 'invoice', id: 'in_1', customer: 'cus_1' }, 'cus_1', null],
    ['that shows the customer in full', { object: 'invoice', id: 'in_1', customer: { id: 'cus_1' } }, 'cus_1', null],
    ['about a dispute', { object: 'dispute', id: 'dp_1' }, null, 'dp_1'],
    ['about a customer without an id', { object: 'customer' }, null, null],
    ['about a customer whose id is no text', { object: 'customer', id: 7 }, null, null],
    ['about a price', { object: 'price', id: 'price_1', customer: null }, null, null],
    ['whose customer is a number', { object: 'price', id: 'price_1', customer: 7 }, null, null],
    ['whose customer has a number for an id', { object: 'price', id: 'price_1', customer: { id: 7 } }, null, null],
  ])('%s names what the service reads again', (_, object, customerId, disputeId) => {
    const { payload, signature } = stripe.event('some.event', object);
    expect(payments.readEvent(Buffer.from(payload), signature)).toMatchObject({ customerId, disputeId, ours: true });
  });

  it.each(['"object":"v2.core.event"', '"object"  :\n\t"v2.core.event"'])(
    'is read without its object: %j',
    (object) => {
      const type = 'v1.billing.meter.error_report_triggered';
      const payload = `{"id":"evt_1",${object},"type":"${type}","livemode":false,"created":"2026-11-01T00:00:00Z"}`;
      expect(payments.readEvent(Buffer.from(payload), stripe.sign(payload))).toEqual({
        id: 'evt_1',
        type,
        customerId: null,
        disputeId: null,
        ours: true,
      });
    },
  );

  it('may be signed five minutes ahead, and no second more', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_795_200_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const signedAhead = (seconds: number) => {
      const signedAt = 1_795_200_000 + seconds;
      const { payload, signature } = stripe.event(
        'customer.deleted',
        { id: 'cus_1', object: 'customer' },
        { signedAt },
      );
      return payments.readEvent(Buffer.from(payload), signature);
    };
    expect(signedAhead(300)).toMatchObject({ customerId: 'cus_1' });
    expect(signedAhead(301)).toBeNull();
  });

  it('is refused where no secret is configured', () => {
    const unsigned = new StripePayments({ ...optionsAt(stripe), webhookSecret: null });
    const { payload, signature } = stripe.event('customer.deleted', { id: 'cus_1', object: 'customer' });
    expect(unsigned.readEvent(Buffer.from(payload), signature)).toBeNull();
  });
});

it('makes one customer of requests within an hour, and another afterwards or for another address', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-01T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const make = (email: string) => payments.createCustomer({ accountId: 'account-of-an-hour', email });
  const first = await make('ada@example.org');
  vi.setSystemTime(Date.parse('2026-11-01T10:59:59Z'));
  expect(await make('ada@example.org'), 'A retry made a second customer').toBe(first);
  const renamed = await make('grace@example.org');
  vi.setSystemTime(Date.parse('2026-11-01T11:00:00Z'));
  expect(new Set([first, renamed, await make('ada@example.org')]).size, 'different customers').toBe(3);
});

it('invoices what was used, and gives no money back, when a subscription is cancelled at once', async () => {
  await payments.cancelNow('sub_unknown');
  expect(stripe.requests.at(-1)).toMatchObject({ method: 'DELETE', fields: { invoice_now: 'true', prorate: 'false' } });
});

describe('what the set-up made', () => {
  const order = { accountId: 'account', customerId: 'cus_1', plan: 'starter', effectId: null } as const;
  const period = [new Date(0), new Date(60_000)] as const;
  async function emptyStripe() {
    const empty = await startStripeStub();
    onTestFinished(() => empty.close());
    empty.put('customers', { id: 'cus_1', object: 'customer' });
    return { empty, atEmpty: paymentsAt(empty) };
  }

  it('is asked for again once the operator has run the set-up that the error names', async () => {
    const { empty, atEmpty } = await emptyStripe();
    empty.put('billing/meters', { id: 'mtr_other', object: 'billing.meter', status: 'active', event_name: 'pages' });
    const missing = {
      cause: { message: expect.stringMatching(/^There is no (price|meter) call_analysis_\w+: run .*stripe:setup/) },
    };
    await expect(atEmpty.openCheckout(order)).rejects.toMatchObject(missing);
    await expect(atEmpty.countedOverage('cus_1', ...period)).rejects.toMatchObject(missing);
    stockStripe(empty);
    expect((await atEmpty.openCheckout(order)).url).toMatch(/^https:/);
    expect(await atEmpty.countedOverage('cus_1', ...period)).toBe(0);
    expect(empty.requests.at(-1)?.path, 'the meter that was read').toBe('/billing/meters/mtr_1/event_summaries');
  });

  it('is told from portals of other applications', async () => {
    const { empty, atEmpty } = await emptyStripe();
    const portal = (id: string, metadata: object | null) =>
      empty.put('billing_portal/configurations', { id, object: 'billing_portal.configuration', metadata });
    portal('bpc_default', null);
    portal('bpc_other', { service: 'another' });
    portal('bpc_ours', { service: 'call-analysis' });
    await atEmpty.portalUrl('cus_1');
    expect(empty.requests.at(-1)?.fields).toMatchObject({ configuration: 'bpc_ours' });
  });
});
