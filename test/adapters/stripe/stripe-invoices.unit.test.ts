import type Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stripeClient } from '../../../src/adapters/stripe/stripe-client.js';
import { hasUnpaidInvoice, invoicedOverage, invoiceOverage } from '../../../src/adapters/stripe/stripe-invoices.js';
import type { FinalOverage } from '../../../src/ports/payments.js';
import { type StripeFault, type StripeStub, startStripeStub } from '../../support/stubs/stripe-stub.js';

let stub: StripeStub;
let stripe: Stripe;
beforeEach(async () => {
  await stub?.close();
  stub = await startStripeStub();
  stripe = stripeClient('sk_test_stub', stub.url);
  stub.put('customers', { id: 'cus_1', object: 'customer' });
  stub.put('subscriptions', subscription('pm_1'));
});
afterAll(() => stub.close());

const subscription = (default_payment_method: unknown) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'canceled',
  start_date: 1_795_000_000,
  billing_cycle_anchor: 1_795_000_000,
  cancel_at_period_end: false,
  metadata: {},
  items: { object: 'list', has_more: false, data: [] },
  default_payment_method,
});
const FROM = new Date('2026-11-01T00:00:00.900Z');
const TO = new Date('2026-11-20T12:00:00.900Z');
const overage = (changes: Partial<FinalOverage> = {}): FinalOverage => ({
  identifier: 'entry_1',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  hundredths: 12_345,
  amountCents: 617,
  from: FROM,
  to: TO,
  ...changes,
});
const REMOVED_CARD = { status: 400, param: 'default_payment_method' } as const;
const seconds = (date: Date) => String(Math.floor(date.getTime() / 1000));
const sent = (path: string, method = 'POST') =>
  stub.requests.filter((each) => each.method === method && each.path === path).map(({ fields }) => fields);

