import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StripePayments } from '../../../src/adapters/stripe/stripe.payments.js';
import { describePayments } from '../../ports/payments.contract.js';
import type { OddPayments } from '../../ports/payments-requests.contract.js';
import { ODD_STRIPE_ANSWERS, type OddStripeAnswer } from '../../support/stubs/odd-stripe-answers.js';
import { isFields } from '../../support/stubs/stripe-form.js';
import {
  STUB_WEBHOOK_SECRET,
  type StripeFault,
  type StripeStub,
  startStripeStub,
  stockStripe,
} from '../../support/stubs/stripe-stub.js';

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
  returnUrl: 'https://calls.example.org',
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

function failUntilFinished(fault: NonNullable<StripeStub['fault']>): void {
  stripe.fault = fault;
  onTestFinished(() => {
    stripe.fault = null;
  });
}

/** The client asks a second time by itself, so that two answers must be lost. */
function loseAnswers(): readonly string[] {
  const lost: string[] = [];
  failUntilFinished(({ method, path, fields }) => {
    const request = JSON.stringify([method, path, fields]);
    if (method === 'GET' || lost.filter((one) => one === request).length === 2) return null;
    lost.push(request);
    return 'lost';
  });
  return lost;
}

async function subscriber() {
  const accountId = `account-${stripe.requests.length}`;
  const customerId = await payments.createCustomer({ accountId, email: 'ada@example.org' });
  const order = { accountId, customerId, plan: 'starter', effectId: null } as const;
  const subscription = stripe.pay((await payments.openCheckout(order)).url);
  return { accountId, customerId, subscriptionId: String(subscription.id), subscription };
}

function disputeAt(stub: StripeStub, customer: unknown, status: string): string {
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
    const configuration = {
      id: 'bpc_1',
      object: 'billing_portal.configuration',
      metadata: { service: 'call-analysis' },
    };
    spoilt.put('billing_portal/configurations', configuration);
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
    subscriber,
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
    lost: {
      lose: loseAnswers,
      customersOf: (id) =>
        stripe.objects('customers').filter(({ metadata }) => isFields(metadata) && metadata.account_id === id).length,
      openCheckoutsOf: (id) => {
        const checkouts = stripe.objects('checkout/sessions');
        return checkouts.filter(({ customer, status }) => customer === id && status === 'open').length;
      },
    },
  },
});

it('pauses the engine when Stripe refuses the key: no request can succeed until an operator acts', async () => {
  failing.fault = () => ({ status: 401 });
  await expect(paymentsAt(failing).portalUrl('cus_1')).rejects.toMatchObject({ pausesEngine: true });
});

it('tells Stripe nothing of how long its answers took', async () => {
  const before = stripe.requests.length;
  await subscriber();
  const told = stripe.requests.slice(before).map(({ headers }) => headers['x-stripe-client-telemetry']);
  expect(new Set(told)).toEqual(new Set([undefined]));
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
      for (const livemode of [false, true]) {
        const payload = `{"id":"evt_1",${object},"type":"${type}","livemode":${livemode},"created":"2026-11-01T00:00:00Z"}`;
        expect(payments.readEvent(Buffer.from(payload), stripe.sign(payload)), `livemode ${livemode}`).toEqual({
          id: 'evt_1',
          type,
          customerId: null,
          disputeId: null,
          ours: !livemode,
        });
      }
    },
  );

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

it('gives Stripe what finds the customer there: the address, and the account', async () => {
  const { customerId, accountId } = await subscriber();
  const customer = stripe.objects('customers').find(({ id }) => id === customerId);
  expect(customer, 'what an operator reads at Stripe').toMatchObject({
    email: 'ada@example.org',
    metadata: { account_id: accountId },
  });
});

it('sells subscriptions with flexible billing, and with the account that pays', async () => {
  const { accountId } = await subscriber();
  const opened = stripe.requests.findLast(({ path }) => path === '/checkout/sessions');
  expect(opened?.fields, 'the checkout that Stripe is asked for').toMatchObject({
    client_reference_id: accountId,
    subscription_data: { billing_mode: { type: 'flexible' }, metadata: { account_id: accountId } },
  });
});

it('asks once for a list that Stripe gives at once', async () => {
  const { customerId } = await subscriber();
  const before = stripe.requests.length;
  await payments.customerState(customerId);
  const asked = stripe.requests.slice(before).filter(({ path }) => path === '/subscriptions');
  expect(asked.length, 'requests for the subscriptions of a customer who has one').toBe(1);
});

it('refuses a checkout without an address, which the customer could not pay', async () => {
  const { customerId } = await subscriber();
  failUntilFinished(({ path }) => {
    const spoil = (answer: string) => JSON.stringify({ ...JSON.parse(answer), url: null });
    return path === '/checkout/sessions' ? { spoil } : null;
  });
  const order = { accountId: 'account', customerId, plan: 'starter', effectId: null } as const;
  await expect(payments.openCheckout(order), 'a checkout without an address is opened').rejects.toMatchObject({
    message: 'The payment provider gave no answer that can be used.',
    cause: { message: 'An open Checkout session has an address' },
  });
});

it('takes a customer who is deleted between two requests for deleted', async () => {
  const { customerId } = await subscriber();
  failUntilFinished(({ path }) => (path === '/subscriptions' ? { status: 404 } : null));
  expect((await payments.customerState(customerId)).deleted, 'whether the customer is deleted').toBe(true);
});

