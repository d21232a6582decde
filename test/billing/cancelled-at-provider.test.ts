// What is cancelled, undone, paused or sold twice at the payment provider, outside of this service.
import { afterEach, describe, expect, it } from 'vitest';
import { reconcile } from '../../src/billing/reconciliation/reconciliation.js';
import type { BillingApp } from '../support/apps/billing-app.js';
import { submit } from '../support/apps/billing-classes.js';
import { deliver, PAID_AT, type Subscriber, setUpBilling, subscriber } from '../support/apps/stripe-app.js';
import type { StripeStub } from '../support/stubs/stripe-stub.js';

const MINUTE = 60_000;
const DAY = 86_400;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});
afterEach(() => app.dataSource.query('DELETE FROM payment_event WHERE processed_at IS NULL'));

const shown = async ({ account }: Subscriber) => (await app.get(account, 'subscription')).body;
const periodEnd = ({ subscription }: Subscriber) =>
  (subscription.items as { data: { current_period_end: number }[] }).data[0]?.current_period_end ?? 0;

/** What billing:reconcile finds about one account. */
const differencesOf = async ({ account }: Subscriber) =>
  (await reconcile(app.dataSource, app.payments)).filter(({ subject }) => subject === account);

/** The provider changes the subscription and sends its event. */
async function change(paying: Subscriber, changes: object): Promise<void> {
  Object.assign(paying.subscription, changes);
  await deliver(app, stripe, 'customer.subscription.updated', paying.subscription);
}

const signs = ({ subscription }: Subscriber) => [subscription.cancel_at_period_end, subscription.cancel_at];

const CANCELLED: readonly (readonly [string, (paying: Subscriber) => object])[] = [
  ['cancel_at alone, as the portal does with flexible billing', (paying) => ({ cancel_at: periodEnd(paying) })],
  ['cancel_at_period_end alone', () => ({ cancel_at_period_end: true })],
  ['both', (paying) => ({ cancel_at_period_end: true, cancel_at: periodEnd(paying) })],
];

