import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AdvisoryLocks } from '../../../src/billing/advisory-locks.js';
import { SubscriptionsService } from '../../../src/billing/subscriptions/subscriptions.service.js';
import type { BillingApp } from '../../support/apps/billing-app.js';
import { complete, letPass, newAccount, submit } from '../../support/apps/billing-classes.js';
import { deliver, pathsSeen, setUpBilling, subscriber } from '../../support/apps/stripe-app.js';
import type { StripeStub } from '../../support/stubs/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});

it('a new account has the free plan', async () => {
  const account = randomUUID();
  await app.dataSource.transaction(async (tx) => {
    await tx.query(`INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, 'none')`, [
      account,
      `${account}@example.org`,
    ]);
    await app.service(SubscriptionsService).open(tx, account);
  });
  await expect(await app.get(account, 'subscription')).toAnswer(
    200,
    expect.objectContaining({ plan: 'free', status: 'active' }),
  );
});

describe('the first paid subscription', () => {
  it('goes through Checkout and holds once the provider confirms', async () => {
    const account = await newAccount(app);
    const answer = await app.post(account, 'subscription', {
      plan: 'starter',
      overage_limit_minutes: 20,
      metadata: { team: 'north' },
    });
    await expect(answer).toAnswer(201);
    expect(answer.body).toMatchObject({
      plan: 'free',
      status: 'incomplete',
      pending_plan: 'starter',
      included_minutes: 100,
      collection: 'stripe',
    });
    expect(answer.body.checkout_url).toMatch(/^https:\/\/checkout\.stub\//);
    const order = stripe.requests.find(({ path }) => path === '/checkout/sessions');
    expect(order?.fields).toMatchObject({
      mode: 'subscription',
      client_reference_id: account,
      line_items: { 0: { price: 'price_starter', quantity: '1' }, 1: { price: 'price_starter_overage' } },
      subscription_data: { metadata: { account_id: account } },
    });
    expect(order?.headers['stripe-version'], 'the API version that is asked for').toBe('2026-10-28.endive');

    const open = (await app.get(account, 'subscription')).body;
    expect(open).toMatchObject({ status: 'incomplete', checkout_url: answer.body.checkout_url });
    const again = await app.post(account, 'subscription', { plan: 'growth' });
    await expect(again).toAnswer(
      201,
      expect.objectContaining({ checkout_url: answer.body.checkout_url, pending_plan: 'starter' }),
    );

    const subscription = stripe.pay(String(answer.body.checkout_url));
    await deliver(app, stripe, 'checkout.session.completed', {
      object: 'checkout.session',
      customer: subscription.customer,
    });
    expect((await app.get(account, 'subscription')).body).toMatchObject({
      plan: 'starter',
      status: 'active',
      pending_plan: null,
      checkout_url: null,
      overage_limit_minutes: 20,
      metadata: { team: 'north' },
      current_period_start: subscription.billing_cycle_anchor,
    });
    await expect(await app.post(account, 'subscription', { plan: 'growth' })).toAnswer(400);
  });

  it('makes a customer with the address of the account', async () => {
    const account = await newAccount(app);
    await app.post(account, 'subscription', { plan: 'starter' });
    const customer = stripe.objects('customers').find(({ metadata }) => JSON.stringify(metadata).includes(account));
    expect(customer?.email, 'The provider sends its invoices to another address').toBe(`${account}@example.org`);
  });

  it('starts no new period of minutes, but the period ends when the provider says', async () => {
    const account = await newAccount(app);
    await complete(app, await submit(app, account, 60 * MINUTE), 60 * MINUTE);
    const { body } = await app.post(account, 'subscription', { plan: 'starter' });
    const subscription = stripe.pay(String(body.checkout_url));
    for (const event of ['created', 'updated'])
      await deliver(app, stripe, `customer.subscription.${event}`, subscription);
    const usage = (await app.get(account, 'usage')).body;
    expect(usage).toMatchObject({ plan: 'starter', minutes_used: 60, minutes_included: 1000, minutes_remaining: 940 });
    const paid = (await app.get(account, 'subscription')).body;
    expect(usage.period_end, 'the end of the period').toBe(paid.current_period_end);
    expect((await app.get(account, 'history')).body).toMatchObject({ total: 1 });
  });

  it('is found by the client’s next question too, should the event be late', async () => {
    const account = await newAccount(app);
    const { body } = await app.post(account, 'subscription', { plan: 'growth' });
    stripe.pay(String(body.checkout_url));
    await expect(await app.post(account, 'subscription', { plan: 'growth' })).toAnswer(400);
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'growth', status: 'active' });
  });

  it('two orders at once open one checkout', async () => {
    const account = await newAccount(app);
    const answers = await Promise.all([1, 2, 3].map(() => app.post(account, 'subscription', { plan: 'starter' })));
    expect([...new Set(answers.map(({ body }) => body.checkout_url))], 'checkout pages').toHaveLength(1);
    expect(
      pathsSeen(stripe).filter((path) => path === 'POST /checkout/sessions').length,
      'checkout sessions that were ordered',
    ).toBe(1);
    expect(pathsSeen(stripe).filter((path) => path === 'POST /customers').length, 'customers that were made').toBe(1);
  });

  it('a checkout that ran out leaves the free plan', async () => {
    const account = await newAccount(app);
    await app.post(account, 'subscription', { plan: 'starter', overage_limit_minutes: 5 });
    await app.dataSource.query(
      `UPDATE subscription SET checkout_expires_at = now() - interval '1 minute' WHERE account_id = $1`,
      [account],
    );
    expect((await app.get(account, 'subscription')).body).toMatchObject({
      plan: 'free',
      status: 'active',
      pending_plan: null,
      checkout_url: null,
    });
    expect((await app.post(account, 'subscription', { plan: 'growth' })).body).toMatchObject({
      status: 'incomplete',
      pending_plan: 'growth',
    });
  });

  it('a checkout that was paid in time is found also when its event never came', async () => {
    const account = await newAccount(app);
    const { body } = await app.post(account, 'subscription', { plan: 'starter', overage_limit_minutes: 5 });
    stripe.pay(String(body.checkout_url));
    await app.dataSource.query(
      `UPDATE subscription SET checkout_expires_at = now() - interval '1 minute' WHERE account_id = $1`,
      [account],
    );
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free', checkout_url: null });
    await expect(await app.post(account, 'subscription', { plan: 'starter' })).toAnswer(400);
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'starter', overage_limit_minutes: 5 });
  });

  it('says so when the provider is away, and leaves nothing half done', async () => {
    const account = await newAccount(app);
    stripe.fault = ({ path }) => (path === '/checkout/sessions' ? 'down' : null);
    await expect(await app.post(account, 'subscription', { plan: 'starter' })).toAnswer(503, {
      detail: 'The payment provider cannot be reached. Try again shortly.',
    });
    stripe.fault = null;
    expect((await app.get(account, 'subscription')).body).toMatchObject({ status: 'active', pending_plan: null });
    await expect(await app.post(account, 'subscription', { plan: 'starter' })).toAnswer(201);
    expect(pathsSeen(stripe).filter((path) => path === 'POST /customers').length, 'customers that were made').toBe(1);
  });
});

