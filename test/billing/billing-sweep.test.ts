import { afterEach, describe, expect, it } from 'vitest';
import { AdvisoryLocks } from '../../src/billing/advisory-locks.js';
import { BillingBacklog } from '../../src/billing/billing-backlog.js';
import { BillingSweep } from '../../src/billing/billing-sweep.js';
import { SubscriptionsService } from '../../src/billing/subscriptions/subscriptions.service.js';
import { queryRow, queryRows } from '../../src/platform/database/sql.js';
import { Metrics } from '../../src/platform/operations/metrics/metrics.js';
import { type BillingApp, billingApp } from '../support/apps/billing-app.js';
import { complete, newAccount, submit } from '../support/apps/billing-classes.js';
import { deliver, setUpBilling, subscriber } from '../support/apps/stripe-app.js';
import { eventually } from '../support/processes/eventually.js';
import type { StripeStub } from '../support/stubs/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});
// What a test leaves would be found by the next one.
afterEach(async () => {
  await app.dataSource.query('DELETE FROM subscription_closure');
  await app.dataSource.query('DELETE FROM payment_event WHERE processed_at IS NULL');
});

/** The subscription ends at the provider without an event, and the service is about to ask. */
async function fallDue(account: string, subscription: Record<string, unknown>): Promise<void> {
  subscription.status = 'canceled';
  await app.dataSource.query('UPDATE subscription SET refresh_due_at = now() WHERE account_id = $1', [account]);
}

/** An item of a subscription to a product that is not of this service. */
const itemOfAnother = {
  price: { id: 'price_x', product: 'prod_x' },
  current_period_start: 1_700_000_000,
  current_period_end: 1_702_592_000,
};

const TABLES = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";

