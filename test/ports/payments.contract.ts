// The cases that every implementation of Payments must pass. The test file of each adapter registers them. No method of the
// port takes a signal, so none is aborted.
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Payments } from '../../src/ports/payments.js';
import { isCase, type NoCase } from './no-case.js';
import { describeLostAnswers, type LostAnswers } from './payments-lost-answers.contract.js';
import {
  AT,
  describeFailure,
  describeOddAnswers,
  finalOverage,
  type OddPayments,
  PAYER,
  type PaymentsFailure,
} from './payments-requests.contract.js';

export interface PaymentsSetup {
  readonly collection: Payments['collection'];
  /** What a provider that collects payments is tested with. */
  readonly working: WorkingPaymentsSetup | NoCase;
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
  event(customerId: string): SignedEvent;
  /** Events whose signature tells its time. */
  readonly signed: SignedEventSetup | NoCase;
  /** A dispute about a payment of the customer. @returns its id */
  readonly dispute: ((customerId: string | null, outcome: 'open' | 'won' | 'lost') => string) | NoCase;
  /** Answers with status 200 that no contract has. */
  readonly odd: readonly OddPayments[] | NoCase;
  /** A provider whose answers are lost on the way. */
  readonly lost: LostAnswers | NoCase;
}

export interface SignedEvent {
  readonly payload: string;
  readonly signature: string;
}

export interface SignedEventSetup {
  /** An event, signed so many seconds ago; ahead of the time when negative. */
  aged(seconds: number): SignedEvent;
  /** Any body, signed now. */
  body(payload: string): SignedEvent;
}

export function describePayments(name: string, setup: PaymentsSetup): void {
  describe(`the contract of Payments: ${name}`, () => {
    it('says whether it collects payments', () => {
      expect(setup.payments().collection).toBe(setup.collection);
    });

    for (const failure of setup.failures) describeFailure(failure);
    if (isCase(setup.working)) {
      describeCustomers(setup.payments, setup.working);
      describeSubscriptions(setup.payments, setup.working);
      describeEvents(setup.payments, setup.working);
      describeSignatures(setup.payments, setup.working);
      describeDisputes(setup.payments, setup.working);
      describeOverage(setup.payments, setup.working);
      if (isCase(setup.working.odd)) describeOddAnswers(setup.working.odd);
      if (isCase(setup.working.lost)) describeLostAnswers(setup.payments, setup.working.subscriber, setup.working.lost);
    }
  });
}

function describeCustomers(payments: () => Payments, { subscriber, pay, deleteCustomer }: WorkingPaymentsSetup): void {
  it('a new customer has no subscription until a checkout is paid', async () => {
    const customerId = await payments().createCustomer({ ...PAYER, accountId: randomUUID() });
    const { url, expiresAt } = await payments().openCheckout({
      accountId: PAYER.accountId,
      customerId,
      plan: 'growth',
      effectId: null,
    });
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    const none = { deleted: false, subscription: null, suspendedId: null, further: [] };
    expect(await payments().customerState(customerId)).toEqual(none);
    pay(url);
    expect(await payments().customerState(customerId)).toMatchObject({
      ...none,
      subscription: { state: 'active', plan: 'growth', nextPlan: null, nextPlanFrom: null, cancelsAt: null },
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
      further: [],
    });
  });

  it('takes a customer whom the provider does not know for a deleted one, and has nothing to end or erase', async () => {
    const deleted = { deleted: true, subscription: null, suspendedId: null, further: [] };
    expect(await payments().customerState('cus_unknown'), 'the state of an unknown customer').toEqual(deleted);
    await payments().endCustomer('cus_unknown');
    expect(await payments().eraseCustomer('cus_unknown', { unpaid: false }), 'an unknown customer is erased').toBe(
      true,
    );
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
    const cancelled = await subscriptionOf(customerId);
    expect(cancelled).toMatchObject({ state: 'active', cancelsAt: cancelled?.periodEndsAt });
    await payments().keepPlan(subscriptionId);
    expect(await subscriptionOf(customerId)).toMatchObject({ cancelsAt: null });
  });

  it.each(['upgrade', 'changeAtPeriodEnd'] as const)(
    'withdraws the cancellation with another plan: %s',
    async (change) => {
      const { customerId, subscriptionId } = await subscriber();
      await payments().cancelAtPeriodEnd(subscriptionId);
      await payments()[change](subscriptionId, 'growth');
      expect(
        (await subscriptionOf(customerId))?.cancelsAt,
        'a customer who chose another plan loses the subscription at the end of the period',
      ).toBeNull();
    },
  );

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

function describeSignatures(payments: () => Payments, { signed }: WorkingPaymentsSetup): void {
  if (!isCase(signed)) return;
  it.each([
    [300, 'reads', 'an event that was sent again within five minutes is refused'],
    [301, 'refuses', 'an event that was recorded can be sent again by others'],
    [-300, 'reads', 'an event of a provider whose clock is five minutes ahead is refused'],
    [-301, 'refuses', 'an event that is signed for the future can be sent again by others'],
  ] as const)('an event that was signed %d seconds ago: %s it', (seconds, outcome, fault) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_795_200_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { payload, signature } = signed.aged(seconds);
    const event = payments().readEvent(Buffer.from(payload), signature);
    expect(event === null ? 'refuses' : 'reads', fault).toBe(outcome);
  });

  it.each([
    ['an empty body', ''],
    ['no JSON', '<html>'],
    ['JSON that is cut off', '{"id":"evt_1","data":{"object"'],
    ['null', 'null'],
    ['an empty object', '{}'],
    [
      'an event without an object',
      '{"id":"evt_1","object":"event","type":"a.b","livemode":false,"data":{"object":null}}',
    ],
    [
      'an event with a list for an object',
      '{"id":"evt_1","object":"event","type":"a.b","livemode":false,"data":{"object":[]}}',
    ],
    ['an event without an id', '{"object":"event","type":"a.b","livemode":false,"data":{"object":{}}}'],
    ['a notification without an id', '{"object":"v2.core.event","type":"a.b","livemode":false}'],
  ])('gives null for what is signed and no event: %s', (_what, text) => {
    const { payload, signature } = signed.body(text);
    expect(payments().readEvent(Buffer.from(payload), signature), 'what is no event is taken for one').toBeNull();
  });
}