describe('a change of the plan', () => {
  it('is due once the period has ended, and leaves nothing at the provider when it has begun or is withdrawn', async () => {
    const { accountId, customerId, subscriptionId, subscription } = await subscriber();
    const whenDue = async () => (await payments.customerState(customerId)).subscription?.nextPlanFrom ?? null;
    await payments.changeAtPeriodEnd(subscriptionId, 'growth');
    stripe.turn(subscriptionId);
    expect(Number(await whenDue()), 'the next plan never begins').toBeLessThanOrEqual(Date.now());
    await payments.startNextPlan(subscriptionId);
    expect(subscription.metadata, 'what a change leaves that has begun').toEqual({ account_id: accountId });
    await payments.changeAtPeriodEnd(subscriptionId, 'starter');
    await payments.keepPlan(subscriptionId);
    expect(subscription.metadata, 'what a change leaves that is withdrawn').toEqual({ account_id: accountId });
  });

  it('is one request where the customer pays more at once and had cancelled nothing', async () => {
    const { subscriptionId } = await subscriber();
    const before = stripe.requests.length;
    await payments.upgrade(subscriptionId, 'growth');
    const written = stripe.requests.slice(before).filter(({ method }) => method === 'POST');
    expect(written.map(({ path }) => path)).toEqual([`/subscriptions/${subscriptionId}`]);
  });
});

it('ends more open checkouts than Stripe lists at once', async () => {
  const { accountId, customerId } = await subscriber();
  const open = () => payments.openCheckout({ accountId, customerId, plan: 'growth', effectId: null });
  const { url } = await open();
  for (let newer = 0; newer < 100; newer++) await open();
  await payments.endCustomer(customerId);
  expect(() => stripe.pay(url), 'the oldest can still be paid').toThrow();
});

describe('a customer to whom Stripe sells another product', () => {
  const sellAnother = (customer: string, status: string, number = 0) => {
    const id = `sub_${customer}_${status}_${number}`;
    const price = { id: 'price_other', object: 'price', product: 'prod_other', recurring: null };
    const data = [{ id: 'si_other', price, current_period_start: 0, current_period_end: 60 }];
    const times = { start_date: 0, billing_cycle_anchor: 0, cancel_at_period_end: false, metadata: {} };
    return stripe.put('subscriptions', { id, object: 'subscription', customer, status, items: { data }, ...times });
  };

  it('keeps it when the account is closed, and loses the mark of this service alone', async () => {
    const { customerId, subscription } = await subscriber();
    const other = sellAnother(customerId, 'active');
    sellAnother(customerId, 'incomplete_expired');
    await payments.endCustomer(customerId);
    expect(subscription.status, 'the subscription to this service').toBe('canceled');
    const isErased = await payments.eraseCustomer(customerId, { unpaid: false });
    expect(isErased, 'no invoice waits').toBe(true);
    expect(other.status, 'the subscription to another product').toBe('active');
    expect(stripe.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: `/customers/${customerId}`,
      fields: { metadata: { account_id: '' } },
    });
  });

  it('is found and ended behind more of them than Stripe lists at once', async () => {
    const { customerId, subscription } = await subscriber();
    for (let other = 0; other < 250; other++) sellAnother(customerId, 'active', other);
    const { subscription: found } = await payments.customerState(customerId);
    expect(found?.id, 'the subscription that counts').toBe(subscription.id);
    await payments.endCustomer(customerId);
    expect(subscription.status, 'the subscription to this service').toBe('canceled');
  });

  it('is deleted with the account once it has ended there too', async () => {
    const { customerId } = await subscriber();
    sellAnother(customerId, 'incomplete_expired');
    await payments.endCustomer(customerId);
    await payments.eraseCustomer(customerId, { unpaid: false });
    expect((await payments.customerState(customerId)).deleted, 'whether the customer is deleted').toBe(true);
  });
});

it.each([
  ['warning_closed', true],
  ['prevented', true],
  ['warning_needs_response', false],
])('a dispute that is %s is settled: %s', async (status, settled) => {
  const dispute = disputeAt(stripe, { id: 'cus_1', object: 'customer' }, status);
  expect(await payments.findDispute(dispute)).toEqual({ customerId: 'cus_1', settled });
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

  it('is asked for again after an outage, and once the operator has run the set-up that the error names', async () => {
    const { empty, atEmpty } = await emptyStripe();
    empty.fault = () => ({ status: 503 });
    await expect(atEmpty.openCheckout(order)).rejects.toMatchObject({ retryable: true });
    await expect(atEmpty.countedOverage('cus_1', ...period)).rejects.toMatchObject({ retryable: true });
    empty.fault = null;
    const ourName = 'call_analysis_overage';
    empty.put('billing/meters', { id: 'mtr_other', object: 'billing.meter', status: 'active', event_name: 'pages' });
    empty.put('billing/meters', { id: 'mtr_old', object: 'billing.meter', status: 'inactive', event_name: ourName });
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

  it('is told from portals of other applications, and from those that are no longer used', async () => {
    const { empty, atEmpty } = await emptyStripe();
    const portal = (id: string, metadata: object | null, active = true) =>
      empty.put('billing_portal/configurations', { id, object: 'billing_portal.configuration', metadata, active });
    portal('bpc_ours', { service: 'call-analysis' });
    portal('bpc_default', null);
    portal('bpc_other', { service: 'another' });
    portal('bpc_old', { service: 'call-analysis' }, false);
    await atEmpty.portalUrl('cus_1');
    expect(empty.requests.at(-1)?.fields).toMatchObject({ configuration: 'bpc_ours' });
  });
});
