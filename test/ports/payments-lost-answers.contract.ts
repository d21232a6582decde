// The cases of the contract of Payments in which the provider does what it is asked, its answer is lost, and it is asked again.
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Payments } from '../../src/ports/payments.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import { PAYER } from './payments-requests.contract.js';

export interface LostAnswers {
  /**
   * Until the test is finished, the provider makes every change, and its answer to the first request for it is lost.
   * @returns what was lost; it grows
   */
  lose(): readonly unknown[];
  /** Customers of the account at the provider. */
  customersOf(accountId: string): number;
  /** Checkouts of the customer that can be paid. */
  openCheckoutsOf(customerId: string): number;
}

type Subscriber = () => Promise<{ readonly customerId: string; readonly subscriptionId: string }>;
type Change = (payments: Payments, subscriptionId: string, customerId: string) => Promise<unknown>;

const CHANGES: readonly (readonly [string, Change, object])[] = [
  ['upgrade', (payments, id) => payments.upgrade(id, 'growth'), { plan: 'growth', nextPlan: null }],
  ['changeAtPeriodEnd', (payments, id) => payments.changeAtPeriodEnd(id, 'growth'), { nextPlan: 'growth' }],
  ['keepPlan', (payments, id) => payments.keepPlan(id), { plan: 'starter', nextPlan: null }],
];

const ENDS: readonly (readonly [string, Change, object])[] = [
  ['cancelNow', (payments, id) => payments.cancelNow(id), { deleted: false }],
  ['endCustomer', (payments, _id, customerId) => payments.endCustomer(customerId), { deleted: false }],
  [
    'eraseCustomer',
    (payments, _id, customerId) => payments.eraseCustomer(customerId, { unpaid: false }),
    { deleted: true },
  ],
];

export function describeLostAnswers(
  payments: () => Payments,
  subscriber: Subscriber,
  { lose, customersOf, openCheckoutsOf }: LostAnswers,
): void {
  async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
    const lost = lose();
    for (;;) {
      const before = lost.length;
      try {
        const answer = await ask();
        expect(before, 'answers that were lost').toBeGreaterThan(0);
        return answer;
      } catch (error) {
        expect(lost.length, `what was done is refused when it is asked again: ${error}`).toBeGreaterThan(before);
        expect(error, 'a lost answer, and the error is no ProviderError').toBeInstanceOf(ProviderError);
        expect(error, 'a lost answer, and the caller is told not to ask again').toMatchObject({ retryable: true });
      }
    }
  }

  it('makes one customer when the answer is lost and the request comes again', async () => {
    // The service may ask for another customer in another hour.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const accountId = randomUUID();
    const customerId = await askAgain(() => payments().createCustomer({ ...PAYER, accountId }));
    expect(customersOf(accountId), 'customers of one account').toBe(1);
    expect(await payments().customerState(customerId), 'the customer that the service keeps').toMatchObject({
      deleted: false,
    });
  });

  it('opens one checkout for an idempotency key when the answer is lost and the request comes again', async () => {
    const customerId = await payments().createCustomer({ ...PAYER, accountId: randomUUID() });
    const order = { accountId: PAYER.accountId, customerId, plan: 'starter', effectId: randomUUID() } as const;
    await askAgain(() => payments().openCheckout(order));
    expect(openCheckoutsOf(customerId), 'checkouts that one order opened').toBe(1);
  });

  it.each(CHANGES)(
    'makes a change once when the answer is lost and the request comes again: %s',
    async (name, change, changed) => {
      const { customerId, subscriptionId } = await subscriber();
      await payments().cancelAtPeriodEnd(subscriptionId);
      await askAgain(() => change(payments(), subscriptionId, customerId));
      const { subscription } = await payments().customerState(customerId);
      expect(subscription, `the subscription after ${name}`).toMatchObject({
        id: subscriptionId,
        state: 'active',
        cancelsAt: null,
        ...changed,
      });
    },
  );

  it.each(ENDS)('ends once when the answer is lost and the request comes again: %s', async (name, end, ended) => {
    const { customerId, subscriptionId } = await subscriber();
    const order = { accountId: PAYER.accountId, customerId, plan: 'growth', effectId: null } as const;
    if (name === 'endCustomer') await payments().openCheckout(order);
    await askAgain(() => end(payments(), subscriptionId, customerId));
    expect(openCheckoutsOf(customerId), `checkouts that can be paid after ${name}`).toBe(0);
    expect(await payments().customerState(customerId), `the customer after ${name}`).toEqual({
      subscription: null,
      suspendedId: null,
      further: [],
      ...ended,
    });
  });
}
