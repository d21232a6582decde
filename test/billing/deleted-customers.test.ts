// A customer that is deleted at the payment provider, at any moment of what its account does meanwhile.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { SubscriptionsService } from '../../src/billing/subscriptions/subscriptions.service.js';
import type { BillingApp } from '../support/apps/billing-app.js';
import { newAccount } from '../support/apps/billing-classes.js';
import { deliver, pathsSeen, setUpBilling, subscriber } from '../support/apps/stripe-app.js';
import type { StripeStub } from '../support/stubs/stripe-stub.js';

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});
afterEach(() => app.dataSource.query('DELETE FROM payment_event WHERE processed_at IS NULL'));

/** Deletes the customer at the provider, which ends its subscriptions. */
function deleteCustomer(id: string): void {
  stripe.answer({ method: 'DELETE', path: `/customers/${id}`, headers: {}, fields: {} });
}
const lastCustomer = () => String(stripe.objects('customers').at(-1)?.id);

describe('a customer that was deleted at the provider', () => {
  it('subscribes again within the hour, as often as it is deleted', async () => {
    const account = await newAccount(app);
    const seen = new Set<string>();
    for (let round = 0; round < 4; round++) {
      await expect(await app.post(account, 'subscription', { plan: 'starter' })).toAnswer(
        201,
        expect.objectContaining({ status: 'incomplete' }),
      );
      seen.add(lastCustomer());
      deleteCustomer(lastCustomer());
    }
    expect(seen.size, 'customers that were made').toBe(4);
  });

  it('subscribes again after its event has come, and gets the plan that it pays', async () => {
    const { account, customer } = await subscriber(app, stripe);
    deleteCustomer(customer);
    await deliver(app, stripe, 'customer.deleted', { id: customer, object: 'customer' });
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free', status: 'active' });
    const { body } = await app.post(account, 'subscription', { plan: 'growth' });
    const subscription = stripe.pay(String(body.checkout_url));
    await deliver(app, stripe, 'customer.subscription.created', subscription);
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'growth', status: 'active' });
  });

  it('while a checkout is open gets another checkout, that can be paid', async () => {
    const account = await newAccount(app);
    const first = await app.post(account, 'subscription', { plan: 'starter' });
    deleteCustomer(lastCustomer());
    const second = await app.post(account, 'subscription', { plan: 'starter' });
    await expect(second).toAnswer(201);
    expect(second.body.checkout_url).not.toBe(first.body.checkout_url);
    await deliver(app, stripe, 'customer.subscription.created', stripe.pay(String(second.body.checkout_url)));
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'starter' });
  });

  it('between the look at the customer and the order of the checkout gets one too', async () => {
    const account = await newAccount(app);
    await app.post(account, 'subscription', { plan: 'starter' });
    Object.assign(stripe.objects('checkout/sessions').at(-1) ?? {}, { status: 'expired' });
    await app.dataSource.query(
      `UPDATE subscription SET checkout_expires_at = now() - interval '1 minute' WHERE account_id = $1`,
      [account],
    );
    const customer = lastCustomer();
    stripe.hold = ({ path }) => {
      if (path !== '/checkout/sessions') return null;
      stripe.hold = null;
      deleteCustomer(customer);
      return null;
    };
    await expect(await app.post(account, 'subscription', { plan: 'starter' })).toAnswer(201);
  });

  it('has an order repeated after its customer was replaced', async () => {
    const account = await newAccount(app);
    const service = app.service(SubscriptionsService);
    const order = { plan: 'starter', overageLimitHundredths: 0, metadata: '{}', effectId: randomUUID() } as const;
    await service.subscribe(account, order);
    deleteCustomer(lastCustomer());
    await expect(service.subscribe(account, order), 'The key of the first checkout is reused').resolves.toMatchObject({
      status: 'incomplete',
    });
  });

  it('has no portal any more', async () => {
    const { account, customer } = await subscriber(app, stripe);
    deleteCustomer(customer);
    await expect(await app.get(account, 'customer-portal')).toAnswer(404);
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free' });
  });

  it('is told that it has no paid plan to change or to cancel', async () => {
    for (const [path, request] of [
      ['subscription/update', { plan: 'growth' }],
      ['subscription/update', { plan: 'starter' }],
      ['subscription/cancel', {}],
    ] as const) {
      const { account, customer } = await subscriber(app, stripe);
      deleteCustomer(customer);
      await expect(await app.post(account, path, request)).toAnswer(400, {
        detail: expect.stringContaining('There is no paid subscription to'),
      });
      expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free' });
    }
    const { account, customer } = await subscriber(app, stripe);
    deleteCustomer(customer);
    await expect(await app.post(account, 'subscription/cancel', { at_period_end: false })).toAnswer(
      200,
      expect.objectContaining({ plan: 'free' }),
    );
  });

  it('is one customer where the answer about it was lost', async () => {
    const account = await newAccount(app);
    stripe.fault = ({ method, path }) => (method === 'POST' && path === '/customers' ? 'lost' : null);
    await expect(await app.post(account, 'subscription', { plan: 'starter' })).toAnswer(503);
    const made = stripe.objects('customers').length;
    stripe.fault = null;
    await expect(await app.post(account, 'subscription', { plan: 'starter' })).toAnswer(201);
    expect(stripe.objects('customers').length - made, 'customers that were made beside').toBe(0);
    expect(pathsSeen(stripe)).toContain('POST /customers');
  });
});