function describeDisputes(payments: () => Payments, { subscriber, dispute }: WorkingPaymentsSetup): void {
  if (!isCase(dispute)) return;
  it.each([
    ['open', false],
    ['lost', false],
    ['won', true],
  ] as const)('names the customer of a dispute, and whether it is settled: %s', async (outcome, settled) => {
    const { customerId } = await subscriber();
    const found = await payments().findDispute(dispute(customerId, outcome));
    expect(found, `the dispute is ${outcome}, and the account of its customer learns another thing`).toEqual({
      customerId,
      settled,
    });
  });

  it('finds a dispute about a payment without a customer', async () => {
    const found = await payments().findDispute(dispute(null, 'open'));
    expect(found.customerId, 'a payment without a customer suspends an account').toBeNull();
  });
}

function describeOverage(payments: () => Payments, { subscriber }: WorkingPaymentsSetup): void {
  it('counts each reported identifier once', async () => {
    const { customerId } = await subscriber();
    const overage = { identifier: `entry-${customerId}`, customerId, hundredths: 125, at: AT };
    await payments().reportOverage(overage);
    await payments().reportOverage(overage);
    await payments().reportOverage({ ...overage, identifier: `other-${customerId}`, hundredths: 10 });
    expect(
      await payments().countedOverage(customerId, AT, new Date(AT.getTime() + 60_000)),
      'overage that the provider counts, in hundredths',
    ).toBe(135);
    expect(
      await payments().countedOverage(customerId, new Date(AT.getTime() - 60_000), AT),
      'overage before the first report',
    ).toBe(0);
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
    const invoiced = await payments().invoicedOverage(customerId, AT);
    expect(
      invoiced.map(({ identifier, amountCents }) => [identifier, amountCents]).sort(),
      'what was invoiced, in cents',
    ).toEqual([
      [overage.identifier, 15_000],
      [`other-${customerId}`, 5],
    ]);
  });

  it('erases a customer only when no invoice waits, unless told to', async () => {
    const { customerId, subscriptionId } = await subscriber();
    await payments().endCustomer(customerId);
    await payments().invoiceOverage(finalOverage(customerId, subscriptionId));
    expect(
      await payments().eraseCustomer(customerId, { unpaid: false }),
      'a customer with an unpaid invoice is erased',
    ).toBe(false);
    expect(await payments().customerState(customerId)).toMatchObject({ deleted: false });
    expect(
      await payments().eraseCustomer(customerId, { unpaid: true }),
      'a customer is erased although one invoice is unpaid',
    ).toBe(true);
    expect(await payments().eraseCustomer(customerId, { unpaid: false }), 'an erased customer counts as erased').toBe(
      true,
    );
    expect(await payments().customerState(customerId)).toMatchObject({ deleted: true });
  });

  it('gives an address for invoices and payment methods', async () => {
    const { customerId } = await subscriber();
    expect(await payments().portalUrl(customerId)).toMatch(/^https:\/\//);
  });
}