describe('the customer of an erased account', () => {
  const erase = (account: string) =>
    app.dataSource.transaction(async (tx) => {
      await app.service(SubscriptionsService).close(tx, account);
      await tx.query('DELETE FROM account WHERE id = $1', [account]);
    });
  const closures = () => queryRows(app.dataSource, 'SELECT customer_id FROM subscription_closure');
  const comeDue = () => app.dataSource.query('UPDATE subscription_closure SET next_attempt_at = now()');

  /** The tables, and which of them, that name the customer or its subscription. */
  const rowsNaming = async (...names: readonly string[]) => {
    const found: string[] = [];
    for (const { name } of await queryRows<{ name: string }>(app.dataSource, TABLES))
      for (const sought of names) {
        const rows = await queryRows(
          app.dataSource,
          `SELECT 1 FROM "${name}" AS t WHERE position($1 IN to_jsonb(t)::text) > 0`,
          [sought],
        );
        if (rows.length > 0) found.push(`${name} names ${sought}`);
      }
    return found;
  };

  it('is named by no event of the provider: neither those before the erasure, nor those that come after it', async () => {
    const { account, customer, subscription } = await subscriber(app, stripe);
    const dispute = stripe.put('disputes', {
      id: 'dp_planted',
      object: 'dispute',
      status: 'needs_response',
      charge: { id: 'ch_planted', customer },
    });
    await deliver(app, stripe, 'charge.dispute.created', { ...dispute, charge: 'ch_planted' });
    await deliver(app, stripe, 'customer.updated', { id: customer, object: 'customer' });
    expect(await rowsNaming('dp_planted'), 'a dispute of an account is remembered').toEqual([
      'payment_event names dp_planted',
    ]);
    await erase(account);
    const closing = ['subscription_closure', 'overage_report'];
    const isLeft = (row: string) => !closing.some((table) => row.startsWith(table));
    expect((await rowsNaming(customer, 'dp_planted')).filter(isLeft)).toEqual([]);
    await deliver(app, stripe, 'charge.dispute.closed', { ...dispute, charge: 'ch_planted' });
    await deliver(app, stripe, 'customer.updated', { id: customer, object: 'customer' });
    await app.sweep.sweep();
    expect(await rowsNaming(customer, subscription.id, 'dp_planted')).toEqual([]);
  });

  it('is deleted at the provider, and its reports of overage no longer name it', async () => {
    const { account, customer, subscription } = await subscriber(app, stripe, {
      plan: 'starter',
      overage_limit_minutes: 50,
    });
    await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
    await erase(account);
    await app.sweep.sweep();
    expect(stripe.objects('customers').find(({ id }) => id === customer)).toEqual({
      id: customer,
      object: 'customer',
      deleted: true,
    });
    expect(await closures()).toEqual([]);
    // The erasure of the account takes the subscription from its ledger.
    expect(await rowsNaming(customer, subscription.id)).toEqual([`ledger_entry names ${subscription.id}`]);
    expect(stripe.meterEvents.find((event) => event.customer === customer)).toMatchObject({ value: 100 });
  });

  it('stays until its last invoice is paid, for sixty days at most', async () => {
    const [paying, owing] = [await subscriber(app, stripe), await subscriber(app, stripe)];
    const invoice = (customer: string) =>
      stripe.put('invoices', { id: `in_${customer}`, object: 'invoice', customer, status: 'open' });
    const paid = invoice(paying.customer);
    invoice(owing.customer);
    for (const { account } of [paying, owing]) await erase(account);
    await app.sweep.sweep();
    expect(paying.subscription).toBeInStatus('canceled');
    expect(owing.subscription).toBeInStatus('canceled');
    const deleted = (customer: string) => stripe.objects('customers').find(({ id }) => id === customer)?.deleted;
    expect([deleted(paying.customer), deleted(owing.customer)]).toEqual([undefined, undefined]);
    const soon = `SELECT 1 FROM subscription_closure WHERE next_attempt_at < now() + interval '50 minutes'`;
    expect(await queryRows(app.dataSource, soon), 'The provider is asked about unpaid invoices all the time').toEqual(
      [],
    );
    const pass = (days: number) =>
      app.dataSource.query(`UPDATE subscription_closure SET ended_at = ended_at - $1 * interval '1 day'`, [days]);
    paid.status = 'paid';
    await pass(59);
    await comeDue();
    await app.sweep.sweep();
    expect([deleted(paying.customer), deleted(owing.customer)]).toEqual([true, undefined]);
    await pass(2);
    await comeDue();
    await app.sweep.sweep();
    expect(deleted(owing.customer), 'the customer who owes is deleted').toBe(true);
    expect(await closures()).toEqual([]);
  });

  it('who also buys something else from the operator stays, without the mark of this service', async () => {
    const { account, customer, subscription } = await subscriber(app, stripe);
    const other = stripe.put('subscriptions', {
      ...subscription,
      id: `sub_other_${customer}`,
      items: {
        object: 'list',
        has_more: false,
        data: [{ id: 'si_other', ...itemOfAnother }],
      },
    });
    await erase(account);
    await app.sweep.sweep();
    expect(subscription).toBeInStatus('canceled');
    expect(other).toBeInStatus('active');
    const kept = stripe.objects('customers').find(({ id }) => id === customer);
    expect(kept).toMatchObject({ metadata: { account_id: '' } });
    expect(kept).not.toHaveProperty('deleted');
    expect(await closures()).toEqual([]);
  });

  it.each(['canceled', 'incomplete_expired'])(
    'who once bought something else, %s by now, is deleted with the provider',
    async (status) => {
      const { account, customer, subscription } = await subscriber(app, stripe);
      stripe.put('subscriptions', {
        ...subscription,
        id: `sub_${status}_${customer}`,
        status,
        items: { object: 'list', has_more: false, data: [{ id: `si_${status}`, ...itemOfAnother }] },
      });
      await erase(account);
      await app.sweep.sweep();
      const erased = stripe.objects('customers').find(({ id }) => id === customer);
      expect(erased, `a subscription that is ${status} keeps the customer`).toMatchObject({ deleted: true });
      expect(await closures()).toEqual([]);
    },
  );

  it('has a subscription cancelled whose payment was reported only after the erasure', async () => {
    const account = await newAccount(app);
    const { body } = await app.post(account, 'subscription', { plan: 'starter' });
    const subscription = stripe.pay(String(body.checkout_url));
    await erase(account);
    await deliver(app, stripe, 'customer.subscription.created', subscription);
    expect(subscription).toBeInStatus('canceled');
    expect(await closures()).toEqual([]);
  });

  it('can no longer pay its open checkout', async () => {
    const account = await newAccount(app);
    const { body } = await app.post(account, 'subscription', { plan: 'starter' });
    await erase(account);
    await app.sweep.sweep();
    expect(() => stripe.pay(String(body.checkout_url))).toThrow('no such open checkout');
    expect(await closures()).toEqual([]);
  });

  it('does not block others when the provider no longer has its customer or refuses to end its subscription', async () => {
    const [gone, refused, last] = [
      await subscriber(app, stripe),
      await subscriber(app, stripe),
      await subscriber(app, stripe),
    ];
    for (const { account } of [gone, refused, last]) await erase(account);
    for (const status of [429, 401]) {
      stripe.requests.length = 0;
      stripe.fault = () => ({ status });
      await app.sweep.sweep();
      const asked = [gone, refused, last].filter(({ customer }) => JSON.stringify(stripe.requests).includes(customer));
      expect(asked, 'A provider that answers no one is asked about each customer').toHaveLength(1);
      await comeDue();
    }
    stripe.fault = ({ method, path, fields }) => {
      if (fields.customer === gone.customer) return { status: 404 };
      return method === 'DELETE' && path.endsWith(refused.subscription.id) ? { status: 400 } : null;
    };
    await app.sweep.sweep();
    expect(last.subscription).toBeInStatus('canceled');
    expect(await closures()).toEqual([{ customer_id: refused.customer }]);
    stripe.fault = null;
    await comeDue();
    await app.sweep.sweep();
    expect(refused.subscription).toBeInStatus('canceled');
    expect(await closures()).toEqual([]);
  });
});

