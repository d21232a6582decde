import { afterEach, describe, expect, it } from 'vitest';
import { MAX_REFUSALS } from '../../../src/billing/overage/overage-retries.js';
import { SubscriptionsService } from '../../../src/billing/subscriptions/subscriptions.service.js';
import { queryRow, queryRows } from '../../../src/platform/database/sql.js';
import type { BillingApp } from '../../support/apps/billing-app.js';
import { complete, submit, sums } from '../../support/apps/billing-classes.js';
import {
  deliver,
  overageReportedADayAgo,
  PAID_AT,
  pathsSeen,
  type Subscriber,
  setUpBilling,
  subscriber,
} from '../../support/apps/stripe-app.js';
import type { StripeStub } from '../../support/stubs/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});
// What a test leaves unreported would hold up the next one.
afterEach(async () => {
  await app.dataSource.query('DELETE FROM overage_report WHERE accepted_at IS NULL');
  await app.dataSource.query('DELETE FROM subscription_closure');
});

describe('overage', () => {
  const eventsOf = (customer: string) => stripe.meterEvents.filter((event) => event.customer === customer);
  const due = () => app.dataSource.query('UPDATE overage_report SET next_attempt_at = now() WHERE accepted_at IS NULL');

  it('is reported in hundredths, once each, under the ledger entry’s id [fault 82]', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    await complete(app, await submit(app, account, 999 * MINUTE), 999 * MINUTE);
    await complete(app, await submit(app, account, 3.02 * MINUTE), 3.02 * MINUTE);
    await complete(app, await submit(app, account, 0.5 * MINUTE), 0.5 * MINUTE);
    await complete(app, await submit(app, account, MINUTE, { livemode: false }), MINUTE);
    await app.sweep.sweep();
    await app.sweep.sweep();
    const entries = await queryRows<{ id: string; overage: number }>(
      app.dataSource,
      `SELECT id, overage_hundredths::int AS overage FROM ledger_entry
        WHERE account_id = $1 AND livemode AND overage_hundredths > 0 ORDER BY created_at`,
      [account],
    );
    expect(entries.map(({ overage }) => overage)).toEqual([202, 50]);
    expect(eventsOf(customer).map(({ identifier, value }) => ({ id: identifier, overage: value }))).toEqual(entries);
  });

  it('is sent again until accepted, when the provider is away or its answer is lost [fault 43]', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    for (const minutes of [1001, 2, 3])
      await complete(app, await submit(app, account, minutes * MINUTE), minutes * MINUTE);
    const meter = (fault: 'down' | 'lost') => (request: { path: string }) =>
      request.path === '/billing/meter_events' ? fault : null;
    stripe.fault = meter('down');
    await app.sweep.sweep();
    stripe.fault = null;
    await app.sweep.sweep();
    expect(eventsOf(customer), 'A report overtakes the one before, which waits, or that one does not wait').toEqual([]);
    await due();
    stripe.fault = meter('lost');
    await app.sweep.sweep();
    expect(eventsOf(customer).map(({ value }) => value)).toEqual([100]);
    stripe.fault = null;
    await due();
    await app.sweep.sweep();
    expect(eventsOf(customer).map(({ value }) => value)).toEqual([100, 200, 300]);
    expect(await queryRow(app.dataSource, 'SELECT 1 FROM overage_report WHERE accepted_at IS NULL')).toBeNull();
  });

  it('is not reported twice when the answer was lost and the provider has forgotten the identifier [fault 43]', async () => {
    const { customer } = await overageReportedADayAgo(app, stripe, 'lost');
    stripe.requests.length = 0;
    await app.sweep.sweep();
    expect(pathsSeen(stripe)).toContain('GET /billing/meters/mtr_1/event_summaries');
    expect(pathsSeen(stripe)).not.toContain('POST /billing/meter_events');
    expect(eventsOf(customer), 'meter events').toHaveLength(1);
    expect(await queryRow(app.dataSource, 'SELECT 1 FROM overage_report WHERE accepted_at IS NULL')).toBeNull();
  });

  it('is reported again when a day later only that of another call in the same minute had arrived [fault 43]', async () => {
    const { account, customer } = await overageReportedADayAgo(app, stripe, 'down');
    await complete(app, await submit(app, account, MINUTE), MINUTE);
    const [other] = await queryRows<{ id: string; at: Date }>(
      app.dataSource,
      `UPDATE overage_report r SET accepted_at = now(), next_attempt_at = NULL, reported_at = first.reported_at
         FROM overage_report first
        WHERE r.customer_id = $1 AND r.reported_at IS NULL
          AND first.customer_id = $1 AND first.reported_at IS NOT NULL
        RETURNING r.entry_id AS id, r.reported_at AS at`,
      [customer],
    );
    if (!other) throw new Error('The two calls have no two reports');
    await app.payments.reportOverage({ identifier: other.id, customerId: customer, hundredths: 100, at: other.at });
    await app.sweep.sweep();
    expect(eventsOf(customer), 'Overage is lost, since another call’s counts for it').toHaveLength(2);
  });

  it('that an earlier release recorded without its subscription goes to the meter', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
    await app.dataSource.query('UPDATE overage_report SET subscription_id = NULL WHERE customer_id = $1', [customer]);
    await app.sweep.sweep();
    expect(eventsOf(customer), 'Overage from before the release is lost').toMatchObject([{ value: 100 }]);
  });

  it('of a call completed after the turn lies within the period that it was accepted in [fault 37]', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    const id = await submit(app, account, 1001 * MINUTE);
    await app.dataSource.query(
      `UPDATE usage_period SET ends_at = now() - interval '1 minute' WHERE account_id = $1 AND livemode`,
      [account],
    );
    await complete(app, id, 1001 * MINUTE);
    await app.sweep.sweep();
    const period = await queryRow<{ ends_at: Date }>(
      app.dataSource,
      'SELECT ends_at FROM usage_period WHERE account_id = $1 AND livemode ORDER BY starts_at LIMIT 1',
      [account],
    );
    const [event] = eventsOf(customer);
    expect(event?.timestamp, 'the time of the report').toBeLessThan(Number(period?.ends_at) / 1000);
    expect(event?.timestamp, 'the time of the report').toBeGreaterThanOrEqual(PAID_AT);
  });

  it('is not reported for a time before its subscription, should the clock of the provider be ahead', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
    const before = "to_timestamp($2) - interval '1 day'";
    await app.dataSource.query(`UPDATE usage_period SET starts_at = ${before} WHERE account_id = $1 AND livemode`, [
      account,
      PAID_AT,
    ]);
    await app.dataSource.query(`UPDATE overage_report SET occurred_at = ${before} WHERE customer_id = $1`, [
      customer,
      PAID_AT,
    ]);
    await app.sweep.sweep();
    expect(eventsOf(customer)).toMatchObject([{ timestamp: PAID_AT }]);
  });

  it('of two senders at once goes out once [fault 43]', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    for (const minutes of [1001, 1, 1, 1])
      await complete(app, await submit(app, account, minutes * MINUTE), minutes * MINUTE);
    stripe.requests.length = 0;
    await Promise.all([app.sweep.sweep(), app.sweep.sweep(), app.sweep.sweep()]);
    expect(
      pathsSeen(stripe).filter((path) => path === 'POST /billing/meter_events').length,
      'requests with meter events',
    ).toBe(4);
    expect(eventsOf(customer).map(({ value }) => value)).toEqual([100, 100, 100, 100]);
  });

  it('that the provider refuses for good is given up, and the closure of an erased account goes on', async () => {
    const { account, subscription, customer } = await subscriber(app, stripe, {
      plan: 'starter',
      overage_limit_minutes: 50,
    });
    await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
    const [recorded] = await queryRows<{ id: string }>(
      app.dataSource,
      'SELECT entry_id AS id FROM overage_report WHERE subscription_id = $1',
      [subscription.id],
    );
    await app.dataSource.transaction(async (tx) => {
      await app.service(SubscriptionsService).close(tx, account);
      await tx.query('DELETE FROM account WHERE id = $1', [account]);
    });
    const refuse = (status: number) => {
      stripe.fault = ({ path }) => (path === '/billing/meter_events' ? { status } : null);
    };
    // A provider that is away, or refuses this service as a whole, does not count.
    for (const status of [503, 401, 429]) {
      refuse(status);
      await due();
      await app.sweep.sweep();
    }
    refuse(400);
    for (let round = 1; round < MAX_REFUSALS; round += 1) {
      await due();
      await app.sweep.sweep();
    }
    expect(subscription).toBeInStatus('active');
    await due();
    await app.sweep.sweep();
    expect(subscription).toBeInStatus('canceled');
    const [report] = await queryRows(
      app.dataSource,
      `SELECT refusals, given_up_at IS NOT NULL AS "givenUp", accepted_at AS accepted, customer_id AS customer
         FROM overage_report WHERE entry_id = $1`,
      [recorded?.id],
    );
    expect(report).toEqual({ refusals: MAX_REFUSALS, givenUp: true, accepted: null, customer: '' });
    expect(eventsOf(customer)).toEqual([]);
  });

  it('that the provider refuses for one customer does not hold up the customers after', async () => {
    const refused = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    const next = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    for (const { account } of [refused, next])
      await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
    stripe.requests.length = 0;
    stripe.fault = () => 'down';
    await app.sweep.sweep();
    const asked = new Set(pathsSeen(stripe).filter((path) => path.startsWith('GET /subscriptions/')));
    expect(asked.size, 'A provider that is away is asked about each customer').toBe(1);
    await due();
    stripe.fault = ({ path, fields }) =>
      path === '/billing/meter_events' && JSON.stringify(fields).includes(refused.customer) ? { status: 400 } : null;
    await app.sweep.sweep();
    expect(eventsOf(refused.customer), 'the refused report').toEqual([]);
    expect(eventsOf(next.customer), 'the next customer’s report, in the same sweep').toHaveLength(1);
  });

  it('that is given up does not hold up the overage after it', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    for (const minutes of [1001, 2])
      await complete(app, await submit(app, account, minutes * MINUTE), minutes * MINUTE);
    await app.dataSource.query('UPDATE overage_report SET refusals = $2 WHERE customer_id = $1 AND hundredths = 100', [
      customer,
      MAX_REFUSALS - 1,
    ]);
    stripe.fault = ({ path, fields }) =>
      path === '/billing/meter_events' && JSON.stringify(fields).includes('"value":"100"') ? { status: 400 } : null;
    await app.sweep.sweep();
    expect(eventsOf(customer).map(({ value }) => value)).toEqual([200]);
  });

  it('of an erased account is reported before its subscription ends', async () => {
    const { account, subscription, customer } = await subscriber(app, stripe, {
      plan: 'starter',
      overage_limit_minutes: 50,
    });
    await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
    const service = app.service(SubscriptionsService);
    await app.dataSource.transaction(async (tx) => {
      await service.close(tx, account);
      await tx.query('DELETE FROM account WHERE id = $1', [account]);
    });
    stripe.fault = ({ path }) => (path === '/billing/meter_events' ? 'down' : null);
    await app.sweep.sweep();
    expect(subscription).toBeInStatus('active');
    stripe.fault = null;
    await due();
    await app.sweep.sweep();
    expect(eventsOf(customer).map(({ value }) => value)).toEqual([100]);
    expect(subscription).toBeInStatus('canceled');
    expect((await sums(app, account)).entries, 'entries of the ledger of an erased account').toBe(1);
  });
});

