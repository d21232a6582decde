// A call is measured and billed by the terms under which it was accepted, whatever is cancelled or changed meanwhile.
import { describe, expect, it } from 'vitest';
import { reconcile } from '../../src/billing/reconciliation/reconciliation.js';
import { queryRow, queryRows } from '../../src/platform/database/sql.js';
import type { BillingApp } from '../support/apps/billing-app.js';
import { complete, newAccount, submit, sums } from '../support/apps/billing-classes.js';
import { deliver, setUpBilling, subscriber } from '../support/apps/stripe-app.js';
import type { StripeStub } from '../support/stubs/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});

const correct = (id: string, durationMs: number) =>
  app.dataSource.transaction((tx) => app.ledger.correct(tx, id, durationMs));
const reportOf = (analysisId: string) =>
  queryRow(
    app.dataSource,
    `SELECT r.customer_id, r.subscription_id, r.hundredths::int, r.amount_cents::int, r.period_starts_at = p.starts_at AS starts
       FROM overage_report r JOIN ledger_entry e ON e.id = r.entry_id JOIN usage_period p ON p.id = e.period_id
      WHERE e.analysis_id = $1`,
    [analysisId],
  );

describe('overage in flight', () => {
  it('is charged to the subscription of its acceptance when the plan is cancelled at once [settled 21]', async () => {
    const paying = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 9_000 });
    const calls: string[] = [];
    for (let call = 0; call < 99; call += 1) calls.push(await submit(app, paying.account, 100 * MINUTE));
    await expect(await app.post(paying.account, 'subscription/cancel', { at_period_end: false })).toAnswer(200);
    for (const id of calls) {
      expect(await correct(id, 100 * MINUTE), 'the refusal of what the terms allow').toBeNull();
      await complete(app, id, 100 * MINUTE);
    }
    // 9,900 minutes, 1,000 of them included, 5 cents for each of the others.
    expect(await sums(app, paying.account)).toMatchObject({ hundredths: 990_000, overage: 890_000, cents: 44_500 });
    expect(await reportOf(calls.at(-1) ?? '')).toEqual({
      customer_id: paying.customer,
      subscription_id: paying.subscription.id,
      hundredths: 10_000,
      amount_cents: 500,
      starts: true,
    });
    expect(
      await queryRow(
        app.dataSource,
        `SELECT included_hundredths::int, overage_cents_per_minute::float8, provider_subscription_id
           FROM ledger_entry WHERE analysis_id = $1`,
        [calls[0]],
      ),
    ).toEqual({
      included_hundredths: 100_000,
      overage_cents_per_minute: 5,
      provider_subscription_id: paying.subscription.id,
    });
    await app.sweep.sweep();
    expect(await reconcile(app.dataSource, app.payments)).toEqual([]);
  });

  it('keeps its limit when the plan is cancelled: what decodes longer than declared may still fill it [settled 21]', async () => {
    const { account } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    const id = await submit(app, account, null);
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    expect(await correct(id, 1_051 * MINUTE), 'the refusal of what goes beyond the terms').toBe(
      'This recording needs 1051.00 minutes; 1050.00 are left. Upgrade your plan or wait for the next billing cycle.',
    );
    expect(await correct(id, 1_050 * MINUTE), 'the refusal of what the terms allow').toBeNull();
    await complete(app, id, 1_050 * MINUTE);
    expect(await sums(app, account)).toMatchObject({ overage: 5_000, cents: 250 });
  });

  it('that the provider refuses to meter does not hold up a cancellation, and is charged by items after it [fault 43]', async () => {
    const { account, customer, subscription } = await subscriber(app, stripe, {
      plan: 'starter',
      overage_limit_minutes: 50,
    });
    for (const minutes of [1_001, 2])
      await complete(app, await submit(app, account, minutes * MINUTE), minutes * MINUTE);
    stripe.fault = ({ path }) => (path === '/billing/meter_events' ? { status: 400 } : null);
    await expect(await app.post(account, 'subscription/cancel', { at_period_end: false })).toAnswer(
      200,
      expect.objectContaining({ plan: 'free', status: 'active' }),
    );
    expect(subscription).toBeInStatus('canceled');
    const due = await app.dataSource.query(
      `SELECT refusals FROM overage_report WHERE customer_id = $1 AND accepted_at IS NULL ORDER BY occurred_at`,
      [customer],
    );
    expect(due, 'the reports that are left, and how often they were refused').toEqual([
      { refusals: 1 },
      { refusals: 0 },
    ]);
    await app.dataSource.query('UPDATE overage_report SET next_attempt_at = now() WHERE accepted_at IS NULL');
    await app.sweep.sweep();
    const items = stripe.objects('invoiceitems').filter((item) => item.customer === customer);
    expect(
      items.map(({ amount }) => amount),
      'cents that items charge after the end',
    ).toEqual([5, 10]);
    expect(await reconcile(app.dataSource, app.payments)).toEqual([]);
  });

  it.each([
    ['refuses this service as a whole', 401, 500, false],
    ['is away', 503, 503, false],
    ['refuses a report without a subscription, which no item could charge', 400, 500, true],
  ])('keeps its subscription where the provider %s', async (_, status, answer, isOfEarlierRelease) => {
    const { account, customer, subscription } = await subscriber(app, stripe, {
      plan: 'starter',
      overage_limit_minutes: 50,
    });
    await complete(app, await submit(app, account, 1_001 * MINUTE), 1_001 * MINUTE);
    if (isOfEarlierRelease)
      await app.dataSource.query('UPDATE overage_report SET subscription_id = NULL WHERE customer_id = $1', [customer]);
    stripe.fault = ({ path }) => (path === '/billing/meter_events' ? { status } : null);
    await expect(await app.post(account, 'subscription/cancel', { at_period_end: false })).toAnswer(answer);
    expect(subscription, 'the subscription with overage that is not reported').toBeInStatus('active');
    stripe.fault = null;
    await app.sweep.sweep();
    expect(
      stripe.meterEvents.filter((event) => event.customer === customer),
      'reports, once they are taken',
    ).toHaveLength(1);
  });

  it('that costs nothing is not reported to the payment provider', async () => {
    const { account } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    await app.dataSource.query(
      'UPDATE usage_period SET overage_cents_per_minute = 0 WHERE account_id = $1 AND livemode',
      [account],
    );
    const id = await submit(app, account, 1_001 * MINUTE);
    await complete(app, id, 1_001 * MINUTE);
    expect(await sums(app, account), 'Overage at no price is not counted as such').toMatchObject({
      overage: 100,
      cents: 0,
    });
    expect(await reportOf(id), 'The provider charges overage that is free').toBeNull();
  });

  it('adds up exactly for each price of a period [settled 21]', async () => {
    const { account } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 9_000 });
    await complete(app, await submit(app, account, 1_000 * MINUTE), 1_000 * MINUTE);
    // 0.34 minutes at 5 cents are 1.7 cents; three of them at once under each price.
    const atFive = await Promise.all([1, 2, 3].map(() => submit(app, account, 20_400)));
    await app.dataSource.query(
      'UPDATE usage_period SET overage_cents_per_minute = 3.5 WHERE account_id = $1 AND livemode',
      [account],
    );
    const atThreeAndAHalf = await Promise.all([1, 2, 3].map(() => submit(app, account, 20_400)));
    for (let call = 0; call < 3; call += 1)
      for (const id of [atFive[call], atThreeAndAHalf[call]]) await complete(app, id ?? '', 20_400);
    const sumsByPrice = await queryRows(
      app.dataSource,
      `SELECT overage_cents_per_minute::float8 AS price, sum(amount_cents)::int AS cents FROM ledger_entry
        WHERE account_id = $1 AND overage_hundredths > 0 GROUP BY 1 ORDER BY 1`,
      [account],
    );
    // 1.02 minutes: 3.57 and 5.1 cents.
    expect(sumsByPrice).toEqual([
      { price: 3.5, cents: 4 },
      { price: 5, cents: 5 },
    ]);
  });
});