describe('what falls due', () => {
  it('is processed for each account although the provider gives an unusable answer for another', async () => {
    const [odd, other] = [await subscriber(app, stripe), await subscriber(app, stripe)];
    for (const { account } of [odd, other])
      await app.dataSource.query(
        `UPDATE subscription SET pending_plan = 'free', pending_from = now() - interval '1 minute' WHERE account_id = $1`,
        [account],
      );
    odd.subscription.items = { object: 'list', has_more: false, data: [] };
    await app.sweep.sweep();
    const pending = await queryRows<{ account_id: string }>(
      app.dataSource,
      'SELECT account_id FROM subscription WHERE pending_from IS NOT NULL AND account_id = ANY($1)',
      [[odd.account, other.account]],
    );
    expect(pending).toEqual([{ account_id: odd.account }]);
    await app.dataSource.query('DELETE FROM account WHERE id = $1', [odd.account]);
  });
});

it.each([
  { what: 'a sweep', begin: () => app.sweep.sweep() },
  { what: 'an event', begin: (of: object) => app.deliver(stripe.event('customer.subscription.deleted', { ...of })) },
])('$what waits until a plan change of its account has ended', async ({ begin }) => {
  const { account, subscription } = await subscriber(app, stripe);
  await fallDue(account, subscription);
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`;
  let begun: Promise<unknown> = Promise.resolve();
  await app.service(AdvisoryLocks).withLock(`billing:${account}`, async () => {
    begun = begin(subscription);
    await eventually(async () => expect(await queryRow(app.dataSource, waiting), 'Nothing waits').not.toBeNull());
  });
  await begun;
  await app.sweep.sweep();
  expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free' });
});

it('overage that waits, and an event that waits, are shown to the operator, and so is what was given up', async () => {
  const metrics = new Metrics();
  new BillingBacklog(metrics, app.dataSource);
  const shown = async (name: string) => (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value ?? -1;
  const NAMES = ['payment_events_due_seconds', 'overage_reports_due_seconds', 'overage_reports_given_up'];
  const all = () => Promise.all(NAMES.map(shown));
  expect(await all(), 'The operator is alarmed although nothing waits').toEqual([0, 0, 0]);
  const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
  await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
  const change = (set: string) =>
    app.dataSource.query(`UPDATE overage_report SET ${set} WHERE customer_id = $1`, [customer]);
  await change("next_attempt_at = now() - interval '2 days 1 hour'");
  await app.dataSource.query(
    "INSERT INTO payment_event (id, type, next_attempt_at) VALUES ('evt_waits', 'x', now() - interval '3 days 1 hour')",
  );
  const days = (await all()).map((seconds) => Math.floor(seconds / 86_400));
  await app.dataSource.query("DELETE FROM payment_event WHERE id = 'evt_waits'");
  expect(days, 'The operator does not learn of a backlog').toEqual([3, 2, 0]);
  await change("given_up_at = now(), next_attempt_at = 'infinity'");
  expect(await all(), 'The operator does not learn of overage that was given up').toEqual([0, 0, 1]);
});

it('the sweep runs from the start of a service with a payment provider, and of no other', async () => {
  // Resolves when the round of the start has ended.
  const ended = (one: BillingApp) => one.service(BillingSweep).onApplicationShutdown();
  await ended(app);
  const { account, subscription } = await subscriber(app, stripe);
  await fallDue(account, subscription);
  const due = `UPDATE round_lease SET due_at = now() WHERE name = 'billing' RETURNING name`;
  expect(await queryRows(app.dataSource, due), 'No worker takes the rounds').toHaveLength(1);
  app.service(BillingSweep).onApplicationBootstrap();
  await ended(app);
  const { body } = await app.get(account, 'subscription');
  expect(body, 'Events, overage and closures wait in vain').toMatchObject({ plan: 'free' });
  const unpaid = await billingApp();
  try {
    await ended(unpaid);
    const rounds = await queryRows(unpaid.dataSource, `SELECT name FROM round_lease WHERE name = 'billing'`);
    expect(rounds, 'A service without a provider sweeps, and fails each time').toHaveLength(0);
  } finally {
    await unpaid.close();
  }
});