describe('overage of a call that completes after its subscription ended', () => {
  const itemsOf = (customer: string) =>
    stripe
      .objects('invoiceitems')
      .filter((one) => one.customer === customer)
      .map(({ amount }) => amount);
  const invoicesOf = (customer: string) => stripe.objects('invoices').filter((one) => one.customer === customer);
  const metered = (customer: string) => stripe.meterEvents.filter((event) => event.customer === customer);
  const due = () => app.dataSource.query('UPDATE overage_report SET next_attempt_at = now() WHERE accepted_at IS NULL');

  /** A call of 4,000 minutes at work, of which 3,000 are overage at 5 cents. */
  async function callAtWork(): Promise<Subscriber & { call: string }> {
    const paying = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 9_000 });
    return { ...paying, call: await submit(app, paying.account, 4000 * MINUTE) };
  }

  it('is charged by an item on an invoice of the customer, which the provider collects', async () => {
    const { account, customer, subscription, call } = await callAtWork();
    subscription.default_payment_method = 'pm_1';
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    await complete(app, call, 4000 * MINUTE);
    await app.sweep.sweep();
    await app.sweep.sweep();
    expect(itemsOf(customer)).toEqual([15_000]);
    expect(invoicesOf(customer)).toMatchObject([
      {
        auto_advance: 'true',
        collection_method: 'charge_automatically',
        default_payment_method: 'pm_1',
        metadata: { ended_subscription: subscription.id },
      },
    ]);
    expect(metered(customer)).toEqual([]);
    const [report] = await queryRows<{ item: string; accepted: boolean }>(
      app.dataSource,
      `SELECT invoice_item_id AS item, accepted_at IS NOT NULL AS accepted FROM overage_report WHERE customer_id = $1`,
      [customer],
    );
    expect(report).toMatchObject({ item: expect.stringMatching(/^ii_/), accepted: true });
  });

  it('is charged once, whichever answer is lost and whichever request fails', async () => {
    const { account, customer, call } = await callAtWork();
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    await complete(app, call, 4000 * MINUTE);
    const steps = ['/subscriptions/', '/invoiceitems', '/invoices', '/subscriptions/', '/invoices', '/invoiceitems'];
    for (const fault of ['down', 'lost', { status: 500 }] as const) {
      for (let failing = 0; failing < steps.length; failing += 1) {
        let seen = 0;
        stripe.forgetIdempotencyKeys();
        stripe.fault = ({ path }) => {
          const concerns = /^\/(subscriptions\/|invoiceitems|invoices)/.test(path);
          seen += concerns ? 1 : 0;
          return concerns && seen > failing ? fault : null;
        };
        await due();
        await app.sweep.sweep();
      }
    }
    stripe.fault = null;
    await due();
    await app.sweep.sweep();
    expect(itemsOf(customer)).toEqual([15_000]);
    expect(invoicesOf(customer), 'invoices for one overage').toHaveLength(1);
  });

  it('goes to the subscription of its acceptance, although another one has begun since', async () => {
    const { account, customer, subscription, call } = await callAtWork();
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    const { body } = await app.post(account, 'subscription', { plan: 'growth', overage_limit_minutes: 100 });
    await deliver(app, stripe, 'customer.subscription.created', stripe.pay(String(body.checkout_url)));
    await complete(app, call, 4000 * MINUTE);
    await app.sweep.sweep();
    expect(itemsOf(customer)).toEqual([15_000]);
    expect(metered(customer)).toEqual([]);
    expect(JSON.stringify(invoicesOf(customer))).toContain(subscription.id);
  });

  it('of a call accepted at another price than the subscription has now costs what it was accepted at', async () => {
    const { account, customer, call } = await callAtWork();
    await app.post(account, 'subscription/update', { plan: 'growth' });
    await complete(app, call, 4000 * MINUTE);
    await app.sweep.sweep();
    expect(itemsOf(customer)).toEqual([15_000]);
    expect(metered(customer)).toEqual([]);
  });

  it('is not metered too where the answer to its item was lost and the price is again that of its acceptance', async () => {
    const { account, customer, subscription, call } = await callAtWork();
    const { items } = structuredClone(subscription);
    await app.post(account, 'subscription/update', { plan: 'growth' });
    await complete(app, call, 4000 * MINUTE);
    stripe.fault = ({ path }) => (path === '/invoiceitems' ? 'lost' : null);
    await app.sweep.sweep();
    Object.assign(subscription, { items });
    stripe.fault = null;
    await due();
    await app.sweep.sweep();
    expect(metered(customer), 'The overage is charged by an item and by the meter').toEqual([]);
    expect(itemsOf(customer)).toEqual([15_000]);
  });

  it('shares one invoice with the other calls of its subscription, until the provider closes it', async () => {
    const { account, customer, call } = await callAtWork();
    const others = [await submit(app, account, MINUTE), await submit(app, account, MINUTE)];
    const short = await submit(app, account, null);
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    await complete(app, call, 4000 * MINUTE);
    // A tenth of a cent, so that it has no item.
    await complete(app, short, 1_200);
    await complete(app, others[0] ?? '', MINUTE);
    await app.sweep.sweep();
    expect(invoicesOf(customer), 'invoices of two calls of one subscription').toHaveLength(1);
    for (const invoice of invoicesOf(customer)) invoice.status = 'open';
    await complete(app, others[1] ?? '', MINUTE);
    await app.sweep.sweep();
    expect(itemsOf(customer)).toEqual([15_000, 5, 5]);
    expect(invoicesOf(customer), 'invoices, after the first was closed').toHaveLength(2);
  });

  it('is not charged again where the meter had it before the end', async () => {
    const { account, customer, subscription, call } = await callAtWork();
    await complete(app, call, 4000 * MINUTE);
    stripe.fault = ({ path }) => (path === '/billing/meter_events' ? 'lost' : null);
    await app.sweep.sweep();
    stripe.fault = null;
    Object.assign(subscription, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) + 1 });
    await deliver(app, stripe, 'customer.subscription.deleted', subscription);
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free' });
    await due();
    await app.sweep.sweep();
    expect(metered(customer).map(({ value }) => value)).toEqual([300_000]);
    expect(itemsOf(customer)).toEqual([]);
    expect(await queryRow(app.dataSource, 'SELECT 1 FROM overage_report WHERE accepted_at IS NULL')).toBeNull();
  });
});