describe('changes of a paid subscription', () => {
  it('an upgrade swaps both items and charges the difference at once', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    expect((await app.post(account, 'subscription/update', { plan: 'growth' })).body).toMatchObject({
      plan: 'growth',
      pending_plan: null,
    });
    const change = stripe.requests.find(
      ({ method, path }) => method === 'POST' && path === `/subscriptions/${subscription.id}`,
    );
    expect(change?.fields).toMatchObject({
      items: { 0: { price: 'price_growth' }, 1: { price: 'price_growth_overage' } },
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
  });

  it('a new overage limit and metadata hold at once, with another plan or without', async () => {
    const { account } = await subscriber(app, stripe);
    const update = async (change: object) => (await app.post(account, 'subscription/update', change)).body;
    expect(await update({ overage_limit_minutes: 30 })).toMatchObject({ plan: 'starter', overage_limit_minutes: 30 });
    expect(await update({ plan: 'growth', metadata: { team: 'south' } })).toMatchObject({
      plan: 'growth',
      overage_limit_minutes: 30,
      metadata: { team: 'south' },
    });
    expect((await app.get(account, 'usage')).body).toMatchObject({ plan: 'growth', overage_limit_minutes: 30 });
  });

  it('an upgrade that is not paid leaves the plan until it is', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    stripe.declinesPayments = true;
    expect((await app.post(account, 'subscription/update', { plan: 'growth' })).body).toMatchObject({
      plan: 'starter',
      pending_plan: 'growth',
      included_minutes: 1000,
    });
    await letPass(app, account, 1);
    expect(await app.get(account, 'subscription'), 'A new month begins with a plan that is not paid').toMatchObject({
      body: { plan: 'starter', pending_plan: 'growth' },
    });
    stripe.declinesPayments = false;
    subscription.pending_update = null;
    await deliver(app, stripe, 'customer.subscription.pending_update_expired', subscription);
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'starter', pending_plan: null });
  });

  it('a downgrade changes the next invoice now, plan and overage when the period turns', async () => {
    const { account, customer, subscription } = await subscriber(app, stripe, { plan: 'growth' });
    expect((await app.post(account, 'subscription/update', { plan: 'starter' })).body).toMatchObject({
      plan: 'growth',
      pending_plan: 'starter',
    });
    const priceIds = () =>
      stripe
        .objects('subscriptions')
        .filter((one) => one.customer === customer)
        .flatMap((one) => JSON.stringify(one.items).match(/price_\w+/g) ?? []);
    expect(priceIds()).toEqual(['price_starter', 'price_growth_overage']);

    await letPass(app, account, 1);
    stripe.turn(subscription.id);
    await app.sweep.sweep();
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'starter', pending_plan: null });
    expect(priceIds()).toEqual(['price_starter', 'price_starter_overage']);
    expect((await app.get(account, 'history')).body).toMatchObject({
      items: [{ plan: 'starter' }, { plan: 'growth' }],
    });
  });

  it('a downgrade can be withdrawn', async () => {
    const { account } = await subscriber(app, stripe, { plan: 'growth' });
    await app.post(account, 'subscription/update', { plan: 'starter' });
    expect((await app.post(account, 'subscription/update', { plan: 'growth' })).body).toMatchObject({
      plan: 'growth',
      pending_plan: null,
    });
    const unchanged = pathsSeen(stripe).length;
    await app.post(account, 'subscription/update', { plan: 'growth' });
    expect(
      pathsSeen(stripe)
        .slice(unchanged)
        .filter((path) => path.startsWith('POST')),
    ).toEqual([]);
  });

  it('cancels at the end of the period, and the free plan follows', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    expect((await app.post(account, 'subscription/cancel')).body).toMatchObject({
      plan: 'starter',
      cancel_at_period_end: true,
      pending_plan: 'free',
    });
    subscription.status = 'canceled';
    await deliver(app, stripe, 'customer.subscription.deleted', subscription);
    expect((await app.get(account, 'subscription')).body).toMatchObject({
      plan: 'free',
      status: 'active',
      cancel_at_period_end: false,
      pending_plan: null,
    });
    expect((await app.post(account, 'subscription', { plan: 'starter' })).body).toMatchObject({ status: 'incomplete' });
  });

  it('cancels at once, with the overage on the last invoice', async () => {
    const { account, subscription } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 10 });
    await complete(app, await submit(app, account, 1003 * MINUTE), 1003 * MINUTE);
    expect((await app.post(account, 'subscription/cancel', { at_period_end: false })).body).toMatchObject({
      plan: 'free',
    });
    const paths = pathsSeen(stripe);
    const [reported, ended] = ['POST /billing/meter_events', `DELETE /subscriptions/${subscription.id}`];
    expect(paths, 'The overage is not reported').toContain(reported);
    expect(paths.indexOf(ended), 'The subscription ends before its overage is reported').toBeGreaterThan(
      paths.indexOf(reported),
    );
    expect((await app.get(account, 'usage')).body).toMatchObject({ minutes_included: 100, minutes_used: 1003 });
  });

  it('cancels at once with overage on the last invoice that waits for another attempt', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 10 });
    await complete(app, await submit(app, account, 1003 * MINUTE), 1003 * MINUTE);
    stripe.fault = ({ path }) => (path === '/billing/meter_events' ? 'down' : null);
    await app.sweep.sweep();
    stripe.fault = null;
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    const reported = stripe.meterEvents.filter((event) => event.customer === customer).map(({ value }) => value);
    expect(reported, 'The subscription ended without overage whose report had failed before').toEqual([300]);
  });

  it('gives the portal of the customer, and none before there is one [endpoints 36]', async () => {
    const { account, customer } = await subscriber(app, stripe);
    await expect(await app.get(account, 'customer-portal')).toAnswer(200, {
      object: 'customer_portal',
      url: `https://portal.stub/${customer}`,
    });
    await expect(await app.get(await newAccount(app), 'customer-portal')).toAnswer(404);
  });
});