describe('the last overage of a subscription', () => {
  it('is an item that says what it charges, on an invoice that collects by itself and takes nothing else along', async () => {
    const id = await invoiceOverage(stripe, overage());
    const [invoice] = stub.objects('invoices');
    expect(stub.objects('invoiceitems').map((one) => one.id)).toEqual([id]);
    expect(sent('/invoiceitems')).toEqual([
      {
        customer: 'cus_1',
        invoice: invoice?.id,
        amount: '617',
        currency: 'usd',
        description: '123.45 minutes of overage of subscription sub_1',
        discountable: 'false',
        period: { start: seconds(FROM), end: seconds(TO) },
        metadata: { service: 'call-analysis', ledger_entry: 'entry_1' },
      },
    ]);
    expect(sent('/invoices')).toEqual([
      {
        customer: 'cus_1',
        currency: 'usd',
        auto_advance: 'true',
        collection_method: 'charge_automatically',
        pending_invoice_items_behavior: 'exclude',
        default_payment_method: 'pm_1',
        metadata: { service: 'call-analysis', ended_subscription: 'sub_1' },
      },
    ]);
  });

  it('has a period that does not end before it begins', async () => {
    await invoiceOverage(stripe, overage({ from: TO, to: FROM }));
    expect(sent('/invoiceitems')[0]?.period).toEqual({ start: seconds(FROM), end: seconds(FROM) });
  });

  it('is charged once, though the provider has forgotten the idempotency key', async () => {
    const first = await invoiceOverage(stripe, overage());
    stub.put('invoiceitems', { id: 'ii_bare', object: 'invoiceitem', customer: 'cus_1', amount: 5 });
    stub.forgetIdempotencyKeys();
    expect(await invoiceOverage(stripe, overage()), 'the same overage has two items').toBe(first);
    expect(sent('/invoiceitems'), 'The same overage is charged twice').toHaveLength(1);
    expect(sent('/invoiceitems', 'GET')[0]).toMatchObject({
      customer: 'cus_1',
      created: { gte: String(Number(seconds(TO)) - 3600) },
    });
  });

  it.each<[string, StripeFault | null]>([
    ['the card is there', null],
    ['the card was removed', REMOVED_CARD],
  ])('is charged once within an hour, though the provider does not list yet what it has: %s', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const emptyList = JSON.stringify({ object: 'list', has_more: false, url: '/v1', data: [] });
    stub.fault = ({ method, path, fields }) => {
      if (method === 'GET' && path.startsWith('/invoice')) return { spoil: () => emptyList };
      return 'default_payment_method' in fields ? answer : null;
    };
    const first = await invoiceOverage(stripe, overage());
    vi.setSystemTime(Date.parse('2026-11-20T12:59:59Z'));
    expect(await invoiceOverage(stripe, overage()), 'the same overage has two items').toBe(first);
    expect(stub.objects('invoices'), 'invoices of the same overage').toHaveLength(1);
  });

  it('shares the draft of its subscription, and no other', async () => {
    stub.put('invoices', { id: 'in_bare', object: 'invoice', customer: 'cus_1', status: 'draft' });
    stub.put('invoices', {
      id: 'in_other',
      object: 'invoice',
      customer: 'cus_1',
      status: 'draft',
      metadata: { ended_subscription: 'sub_2' },
    });
    stub.put('invoices', {
      id: 'in_closed',
      object: 'invoice',
      customer: 'cus_1',
      status: 'open',
      metadata: { ended_subscription: 'sub_1' },
    });
    await invoiceOverage(stripe, overage());
    await invoiceOverage(stripe, overage({ identifier: 'entry_2' }));
    const [first, second] = stub.objects('invoiceitems').map(({ invoice }) => invoice);
    expect(first, 'two calls of a subscription have two invoices').toBe(second);
    expect(['in_bare', 'in_other', 'in_closed'], 'overage stands on an invoice that is not its own').not.toContain(
      first,
    );
  });

  it.each<[string, unknown, string | undefined]>([
    ['the card of its subscription', 'pm_1', 'pm_1'],
    ['that card, given as an object', { id: 'pm_2' }, 'pm_2'],
    ['the card of the customer, where it has none', null, undefined],
  ])('is collected from %s', async (_, default_payment_method, card) => {
    stub.put('subscriptions', subscription(default_payment_method));
    await invoiceOverage(stripe, overage());
    expect(sent('/invoices')[0]?.default_payment_method).toBe(card);
  });

  it('is collected though the subscription is gone', async () => {
    await invoiceOverage(stripe, overage({ subscriptionId: 'sub_gone' }));
    expect(sent('/invoices').map((fields) => 'default_payment_method' in fields)).toEqual([false]);
  });

  it('is asked of the customer, where the card of the subscription was removed', async () => {
    stub.fault = ({ method, path, fields }) =>
      method === 'POST' && path === '/invoices' && 'default_payment_method' in fields ? REMOVED_CARD : null;
    await invoiceOverage(stripe, overage());
    expect(stub.objects('invoices'), 'overage is lost with the card').toHaveLength(1);
    const keys = stub.requests
      .filter(({ method, path }) => method === 'POST' && path === '/invoices')
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size, 'two different requests carry one idempotency key').toBe(2);
    expect(stub.objects('invoiceitems'), 'items of one overage, asked for twice').toHaveLength(1);
  });

  it.each([
    ['/invoices', 'GET'],
    ['/invoices', 'POST'],
    ['/invoiceitems', 'GET'],
    ['/invoiceitems', 'POST'],
    ['/subscriptions/sub_1', 'GET'],
  ])('is a failure, and not charged in part, where %s (%s) is refused', async (path, method) => {
    stub.fault = (request) => (request.path === path && request.method === method ? { status: 400 } : null);
    await expect(invoiceOverage(stripe, overage()), 'a refusal is taken for success').rejects.toMatchObject({
      name: 'ProviderError',
      retryable: false,
    });
    expect(stub.objects('invoiceitems')).toEqual([]);
    expect(sent('/invoices').length, 'a refused request is sent again').toBeLessThanOrEqual(1);
  });
});

it('reads what was invoiced, without items that are not of the ledger', async () => {
  await invoiceOverage(stripe, overage());
  stub.put('invoiceitems', { id: 'ii_other', object: 'invoiceitem', customer: 'cus_1', amount: 5, metadata: {} });
  stub.put('invoiceitems', { id: 'ii_bare', object: 'invoiceitem', customer: 'cus_1', amount: 5 });
  expect(await invoicedOverage(stripe, 'cus_1', FROM)).toEqual([{ identifier: 'entry_1', amountCents: 617 }]);
});

it.each([
  ['draft', true],
  ['open', true],
  ['paid', false],
  ['void', false],
])('an invoice that is %s is still to be paid: %s', async (status, unpaid) => {
  stub.put('invoices', { id: 'in_1', object: 'invoice', customer: 'cus_1', status });
  expect(await hasUnpaidInvoice(stripe, 'cus_1')).toBe(unpaid);
  expect(await hasUnpaidInvoice(stripe, 'cus_unknown'), 'whether an unknown customer has to pay').toBe(false);
});