describe('a call that decodes longer than the terms of its acceptance allow', () => {
  it('goes by the larger plan that is in force by then, as a whole [settled 22]', async () => {
    const account = await newAccount(app);
    const id = await submit(app, account, null);
    const { body } = await app.post(account, 'subscription', { plan: 'starter', overage_limit_minutes: 10 });
    const subscription = stripe.pay(String(body.checkout_url));
    await deliver(app, stripe, 'customer.subscription.created', subscription);
    expect(await correct(id, 1_011 * MINUTE), 'the refusal of what goes beyond the terms').toBe(
      'This recording needs 1011.00 minutes; 1010.00 are left. Upgrade your plan or wait for the next billing cycle.',
    );
    expect(await correct(id, 1_005 * MINUTE), 'the refusal of what the terms allow').toBeNull();
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    await complete(app, id, 1_005 * MINUTE);
    expect(await sums(app, account)).toMatchObject({ overage: 500, cents: 25 });
    expect(await reportOf(id)).toMatchObject({ customer_id: subscription.customer, subscription_id: subscription.id });
  });

  it('draws no overage from a paid month whose subscription has ended since', async () => {
    const account = await newAccount(app);
    const id = await submit(app, account, null);
    const { body } = await app.post(account, 'subscription', { plan: 'starter', overage_limit_minutes: 10 });
    await deliver(app, stripe, 'customer.subscription.created', stripe.pay(String(body.checkout_url)));
    // The month is over; the cancellation changes the next one.
    await app.dataSource.query('UPDATE usage_period SET ends_at = now() WHERE account_id = $1 AND livemode', [account]);
    await expect(await app.post(account, 'subscription/cancel', { at_period_end: false })).toAnswer(200);
    expect(await correct(id, 1_001 * MINUTE), 'the refusal of what goes beyond the terms').toBe(
      'This recording needs 1001.00 minutes; 1000.00 are left. Upgrade your plan or wait for the next billing cycle.',
    );
    expect(await correct(id, 1_000 * MINUTE), 'the refusal of what the terms allow').toBeNull();
    await complete(app, id, 1_000 * MINUTE);
    expect(await sums(app, account)).toMatchObject({ overage: 0, cents: 0 });
  });

  it('stays with the terms of its acceptance where they suffice [settled 22]', async () => {
    const account = await newAccount(app);
    const id = await submit(app, account, MINUTE);
    await app.post(account, 'subscription', { plan: 'starter' }).then(async ({ body }) => {
      await deliver(app, stripe, 'customer.subscription.created', stripe.pay(String(body.checkout_url)));
    });
    expect(await correct(id, 99 * MINUTE), 'the refusal of what the terms allow').toBeNull();
    const [reservation] = await app.dataSource.query(
      'SELECT included_hundredths::int AS included, provider_subscription_id AS sub FROM minutes_reservation WHERE analysis_id = $1',
      [id],
    );
    expect(reservation).toEqual({ included: 10_000, sub: null });
  });
});

it('bills calls that an earlier release accepted, measured or not, by the terms of their period [settled 21]', async () => {
  const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
  const measured = await submit(app, account, 1_001 * MINUTE);
  const unmeasured = await submit(app, account, MINUTE);
  await app.dataSource.query(
    `UPDATE minutes_reservation SET included_hundredths = NULL, overage_limit_hundredths = NULL,
       overage_cents_per_minute = NULL, provider_customer_id = NULL, provider_subscription_id = NULL
      WHERE analysis_id = ANY($1)`,
    [[measured, unmeasured]],
  );
  await complete(app, measured, 1_001 * MINUTE);
  expect(await correct(unmeasured, 2 * MINUTE), 'the refusal of what the terms allow').toBeNull();
  await complete(app, unmeasured, 2 * MINUTE);
  expect(await sums(app, account)).toMatchObject({ overage: 300, cents: 15 });
  expect(await reportOf(measured)).toMatchObject({ customer_id: customer, amount_cents: 5 });
  expect(await reportOf(unmeasured)).toMatchObject({ customer_id: customer, amount_cents: 10 });
});