describe('a provider that hangs', () => {
  it('holds a few connections and leaves the rest to submissions', async () => {
    const accounts = await Promise.all(Array.from({ length: 12 }, () => newAccount(app)));
    const held: (() => void)[] = [];
    stripe.hold = ({ path }) => (path === '/customers' ? new Promise((resume) => held.push(resume)) : null);
    const orders = accounts.map((account) => app.post(account, 'subscription', { plan: 'starter' }));
    const maxHeld = Math.floor(app.config.database.poolSize / 4);
    try {
      await expect.poll(() => held.length).toBe(maxHeld);
      await Promise.all(accounts.map((account) => submit(app, account, MINUTE)));
      expect(held.length, 'orders that Stripe holds').toBe(maxHeld);
    } finally {
      stripe.hold = null;
      for (const resume of held) resume();
    }
    await expect(await Promise.all(orders)).toAnswerEach(201);
  });
});

it('the lock of an account is free for every connection once its work has ended, also by a fault', async () => {
  const locks = app.service(AdvisoryLocks);
  const isFree = () => locks.tryWithLock('an account', async () => true);
  const failed = locks.withLock('an account', async () => {
    expect(await isFree(), 'Two connections hold one lock').toBeNull();
    throw new Error('A fault at the provider');
  });
  await expect(failed).rejects.toThrow('A fault at the provider');
  // The other lock keeps the connection that held the first one.
  expect(await locks.withLock('another', isFree), 'A lock outlives its work').toBe(true);
});