describe('a subscription that is cancelled in the portal', () => {
  it.each(CANCELLED)('is shown as cancelled, and as not cancelled once that is undone there: %s', async (_what, of) => {
    const paying = await subscriber(app, stripe);
    await change(paying, of(paying));
    expect(await shown(paying), 'A cancellation in the portal is not seen').toMatchObject({
      plan: 'starter',
      cancel_at_period_end: true,
      cancel_at: periodEnd(paying),
      pending_plan: 'free',
    });
    await change(paying, { cancel_at: null, cancel_at_period_end: false, canceled_at: PAID_AT });
    expect(await shown(paying), 'What is undone in the portal stays cancelled').toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      pending_plan: null,
    });
  });

  it.each(CANCELLED)('is kept by an upgrade: %s', async (_what, of) => {
    const paying = await subscriber(app, stripe);
    await change(paying, of(paying));
    const { body } = await app.post(paying.account, 'subscription/update', { plan: 'growth' });
    expect(body).toMatchObject({ plan: 'growth', cancel_at_period_end: false, pending_plan: null });
    expect(signs(paying), 'A customer who chose a larger plan loses it at the end of the period').toEqual([
      false,
      null,
    ]);
  });

  it.each(CANCELLED)('is kept by a downgrade: %s', async (_what, of) => {
    const paying = await subscriber(app, stripe, { plan: 'growth' });
    await change(paying, of(paying));
    const { body } = await app.post(paying.account, 'subscription/update', { plan: 'starter' });
    expect(body).toMatchObject({ plan: 'growth', cancel_at_period_end: false, pending_plan: 'starter' });
    expect(signs(paying), 'A customer who chose another plan loses it at the end of the period').toEqual([false, null]);
  });

  it.each(CANCELLED)('is kept by naming the same plan, also before its event has come: %s', async (_what, of) => {
    const paying = await subscriber(app, stripe);
    Object.assign(paying.subscription, of(paying));
    const { body } = await app.post(paying.account, 'subscription/update', { plan: 'starter' });
    expect(body).toMatchObject({ plan: 'starter', cancel_at_period_end: false, pending_plan: null });
    expect(signs(paying), 'The cancellation is not undone at the provider').toEqual([false, null]);
  });

  it('becomes the free plan when the time of cancel_at comes, and billing:reconcile agrees before and after', async () => {
    const paying = await subscriber(app, stripe);
    await change(paying, { cancel_at: Math.floor(Date.now() / 1000) + DAY });
    expect(await differencesOf(paying)).toEqual([]);
    await change(paying, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    expect(await shown(paying)).toMatchObject({ plan: 'free', cancel_at_period_end: false, pending_plan: null });
    expect(await differencesOf(paying)).toEqual([]);
  });

  it('for a day years ahead is shown with that day, and turns of the period leave the plan', async () => {
    const paying = await subscriber(app, stripe);
    const inThreeYears = PAID_AT + 3 * 365 * DAY;
    await change(paying, { cancel_at: inThreeYears });
    expect(await shown(paying)).toMatchObject({ cancel_at_period_end: true, cancel_at: inThreeYears });
    stripe.turn(paying.subscription.id);
    await deliver(app, stripe, 'customer.subscription.updated', paying.subscription);
    expect(await shown(paying)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('for a time before the running period is not cancelled: the provider has renewed it since', async () => {
    const paying = await subscriber(app, stripe);
    await change(paying, { cancel_at: PAID_AT - DAY });
    expect(await shown(paying)).toMatchObject({ cancel_at_period_end: false, cancel_at: null, pending_plan: null });
  });

  it('by a schedule of the operator is kept by an upgrade all the same', async () => {
    const paying = await subscriber(app, stripe);
    const schedule = stripe.put('subscription_schedules', { id: 'sub_schedule_1', object: 'subscription_schedule' });
    await change(paying, { cancel_at: periodEnd(paying), schedule: schedule.id });
    await expect(await app.post(paying.account, 'subscription/update', { plan: 'growth' })).toAnswer(
      200,
      expect.objectContaining({ plan: 'growth', cancel_at_period_end: false }),
    );
    expect(signs(paying), 'The schedule still ends the subscription').toEqual([false, null]);
  });

  it('may be cancelled here as well: at the end of the period, with the same outcome', async () => {
    const paying = await subscriber(app, stripe);
    await change(paying, { cancel_at: periodEnd(paying) });
    await expect(await app.post(paying.account, 'subscription/cancel')).toAnswer(
      200,
      expect.objectContaining({ cancel_at_period_end: true, cancel_at: periodEnd(paying) }),
    );
  });

  it('for a later day may be cancelled here for the end of the period', async () => {
    const paying = await subscriber(app, stripe);
    await change(paying, { cancel_at: periodEnd(paying) + 90 * DAY });
    await expect(await app.post(paying.account, 'subscription/cancel')).toAnswer(
      200,
      expect.objectContaining({ cancel_at_period_end: true, cancel_at: periodEnd(paying) }),
    );
  });
});

describe('a subscription whose collection is paused at the provider', () => {
  const order = { plan: 'starter', overage_limit_minutes: 50 };
  const limitOf = async ({ account }: Subscriber) => (await app.get(account, 'usage')).body.overage_limit_minutes;

  it.each(['void', 'keep_as_draft', 'mark_uncollectible', 'a_behavior_to_come'])(
    'has the minutes of its plan and no overage until the pause is lifted: %s',
    async (behavior) => {
      const paying = await subscriber(app, stripe, order);
      await change(paying, { pause_collection: { behavior, resumes_at: null } });
      expect(await shown(paying)).toMatchObject({
        plan: 'starter',
        status: 'active',
        included_minutes: 1000,
        collection_paused: true,
      });
      expect(await limitOf(paying), 'Minutes that nobody pays for are given on credit').toBe(0);
      await expect(submit(app, paying.account, 1001 * MINUTE)).rejects.toThrow('plan minutes used');
      expect(await differencesOf(paying)).toEqual([]);
      await change(paying, { pause_collection: null });
      expect(await shown(paying)).toMatchObject({ collection_paused: false });
      expect(await limitOf(paying), 'The overage limit does not come back').toBe(50);
    },
  );

  it('until a time that is over has overage again, and until a time to come is asked about then', async () => {
    const paying = await subscriber(app, stripe, order);
    const now = Math.floor(Date.now() / 1000);
    await change(paying, { pause_collection: { behavior: 'void', resumes_at: now - 60 } });
    expect(await shown(paying)).toMatchObject({ collection_paused: false });
    await change(paying, { pause_collection: { behavior: 'void', resumes_at: now + 7_200 } });
    expect(await shown(paying)).toMatchObject({ collection_paused: true });
    const [{ seconds }] = await app.dataSource.query(
      `SELECT extract(epoch FROM refresh_due_at)::float8 - $2 AS seconds FROM subscription WHERE account_id = $1`,
      [paying.account, now + 7_200],
    );
    expect(seconds, 'seconds between the end of the pause and the look at the provider').toBe(60);
  });

  it('is a difference of billing:reconcile where its event was lost', async () => {
    const paying = await subscriber(app, stripe, order);
    Object.assign(paying.subscription, { pause_collection: { behavior: 'void', resumes_at: null } });
    expect(await differencesOf(paying)).toMatchObject([
      { what: 'plan other than at the payment provider', expected: expect.stringContaining('collection paused') },
    ]);
  });
});

describe('a customer with several subscriptions to this service', () => {
  /** A further subscription of the customer, that an operator made. The provider lists the newest first. */
  function further(paying: Subscriber, plan: string, changes: object = {}): Record<string, unknown> & { id: string } {
    const items = (paying.subscription.items as { data: { price: { recurring: { usage_type: string } } }[] }).data;
    const id = `sub_further_${plan}_${paying.account}`;
    const price = (usage: string) =>
      stripe
        .objects('prices')
        .find(({ id: known }) => known === `price_${plan}${usage === 'metered' ? '_overage' : ''}`);
    const data = items.map((one, index) => ({
      ...one,
      id: `si_${id}_${index}`,
      price: price(one.price.recurring.usage_type),
    }));
    const copy = { ...paying.subscription, id, metadata: {}, items: { object: 'list', has_more: false, data } };
    return Object.assign(copy, stripe.put('subscriptions', Object.assign(copy, changes)), { id });
  }
  const both = [
    ['the larger one older', 'growth', 'starter'],
    ['the larger one newer', 'starter', 'growth'],
  ] as const;

  it.each(both)('has the largest plan, whichever event comes last: %s', async (_what, first, second) => {
    const paying = await subscriber(app, stripe, { plan: first });
    const other = further(paying, second);
    for (const one of [other, paying.subscription, other]) {
      await deliver(app, stripe, 'customer.subscription.updated', one);
      expect(await shown(paying), 'A smaller subscription hides the larger one').toMatchObject({ plan: 'growth' });
    }
  });

  it.each(both)('is named by billing:reconcile with what does not count: %s', async (_what, first, second) => {
    const paying = await subscriber(app, stripe, { plan: first });
    const other = further(paying, second);
    await deliver(app, stripe, 'customer.subscription.created', other);
    const smaller = first === 'starter' ? paying.subscription : other;
    expect(await differencesOf(paying)).toEqual([
      {
        what: 'further subscription of a customer, which is charged and does not count',
        subject: paying.account,
        expected: 'none',
        found: `${smaller.id} starter active`,
      },
    ]);
    Object.assign(smaller, { status: 'canceled' });
    await deliver(app, stripe, 'customer.subscription.deleted', smaller);
    expect(await differencesOf(paying)).toEqual([]);
  });

  it.each(['canceled', 'incomplete_expired', 'incomplete', 'unpaid', 'paused'])(
    'has the smaller plan where the larger one is %s',
    async (status) => {
      const paying = await subscriber(app, stripe);
      const other = further(paying, 'growth', { status });
      await deliver(app, stripe, 'customer.subscription.created', other);
      expect(await shown(paying)).toMatchObject({ plan: 'starter', status: 'active' });
    },
  );

  it('falls back to the smaller plan when the larger one ends', async () => {
    const paying = await subscriber(app, stripe);
    const other = further(paying, 'growth');
    await deliver(app, stripe, 'customer.subscription.created', other);
    expect(await shown(paying)).toMatchObject({ plan: 'growth' });
    other.status = 'canceled';
    Object.assign(stripe.objects('subscriptions').find(({ id }) => id === other.id) ?? {}, { status: 'canceled' });
    await deliver(app, stripe, 'customer.subscription.deleted', other);
    expect(await shown(paying)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('falls back to the smaller plan that is paid when the grace of the larger one is over, and stays there', async () => {
    const paying = await subscriber(app, stripe);
    const other = further(paying, 'growth', { status: 'past_due' });
    await deliver(app, stripe, 'customer.subscription.created', other);
    expect(await shown(paying)).toMatchObject({ plan: 'growth', status: 'past_due' });
    await app.dataSource.query(
      `UPDATE subscription SET past_due_since = now() - interval '15 days' WHERE account_id = $1`,
      [paying.account],
    );
    for (let round = 0; round < 2; round++) {
      await deliver(app, stripe, 'customer.subscription.updated', other);
      expect(await shown(paying)).toMatchObject({ plan: 'starter', status: 'active' });
    }
    stripe.requests.length = 0;
    await app.sweep.sweep();
    expect(stripe.requests, 'Each sweep asks the provider about this customer').toEqual([]);
  });

  it('pays for none of them once it has cancelled', async () => {
    const paying = await subscriber(app, stripe);
    const other = further(paying, 'growth');
    await deliver(app, stripe, 'customer.subscription.created', other);
    expect((await app.post(paying.account, 'subscription/cancel')).body).toMatchObject({ cancel_at_period_end: true });
    const ours = () => stripe.objects('subscriptions').filter(({ customer }) => customer === paying.customer);
    expect(ours().map(({ cancel_at_period_end }) => cancel_at_period_end)).toEqual([true, true]);
    expect((await app.post(paying.account, 'subscription/cancel', { at_period_end: false })).body).toMatchObject({
      plan: 'free',
    });
    expect(ours()).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
  });

  it('pays for none of them once it has cancelled, also before the event of the other has come', async () => {
    const paying = await subscriber(app, stripe);
    further(paying, 'growth');
    const { body } = await app.post(paying.account, 'subscription/cancel');
    expect(body).toMatchObject({ plan: 'growth', cancel_at_period_end: true });
    const ours = stripe.objects('subscriptions').filter(({ customer }) => customer === paying.customer);
    expect(ours).toMatchObject([{ cancel_at_period_end: true }, { cancel_at_period_end: true }]);
  });

  it('has nothing of what the operator sells it beside this service', async () => {
    const paying = await subscriber(app, stripe);
    const other = further(paying, 'growth');
    const product = {
      id: 'price_elsewhere',
      object: 'price',
      product: 'elsewhere',
      recurring: { usage_type: 'licensed' },
    };
    for (const item of (other.items as { data: { price: unknown }[] }).data) item.price = product;
    await deliver(app, stripe, 'customer.subscription.created', other);
    expect(await shown(paying)).toMatchObject({ plan: 'starter' });
    expect(await differencesOf(paying)).toEqual([]);
  });
});
