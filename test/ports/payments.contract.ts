// The cases that every implementation of Payments must pass. The test file of each adapter registers them.
import { describe, expect, it } from 'vitest';
import type { Payments } from '../../src/ports/payments.js';
import { ProviderError } from '../../src/ports/provider-error.js';

export interface PaymentsSetup {
  readonly collection: Payments['collection'];
  /** What a provider that collects payments is tested with; null for an implementation that collects none. */
  readonly working: WorkingPaymentsSetup | null;
  readonly failures: readonly PaymentsFailure[];
  payments(): Payments;
}

export interface WorkingPaymentsSetup {
  /** A customer of the starter plan. */
  subscriber(): Promise<{ readonly customerId: string; readonly subscriptionId: string }>;
  /** Pays an open checkout; throws when it is not open. */
  pay(checkoutUrl: string): void;
  /** Deletes a customer at the provider. */
  deleteCustomer(customerId: string): void;
  /** An event about the customer, as the provider signs and sends it. */
  event(customerId: string): { readonly payload: string; readonly signature: string };
}

export interface PaymentsFailure {
  readonly what: string;
  /** Null: no provider exists, so a call is a fault of this service and not a ProviderError. */
  readonly retryable: boolean | null;
  /** What no error may tell a client. */
  readonly secrets: readonly string[];
  payments(): Promise<Payments>;
}

const PAYER = { accountId: 'account-1', email: 'ada@example.org' };
const AT = new Date(Math.floor(Date.now() / 60_000) * 60_000);

const finalOverage = (customerId: string, subscriptionId: string) => ({
  identifier: `final-${customerId}`,
  customerId,
  subscriptionId,
  hundredths: 300_000,
  amountCents: 15_000,
  from: new Date(AT.getTime() - 86_400_000),
  to: AT,
});

/** Every method that asks the provider. */
const REQUESTS: Readonly<Record<string, (payments: Payments) => Promise<unknown>>> = {
  createCustomer: (payments) => payments.createCustomer(PAYER),
  openCheckout: (payments) =>
    payments.openCheckout({ accountId: 'account-1', customerId: 'cus_1', plan: 'starter', effectId: null }),
  customerState: (payments) => payments.customerState('cus_1'),
  upgrade: (payments) => payments.upgrade('sub_1', 'growth'),
  changeAtPeriodEnd: (payments) => payments.changeAtPeriodEnd('sub_1', 'starter'),
  startNextPlan: (payments) => payments.startNextPlan('sub_1'),
  keepPlan: (payments) => payments.keepPlan('sub_1'),
  cancelAtPeriodEnd: (payments) => payments.cancelAtPeriodEnd('sub_1'),
  cancelNow: (payments) => payments.cancelNow('sub_1'),
  endCustomer: (payments) => payments.endCustomer('cus_1'),
  eraseCustomer: (payments) => payments.eraseCustomer('cus_1', { unpaid: false }),
  portalUrl: (payments) => payments.portalUrl('cus_1'),
  findDispute: (payments) => payments.findDispute('dp_1'),
  reportOverage: (payments) =>
    payments.reportOverage({ identifier: 'entry-1', customerId: 'cus_1', hundredths: 125, at: AT }),
  countedOverage: (payments) => payments.countedOverage('cus_1', AT, new Date(AT.getTime() + 60_000)),
  overageTerms: (payments) => payments.overageTerms('sub_1'),
  invoiceOverage: (payments) => payments.invoiceOverage(finalOverage('cus_1', 'sub_1')),
  invoicedOverage: (payments) => payments.invoicedOverage('cus_1', AT),
};

export function describePayments(name: string, setup: PaymentsSetup): void {
  describe(`the contract of Payments: ${name}`, () => {
    it('says whether it collects payments', () => {
      expect(setup.payments().collection).toBe(setup.collection);
    });

    for (const failure of setup.failures) describeFailure(failure);
    if (setup.working !== null) {
      describeCustomers(setup.payments, setup.working);
      describeSubscriptions(setup.payments, setup.working);
      describeEvents(setup.payments, setup.working);
      describeOverage(setup.payments, setup.working);
    }
  });
}