describe('without a subscription at the provider', () => {
  const already = 'A paid subscription is already active. Change it with POST /billing/subscription/update.';
  const nothingTo = (what: string) =>
    `There is no paid subscription to ${what}. Start one with POST /billing/subscription.`;

  it('a plan from before there was a provider is neither sold again nor changed', async () => {
    const account = await newAccount(app);
    await app.dataSource.query(`UPDATE subscription SET plan = 'starter' WHERE account_id = $1`, [account]);
    const detailOf = async (path: string, body: object) => (await app.post(account, path, body)).body.detail;
    expect(await detailOf('subscription', { plan: 'starter' }), 'The plan is sold a second time').toBe(already);
    expect(await detailOf('subscription/update', { plan: 'growth' }), 'A plan is changed at no provider').toBe(
      nothingTo('update'),
    );
    expect(await detailOf('subscription/cancel', {}), 'A plan is cancelled at no provider').toBe(nothingTo('cancel'));
    expect(pathsSeen(stripe), 'The provider is asked about an account that it does not know').toEqual([]);
  });

  it('nothing is updated while a suspended one can still be paid', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    await deliver(app, stripe, 'customer.subscription.updated', Object.assign(subscription, { status: 'unpaid' }));
    const { body } = await app.post(account, 'subscription/update', { overage_limit_minutes: 5 });
    expect(body.detail, 'A suspended subscription is changed').toBe(nothingTo('update'));
  });

  it('a cancellation that was interrupted before or after it took effect succeeds when it is repeated', async () => {
    const { account } = await subscriber(app, stripe);
    const cancel = (options: { atPeriodEnd: boolean; resumed?: boolean }, of = account) =>
      app
        .service(SubscriptionsService)
        .cancel(of, options)
        .then(
          ({ plan }) => plan,
          ({ detail }: { detail: string }) => detail,
        );
    const first = await cancel({ atPeriodEnd: false, resumed: true });
    expect(first, 'A cancellation that was interrupted before it took effect has none').toBe('free');
    const repeated = await cancel({ atPeriodEnd: false, resumed: true });
    expect(repeated, 'The client of an interrupted cancellation reads an error').toBe('free');
    const refused = [
      await cancel({ atPeriodEnd: false }),
      await cancel({ atPeriodEnd: true, resumed: true }),
      await cancel({ atPeriodEnd: false, resumed: true }, await newAccount(app)),
    ];
    expect(new Set(refused), 'A cancellation of nothing succeeds').toEqual(new Set([nothingTo('cancel')]));
  });
});
