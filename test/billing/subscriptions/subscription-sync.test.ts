import { afterEach, describe, expect, it } from 'vitest';
import { queryRow } from '../../../src/platform/database/sql.js';
import type { BillingApp } from '../../support/apps/billing-app.js';
import { complete, livePeriods, newAccount, submit } from '../../support/apps/billing-classes.js';
import { deliver, type Subscriber, setUpBilling, subscriber } from '../../support/apps/stripe-app.js';
import type { StripeStub } from '../../support/stubs/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});
// What a test leaves unprocessed would be found by the next one.
afterEach(() => app.dataSource.query('DELETE FROM payment_event WHERE processed_at IS NULL'));

const planOf = async (account: string) => (await app.get(account, 'subscription')).body.plan;

/** Puts a price of another product at the provider. */
function priceOf(product: string): Record<string, unknown> {
  return stripe.put('prices', {
    id: `price_of_${product}`,
    object: 'price',
    active: true,
    product,
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month', usage_type: 'licensed' },
  });
}

const priceAt = (plan: string, cents: number) => ({
  ...priceOf(`call_analysis_${plan}`),
  id: `price_${plan}_${cents}`,
  unit_amount: cents,
});

const meteredAt = (plan: string, cents: string) => ({
  ...priceOf(`call_analysis_${plan}`),
  id: `price_${plan}_overage_${cents.replace('.', '_')}`,
  unit_amount: null,
  unit_amount_decimal: cents,
  recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_1' },
});

const item = (price: Record<string, unknown>) => ({
  id: `si_of_${String(price.id)}`,
  object: 'subscription_item',
  price,
  current_period_start: 1_700_000_000,
  current_period_end: 4_000_000_000,
});

/** A subscription that an operator made at the provider, outside of this service. */
function subscriptionOf(customer: string, ...prices: Record<string, unknown>[]): Record<string, unknown> {
  return stripe.put('subscriptions', {
    id: `sub_of_${customer}`,
    object: 'subscription',
    customer,
    status: 'active',
    start_date: 1_700_000_000,
    billing_cycle_anchor: 1_700_000_000,
    cancel_at_period_end: false,
    pending_update: null,
    metadata: {},
    items: { object: 'list', has_more: false, data: prices.map(item) },
  });
}

/** An account that is a customer and has paid nothing. */
async function customer(): Promise<{ account: string; customerId: string }> {
  const account = await newAccount(app);
  await app.post(account, 'subscription', { plan: 'starter' });
  const checkout = stripe.objects('checkout/sessions').at(-1);
  Object.assign(checkout ?? {}, { status: 'expired' });
  await app.dataSource.query(
    `UPDATE subscription SET checkout_expires_at = now() - interval '1 minute' WHERE account_id = $1`,
    [account],
  );
  return { account, customerId: String(checkout?.customer) };
}

/** Lets the time pass until the service asks the provider again. */
const letRefreshFallDue = (account: string) =>
  app.dataSource.query(`UPDATE subscription SET refresh_due_at = now() WHERE account_id = $1`, [account]);
const nextRefresh = (account: string) =>
  queryRow<{ hours: number; afterTurn: number }>(
    app.dataSource,
    `SELECT extract(epoch FROM refresh_due_at - now())::float8 / 3600 AS hours,
            extract(epoch FROM refresh_due_at - p.ends_at)::float8 AS "afterTurn"
       FROM subscription s JOIN usage_period p USING (account_id) WHERE account_id = $1 AND livemode`,
    [account],
  );