function describeFailure({ what, retryable, secrets, payments }: PaymentsFailure): void {
  it(`every request rejects with one sentence: ${what}`, async () => {
    const failing = await payments();
    // A method that throws before it returns a promise fails here.
    const requests = Object.entries(REQUESTS).map(([method, request]) => ({ method, outcome: request(failing) }));
    for (const { method, outcome } of requests) {
      const error = await outcome.then(
        () => expect.fail(`${method} succeeded`),
        (reason: unknown) => reason,
      );
      expect(error, method).toBeInstanceOf(Error);
      expect(error instanceof ProviderError ? error.retryable : null, method).toBe(retryable);
      expect(String(error), method).toMatch(/^\S[^\n]*$/);
      for (const secret of secrets) expect(String(error), method).not.toContain(secret);
    }
  });
}

function describeCustomers(payments: () => Payments, { subscriber, pay, deleteCustomer }: WorkingPaymentsSetup): void {
  it('a new customer has no subscription until a checkout is paid', async () => {
    const customerId = await payments().createCustomer(PAYER);
    const { url, expiresAt } = await payments().openCheckout({
      accountId: PAYER.accountId,
      customerId,
      plan: 'growth',
      effectId: null,
    });
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    const none = { deleted: false, subscription: null, suspendedId: null };
    expect(await payments().customerState(customerId)).toEqual(none);
    pay(url);
    expect(await payments().customerState(customerId)).toMatchObject({
      ...none,
      subscription: { state: 'active', plan: 'growth', nextPlan: null, nextPlanFrom: null, cancelAtPeriodEnd: false },
    });
  });

  it('opens one checkout for an idempotency key, and a new one without a key', async () => {
    const customerId = await payments().createCustomer(PAYER);
    const order = { accountId: PAYER.accountId, customerId, plan: 'starter' } as const;
    const open = async (effectId: string | null) => (await payments().openCheckout({ ...order, effectId })).url;
    const first = await open(`effect-${customerId}`);
    expect(await open(`effect-${customerId}`)).toBe(first);
    expect(await open(null)).not.toBe(await open(null));
  });

  it('reports a deleted customer as deleted', async () => {
    const { customerId } = await subscriber();
    deleteCustomer(customerId);
    expect(await payments().customerState(customerId)).toEqual({
      deleted: true,
      subscription: null,
      suspendedId: null,
    });
  });

  it('ends every checkout and subscription of a customer, any number of times', async () => {
    const { customerId } = await subscriber();
    const { url } = await payments().openCheckout({
      accountId: PAYER.accountId,
      customerId,
      plan: 'growth',
      effectId: null,
    });
    await payments().endCustomer(customerId);
    await payments().endCustomer(customerId);
    expect(() => pay(url)).toThrow();
    expect(await payments().customerState(customerId)).toMatchObject({ subscription: null, suspendedId: null });
  });
}

function describeSubscriptions(payments: () => Payments, { subscriber }: WorkingPaymentsSetup): void {
  const subscriptionOf = async (customerId: string) => (await payments().customerState(customerId)).subscription;

  it('upgrades immediately; a second upgrade to the same plan has no effect', async () => {
    const { customerId, subscriptionId } = await subscriber();
    await payments().upgrade(subscriptionId, 'growth');
    const upgraded = await subscriptionOf(customerId);
    expect(upgraded).toMatchObject({ plan: 'growth', nextPlan: null });
    await payments().upgrade(subscriptionId, 'growth');
    expect(await subscriptionOf(customerId)).toEqual(upgraded);
  });

  it('changes the plan at the end of the period, and withdraws the change', async () => {
    const { customerId, subscriptionId } = await subscriber();
    await payments().changeAtPeriodEnd(subscriptionId, 'growth');
    const changed = await subscriptionOf(customerId);
    expect(changed).toMatchObject({ plan: 'starter', nextPlan: 'growth', nextPlanFrom: changed?.periodEndsAt });
    await payments().keepPlan(subscriptionId);
    expect(await subscriptionOf(customerId)).toMatchObject({ plan: 'starter', nextPlan: null, nextPlanFrom: null });
  });

  it('starts the next plan', async () => {
    const { customerId, subscriptionId } = await subscriber();
    await payments().changeAtPeriodEnd(subscriptionId, 'growth');
    await payments().startNextPlan(subscriptionId);
    expect(await subscriptionOf(customerId)).toMatchObject({ plan: 'growth', nextPlan: null, nextPlanFrom: null });
  });

  it('cancels at the end of the period, and withdraws the cancellation', async () => {
    const { customerId, subscriptionId } = await subscriber();
    await payments().cancelAtPeriodEnd(subscriptionId);
    expect(await subscriptionOf(customerId)).toMatchObject({ state: 'active', cancelAtPeriodEnd: true });
    await payments().keepPlan(subscriptionId);
    expect(await subscriptionOf(customerId)).toMatchObject({ cancelAtPeriodEnd: false });
  });

  it('cancels immediately; a second cancellation has no effect', async () => {
    const { customerId, subscriptionId } = await subscriber();
    await payments().cancelNow(subscriptionId);
    await payments().cancelNow(subscriptionId);
    expect(await subscriptionOf(customerId)).toBeNull();
  });
}

