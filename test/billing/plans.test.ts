import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingApp, billingApp } from '../support/apps/billing-app.js';
import { complete, letPass, newAccount, submit } from '../support/apps/billing-classes.js';

const MINUTE = 60_000;

let app: BillingApp;
beforeAll(async () => {
  app = await billingApp();
});
afterAll(() => app.close());

describe('without a payment provider', () => {
  it('every account has the free plan, and no payment is collected', async () => {
    const account = await newAccount(app);
    const answer = await app.get(account, 'subscription');
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({
      object: 'subscription',
      plan: 'free',
      status: 'active',
      price_cents: 0,
      currency: 'usd',
      included_minutes: 100,
      overage_limit_minutes: 0,
      overage_price_cents_per_minute: 0,
      cancel_at_period_end: false,
      pending_plan: null,
      collection: 'none',
      checkout_url: null,
      metadata: {},
    });
    const { current_period_start: start, current_period_end: end, created } = answer.body;
    expect(start, 'the start of the first period').toBe(created);
    const [from, to] = [new Date(Number(start) * 1000), new Date(Number(end) * 1000)];
    expect([to.getUTCDate(), (to.getUTCMonth() - from.getUTCMonth() + 12) % 12]).toEqual([from.getUTCDate(), 1]);
  });

  it('a paid plan holds at once, and what was used stays used [endpoints 35]', async () => {
    const account = await newAccount(app);
    await complete(app, await submit(app, account, 60 * MINUTE), 60 * MINUTE);
    const order = { plan: 'starter', overage_limit_minutes: 12.5, metadata: { team: 'north' } };
    const answer = await app.post(account, 'subscription', order);
    await expect(answer).toAnswer(201);
    expect(answer.body).toMatchObject({
      plan: 'starter',
      status: 'active',
      price_cents: 4900,
      overage_limit_minutes: 12.5,
      overage_price_cents_per_minute: 5,
      collection: 'none',
      checkout_url: null,
      metadata: { team: 'north' },
    });
    expect((await app.get(account, 'usage')).body).toMatchObject({
      plan: 'starter',
      minutes_used: 60,
      minutes_included: 1000,
      minutes_remaining: 940,
      overage_limit_minutes: 12.5,
    });
    await expect(await app.post(account, 'subscription', order)).toAnswer(400, {
      detail: 'A paid subscription is already active. Change it with POST /billing/subscription/update.',
    });
  });

  it.each([
    {},
    { plan: 'free' },
    { plan: 'gold' },
    { plan: 'starter', overage_limit_minutes: -1 },
    { plan: 'starter', overage_limit_minutes: 0.001 },
  ])('refuses the order %j with 422', async (order) => {
    await expect(await app.post(await newAccount(app), 'subscription', order)).toAnswer(422);
  });

  it('there is nothing to update or cancel on the free plan', async () => {
    const account = await newAccount(app);
    const nothingTo = (what: string) => ({
      detail: `There is no paid subscription to ${what}. Start one with POST /billing/subscription.`,
    });
    for (const change of [{ plan: 'growth' }, { overage_limit_minutes: 5 }])
      await expect(await app.post(account, 'subscription/update', change)).toAnswer(400, nothingTo('update'));
    await expect(await app.post(account, 'subscription/cancel')).toAnswer(400, nothingTo('cancel'));
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free', overage_limit_minutes: 0 });
  });

  it('an upgrade holds at once, a downgrade from the end of the period', async () => {
    const account = await newAccount(app);
    await app.post(account, 'subscription', { plan: 'starter', overage_limit_minutes: 7 });
    expect((await app.post(account, 'subscription/update', { plan: 'growth' })).body).toMatchObject({
      plan: 'growth',
      price_cents: 19_900,
      pending_plan: null,
    });
    await complete(app, await submit(app, account, 2000 * MINUTE), 2000 * MINUTE);
    expect((await app.post(account, 'subscription/update', { plan: 'starter' })).body).toMatchObject({
      plan: 'growth',
      pending_plan: 'starter',
      cancel_at_period_end: false,
    });
    expect((await app.get(account, 'usage')).body).toMatchObject({ minutes_included: 5000, minutes_used: 2000 });
    await letPass(app, account, 1);
    expect((await app.get(account, 'subscription')).body).toMatchObject({
      plan: 'starter',
      status: 'active',
      pending_plan: null,
      overage_limit_minutes: 7,
    });
    expect((await app.get(account, 'usage')).body).toMatchObject({ minutes_included: 1000, minutes_used: 0 });
    const { body } = await app.get(account, 'history');
    expect(body).toMatchObject({
      total: 2,
      skip: 0,
      limit: 20,
      items: [
        { object: 'usage_period', plan: 'starter', minutes_used: 0, price_cents: 4900 },
        { object: 'usage_period', plan: 'growth', minutes_used: 2000, price_cents: 19_900, analyses_count: 1 },
      ],
    });
  });

  it('naming the present plan changes nothing, and withdraws what was to come', async () => {
    const account = await newAccount(app);
    const { body: before } = await app.post(account, 'subscription', { plan: 'growth', overage_limit_minutes: 3 });
    await expect(await app.post(account, 'subscription/update', { plan: 'growth' })).toAnswer(200, before);
    await expect(await app.post(account, 'subscription/update', {})).toAnswer(200, before);
    await app.post(account, 'subscription/update', { plan: 'starter' });
    await expect(await app.post(account, 'subscription/update', { plan: 'growth' })).toAnswer(200, before);
    await app.post(account, 'subscription/cancel');
    await expect(await app.post(account, 'subscription/update', { plan: 'growth' })).toAnswer(200, before);
  });

  it('a new overage limit holds at once; metadata is replaced whole', async () => {
    const account = await newAccount(app);
    await app.post(account, 'subscription', { plan: 'starter', metadata: { a: 1, b: 2 } });
    const { body } = await app.post(account, 'subscription/update', { overage_limit_minutes: 50, metadata: { c: 3 } });
    expect(body).toMatchObject({ overage_limit_minutes: 50, metadata: { c: 3 } });
    expect(body.metadata).toEqual({ c: 3 });
    await submit(app, account, 1050 * MINUTE);
    await expect(submit(app, account, null)).rejects.toMatchObject({
      detail: 'Overage limit of 50.00 minutes reached. Upgrade your plan or wait for the next billing cycle.',
    });
  });

  it('cancels at the end of the period, or at once [endpoints 35]', async () => {
    const [later, now] = [await newAccount(app), await newAccount(app)];
    for (const account of [later, now])
      await app.post(account, 'subscription', { plan: 'starter', overage_limit_minutes: 9 });
    await expect(await app.post(later, 'subscription/cancel')).toAnswer(
      200,
      expect.objectContaining({ plan: 'starter', cancel_at_period_end: true, pending_plan: 'free' }),
    );
    await letPass(app, later, 1);
    await expect(await app.post(later, 'subscription/update', { overage_limit_minutes: 5 })).toAnswer(400);
    const free = {
      plan: 'free',
      status: 'active',
      cancel_at_period_end: false,
      pending_plan: null,
      overage_limit_minutes: 0,
    };
    expect((await app.get(later, 'subscription')).body).toMatchObject(free);
    await expect(await app.post(now, 'subscription/cancel', { at_period_end: false })).toAnswer(
      200,
      expect.objectContaining(free),
    );
    expect((await app.get(now, 'usage')).body).toMatchObject({ minutes_included: 100 });
  });

  it('shows the plan in force to a test key too', async () => {
    const account = await newAccount(app);
    const plan = async () => (await app.get(account, 'usage', { livemode: false })).body.plan;
    expect(await plan(), 'the plan that a test key sees').toBe('free');
    await app.post(account, 'subscription', { plan: 'starter' });
    expect(await plan(), 'the plan that a test key sees').toBe('starter');
  });

  it('shows usage, records and periods of the mode that asks [endpoints 36]', async () => {
    const account = await newAccount(app);
    await app.post(account, 'subscription', { plan: 'starter', overage_limit_minutes: 100 });
    const first = await submit(app, account, 995 * MINUTE);
    await complete(app, first, 995 * MINUTE);
    const second = await submit(app, account, 10 * MINUTE);
    await complete(app, second, 10 * MINUTE);
    await submit(app, account, 6.02 * MINUTE);
    const test = await submit(app, account, MINUTE, { livemode: false });
    await complete(app, test, 61_000);
    expect((await app.get(account, 'usage')).body).toMatchObject({
      object: 'usage_summary',
      livemode: true,
      minutes_used: 1005,
      minutes_reserved: 6.02,
      minutes_remaining: 0,
      overage_minutes: 5,
      overage_cost_cents: 25,
      currency: 'usd',
      analyses_count: 2,
      test_minutes_used: 1.02,
      test_minutes_included: 100,
      collection: 'none',
    });
    expect((await app.get(account, 'usage', { livemode: false })).body).toMatchObject({
      livemode: false,
      minutes_used: 1.02,
      minutes_included: 100,
      minutes_remaining: 98.98,
      overage_limit_minutes: 0,
      analyses_count: 1,
    });
    const { body } = await app.get(account, 'history?view=records&limit=1');
    expect(body).toMatchObject({
      total: 2,
      limit: 1,
      items: [
        {
          object: 'usage_record',
          analysis_id: second,
          duration_ms: 600_000,
          minutes: 10,
          kind: 'overage',
          overage_minutes: 5,
          amount_cents: 25,
          livemode: true,
        },
      ],
    });
    expect((await app.get(account, 'history?view=records&skip=1')).body).toMatchObject({
      items: [{ analysis_id: first, kind: 'included', amount_cents: 0 }],
    });
    expect((await app.get(account, 'history?view=records', { livemode: false })).body).toMatchObject({
      total: 1,
      items: [{ analysis_id: test, livemode: false, amount_cents: 0 }],
    });
    await expect(await app.get(account, 'history?view=weeks')).toAnswer(422);
    await expect(await app.get(account, 'history?limit=101')).toAnswer(422);
  });

  it('has no portal and takes no events', async () => {
    const account = await newAccount(app);
    const absent = { status: 404, body: { detail: 'No payment provider is configured' } };
    expect(await app.get(account, 'customer-portal')).toEqual(absent);
    expect(await app.deliver({ payload: '{}', signature: 't=1,v1=00' })).toEqual(absent);
  });

  it('two first orders at once make one subscription', async () => {
    const account = await newAccount(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.post(account, 'subscription', { plan: 'starter' })),
    );
    await expect(answers).toAnswerInAnyOrder([201, 400, 400, 400, 400, 400, 400, 400]);
  });
});