describe('an event that never comes', () => {
  it('does not leave a paid plan: the end of the subscription is found within a day', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    Object.assign(subscription, { status: 'canceled' });
    const { hours } = (await nextRefresh(account)) ?? { hours: 0 };
    expect(hours, 'hours until the provider is asked again').toBeGreaterThan(19);
    expect(hours, 'hours until the provider is asked again').toBeLessThanOrEqual(24);
    await app.sweep.sweep();
    expect(await planOf(account), 'the plan before the provider is asked again').toBe('starter');
    await letRefreshFallDue(account);
    await app.sweep.sweep();
    expect(await planOf(account), 'the plan once the provider was asked again').toBe('free');
  });

  it('does not withhold a paid plan either', async () => {
    const { account, customerId } = await customer();
    await app.sweep.sweep();
    expect(await planOf(account), 'the plan without a subscription').toBe('free');
    subscriptionOf(customerId, priceAt('starter', 4900), meteredAt('starter', '0.05'));
    await letRefreshFallDue(account);
    await app.sweep.sweep();
    expect(await planOf(account), 'the plan once the provider was asked again').toBe('starter');
  });

  it('is made up for at the turn of the period, before the day is over', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    const items = subscription.items as { data: { current_period_end: number }[] };
    for (const one of items.data) one.current_period_end = Math.floor(Date.now() / 1000) + 7_200;
    await deliver(app, stripe, 'customer.subscription.updated', subscription);
    expect(
      (await nextRefresh(account))?.afterTurn,
      'seconds between the turn of the period and the look at the provider',
    ).toBe(60);
  });

  it('a round asks about fifty customers, the longest due first; one that the provider refuses waits', async () => {
    const accounts = await Promise.all(Array.from({ length: 60 }, () => subscriber(app, stripe)));
    await app.dataSource.query(
      `UPDATE subscription SET refresh_due_at = now() - (row_number - 1) * interval '1 second'
         FROM unnest($1::uuid[]) WITH ORDINALITY AS due (account, row_number) WHERE account_id = account`,
      [accounts.map(({ account }) => account)],
    );
    stripe.requests.length = 0;
    const refused = accounts[59]?.customer;
    stripe.fault = ({ path }) => (path === `/customers/${refused}` ? { status: 400 } : null);
    const asked = () =>
      stripe.requests.filter(({ method, path }) => method === 'GET' && path.startsWith('/customers/')).length;
    await app.sweep.sweep();
    expect(asked(), 'customers asked about in one round').toBe(50);
    await app.sweep.sweep();
    expect(asked(), 'customers asked about in two rounds').toBe(60);
    await app.sweep.sweep();
    expect(asked(), 'A customer is asked about again before it is due').toBe(60);
  });
});

describe('a turn of the period while the clocks are apart', () => {
  /** Stripe's items begin another month at `startsAt`, Unix seconds. */
  async function turn(subscription: Record<string, unknown>, startsAt: number): Promise<void> {
    const items = subscription.items as { data: Record<string, unknown>[] };
    for (const one of items.data)
      Object.assign(one, { current_period_start: startsAt, current_period_end: startsAt + 30 * 86_400 });
    await deliver(app, stripe, 'invoice.paid', { object: 'invoice', customer: subscription.customer });
  }

  /** Stripe's present period ends in so many seconds by Postgres' clock; what is included is used up. */
  async function exhausted(endsInSeconds: number): Promise<Subscriber & { endsAt: number }> {
    const paying = await subscriber(app, stripe);
    await complete(app, await submit(app, paying.account, 1000 * MINUTE), 1000 * MINUTE);
    const endsAt = Math.floor(Date.now() / 1000) + endsInSeconds;
    const items = paying.subscription.items as { data: Record<string, unknown>[] };
    for (const one of items.data) one.current_period_end = endsAt;
    await deliver(app, stripe, 'customer.subscription.updated', paying.subscription);
    return { ...paying, endsAt };
  }

  const boundsOf = async (account: string) =>
    (await livePeriods(app, account)).map(({ starts_at, ends_at, used }) => ({
      from: starts_at.getTime() / 1000,
      to: ends_at.getTime() / 1000,
      used,
    }));

  it.each([120, 240])(
    'Postgres is %i s behind: the minutes of the new month are there, and both months have one row',
    async (behind) => {
      const { account, subscription, endsAt } = await exhausted(behind);
      await expect(submit(app, account, MINUTE), 'a call of a month that is used up').rejects.toMatchObject({
        status: 402,
      });
      await turn(subscription, endsAt);
      await complete(app, await submit(app, account, 400 * MINUTE), 400 * MINUTE);
      await turn(subscription, endsAt);
      const [first, second, ...more] = await boundsOf(account);
      expect(more, 'further months').toEqual([]);
      expect(first).toMatchObject({ to: endsAt, used: 100_000 });
      expect(second).toEqual({ from: endsAt, to: endsAt + 30 * 86_400, used: 40_000 });
      await expect(submit(app, account, 601 * MINUTE), 'a call beyond the new month').rejects.toMatchObject({
        status: 402,
      });
      expect((await app.get(account, 'usage')).body).toMatchObject({ minutes_used: 400, minutes_remaining: 600 });
    },
  );

  it('Postgres is ahead: the new month begins here first, keeps its terms, and has its minutes once', async () => {
    const { account, subscription, endsAt } = await exhausted(2);
    await expect.poll(async () => (await app.get(account, 'usage')).body.minutes_used, { interval: 200 }).toBe(0);
    await complete(app, await submit(app, account, 400 * MINUTE), 400 * MINUTE);
    // Stripe still names the month before.
    await deliver(app, stripe, 'customer.subscription.updated', subscription);
    expect((await app.get(account, 'usage')).body).toMatchObject({ minutes_used: 400, minutes_included: 1000 });
    const failed = await queryRow(app.dataSource, 'SELECT id FROM payment_event WHERE processed_at IS NULL');
    expect(failed, 'An event about the month before fails').toBeNull();
    await turn(subscription, endsAt);
    const [first, second, ...more] = await boundsOf(account);
    expect(more, 'further months').toEqual([]);
    expect(first).toMatchObject({ to: endsAt, used: 100_000 });
    expect(second).toEqual({ from: endsAt, to: endsAt + 30 * 86_400, used: 40_000 });
  });

  it.each([
    { before: 'one of its own', since: 'provider_starts_at' },
    { before: 'one that began here', since: 'NULL' },
  ])('a month that Stripe begins early after $before leaves no gap and no overlap', async ({ since }) => {
    const { account, subscription, endsAt } = await exhausted(86_400);
    await app.dataSource.query(
      `UPDATE usage_period SET provider_starts_at = ${since} WHERE account_id = $1 AND livemode`,
      [account],
    );
    const early = Math.floor(Date.now() / 1000) - 60;
    await turn(subscription, early);
    expect(endsAt, 'the end of the month, of which the next begins early').toBeGreaterThan(early);
    const periods = await boundsOf(account);
    expect(periods.map(({ used }) => used)).toEqual([100_000, 0]);
    expect(periods[0]?.to, 'the end of the month before').toBe(early);
    expect(periods[1]).toMatchObject({ from: early, to: early + 30 * 86_400 });
  });

  it('a second subscription within a paid month has minutes of its own', async () => {
    const { account } = await exhausted(86_400 * 10);
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    const { body } = await app.post(account, 'subscription', { plan: 'starter' });
    await deliver(app, stripe, 'customer.subscription.created', stripe.pay(String(body.checkout_url)));
    await submit(app, account, 1000 * MINUTE);
    expect((await boundsOf(account)).map(({ used }) => used)).toEqual([100_000, 0]);
  });
});