function describeEvents(payments: () => Payments, { event }: WorkingPaymentsSetup): void {
  it('reads a signed event about a customer', () => {
    const { payload, signature } = event('cus_1');
    expect(payments().readEvent(Buffer.from(payload), signature)).toMatchObject({
      id: expect.stringMatching(/./),
      type: expect.stringMatching(/./),
      customerId: 'cus_1',
      disputeId: null,
      ours: true,
    });
  });

  it('gives null for an event that is altered or not signed', () => {
    const { payload, signature } = event('cus_1');
    expect(payments().readEvent(Buffer.from(`${payload} `), signature)).toBeNull();
    expect(payments().readEvent(Buffer.from(payload), undefined)).toBeNull();
    expect(payments().readEvent(Buffer.from(payload), 'unsigned')).toBeNull();
  });
}

function describeOverage(payments: () => Payments, { subscriber }: WorkingPaymentsSetup): void {
  it('counts each reported identifier once', async () => {
    const { customerId } = await subscriber();
    const overage = { identifier: `entry-${customerId}`, customerId, hundredths: 125, at: AT };
    await payments().reportOverage(overage);
    await payments().reportOverage(overage);
    await payments().reportOverage({ ...overage, identifier: `other-${customerId}`, hundredths: 10 });
    expect(await payments().countedOverage(customerId, AT, new Date(AT.getTime() + 60_000))).toBe(135);
    expect(await payments().countedOverage(customerId, new Date(AT.getTime() - 60_000), AT)).toBe(0);
  });

  it('says whether a subscription still takes overage, and at which price', async () => {
    const { subscriptionId } = await subscriber();
    expect(await payments().overageTerms(subscriptionId)).toEqual({
      startedAt: expect.any(Date),
      endedAt: null,
      overageCentsPerMinute: 5,
    });
    await payments().cancelNow(subscriptionId);
    expect((await payments().overageTerms(subscriptionId))?.endedAt?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await payments().overageTerms('sub_unknown')).toBeNull();
  });

  it('invoices the overage of an ended subscription once for each identifier', async () => {
    const { customerId, subscriptionId } = await subscriber();
    await payments().cancelNow(subscriptionId);
    const overage = finalOverage(customerId, subscriptionId);
    const item = await payments().invoiceOverage(overage);
    expect(await payments().invoiceOverage(overage)).toBe(item);
    await payments().invoiceOverage({ ...overage, identifier: `other-${customerId}`, amountCents: 5 });
    expect(await payments().invoicedOverage(customerId, AT)).toEqual([
      { identifier: overage.identifier, amountCents: 15_000 },
      { identifier: `other-${customerId}`, amountCents: 5 },
    ]);
  });

  it('erases a customer only when no invoice waits, unless told to', async () => {
    const { customerId, subscriptionId } = await subscriber();
    await payments().endCustomer(customerId);
    await payments().invoiceOverage(finalOverage(customerId, subscriptionId));
    expect(await payments().eraseCustomer(customerId, { unpaid: false })).toBe(false);
    expect(await payments().customerState(customerId)).toMatchObject({ deleted: false });
    expect(await payments().eraseCustomer(customerId, { unpaid: true })).toBe(true);
    expect(await payments().eraseCustomer(customerId, { unpaid: false })).toBe(true);
    expect(await payments().customerState(customerId)).toMatchObject({ deleted: true });
  });

  it('gives an address for invoices and payment methods', async () => {
    const { customerId } = await subscriber();
    expect(await payments().portalUrl(customerId)).toMatch(/^https:\/\//);
  });
}