describe('prices', () => {
  it('are those of the subscription, also after the configured ones changed', async () => {
    const { account, subscription } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 100 });
    const items = subscription.items as { data: { price: Record<string, unknown> }[] };
    const [month, overage] = items.data;
    Object.assign(month ?? {}, { price: priceAt('starter', 3900) });
    Object.assign(overage ?? {}, { price: meteredAt('starter', '0.035') });
    await deliver(app, stripe, 'customer.subscription.updated', subscription);
    expect((await app.get(account, 'subscription')).body).toMatchObject({
      price_cents: 3900,
      overage_price_cents_per_minute: 3.5,
    });
    await complete(app, await submit(app, account, 1010 * MINUTE), 1010 * MINUTE);
    expect((await app.get(account, 'usage')).body).toMatchObject({ overage_minutes: 10, overage_cost_cents: 35 });
    expect((await app.get(account, 'history')).body).toMatchObject({ items: [{ price_cents: 3900 }] });
  });

  it('of the plan in force hold until a cheaper plan begins', async () => {
    const { account } = await subscriber(app, stripe, { plan: 'growth' });
    expect((await app.post(account, 'subscription/update', { plan: 'starter' })).body).toMatchObject({
      plan: 'growth',
      price_cents: 19_900,
      overage_price_cents_per_minute: 4,
    });
  });
});

describe('what is not ours', () => {
  it('a subscription to another product entitles to nothing and does not stand in the way [endpoints 35]', async () => {
    const { account, customerId } = await customer();
    const other = subscriptionOf(customerId, priceOf('prod_newsletter'));
    await deliver(app, stripe, 'customer.subscription.created', other);
    await expect(await app.get(account, 'subscription')).toAnswer(200, expect.objectContaining({ plan: 'free' }));
    const order = await app.post(account, 'subscription', { plan: 'starter' });
    await expect(order).toAnswer(201);
    await deliver(app, stripe, 'customer.subscription.created', stripe.pay(String(order.body.checkout_url)));
    expect(await planOf(account), 'the plan that was paid').toBe('starter');
  });

  it('a further item within a subscription of ours changes nothing', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    const items = subscription.items as { data: { price: Record<string, unknown> }[] };
    items.data.unshift(item(priceOf('prod_newsletter')));
    await deliver(app, stripe, 'customer.subscription.updated', subscription);
    expect((await app.post(account, 'subscription/update', { plan: 'growth' })).body).toMatchObject({ plan: 'growth' });
    expect(items.data.map(({ price }) => price.product)).toEqual([
      'prod_newsletter',
      'call_analysis_growth',
      'call_analysis_growth',
    ]);
  });

  it('a subscription of ours to an unknown product is answered with 503, and nothing changes [endpoints 35]', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    const items = subscription.items as { data: { price: Record<string, unknown> }[] };
    for (const one of items.data) one.price = { ...one.price, product: 'call_analysis_enterprise' };
    await expect(await app.post(account, 'subscription/update', { plan: 'growth' })).toAnswer(503, {
      detail: 'The subscription cannot be read at the payment provider. Try again later.',
    });
    await deliver(app, stripe, 'customer.subscription.updated', subscription);
    expect(await planOf(account), 'the plan while the subscription cannot be read').toBe('starter');
    Object.assign(subscription, { status: 'canceled' });
  });
});
