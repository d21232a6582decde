import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SubscriptionsService } from '../../src/billing/subscriptions.service.js';
import { queryRow, queryRows } from '../../src/platform/database/sql.js';
import type { BillingApp } from '../support/billing-app.js';
import { complete, submit, sums } from '../support/billing-classes.js';
import {
  overageReportedADayAgo,
  PAID_AT,
  pathsSeen,
  resetStripe,
  stripeApp,
  subscriber,
} from '../support/stripe-app.js';
import type { StripeStub } from '../support/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, stripe, close } = await stripeApp());
});
afterEach(() => resetStripe(stripe));
afterAll(() => close?.());

describe('overage', () => {
  const eventsOf = (customer: string) => stripe.meterEvents.filter((event) => event.customer === customer);
  const due = () => app.dataSource.query('UPDATE overage_report SET next_attempt_at = now() WHERE accepted_at IS NULL');

  it('is reported in hundredths, once each, under the ledger entry’s id', async () => {
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

  it('is sent again until accepted, when the provider is away or its answer is lost', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    for (const minutes of [1001, 2, 3])
      await complete(app, await submit(app, account, minutes * MINUTE), minutes * MINUTE);
    const meter = (fault: 'down' | 'lost') => (request: { path: string }) =>
      request.path === '/billing/meter_events' ? fault : null;
    stripe.fault = meter('down');
    await app.sweep.sweep();
    expect(eventsOf(customer)).toEqual([]);
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

  it('is not reported twice when the answer was lost and the provider has forgotten the identifier', async () => {
    const { customer } = await overageReportedADayAgo(app, stripe, 'lost');
    stripe.requests.length = 0;
    await app.sweep.sweep();
    expect(pathsSeen(stripe)).toContain('GET /billing/meters/mtr_1/event_summaries');
    expect(pathsSeen(stripe)).not.toContain('POST /billing/meter_events');
    expect(eventsOf(customer).length).toBe(1);
    expect(await queryRow(app.dataSource, 'SELECT 1 FROM overage_report WHERE accepted_at IS NULL')).toBeNull();
  });

  it('is reported again when a day later nothing had arrived', async () => {
    const { customer } = await overageReportedADayAgo(app, stripe, 'down');
    await app.sweep.sweep();
    expect(eventsOf(customer).map(({ value }) => value)).toEqual([100]);
  });

  it('of a call completed after the turn lies within the period that it was accepted in', async () => {
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
    expect(event?.timestamp).toBeLessThan(Number(period?.ends_at) / 1000);
    expect(event?.timestamp).toBeGreaterThanOrEqual(PAID_AT);
  });

  it('of two senders at once goes out once', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    for (const minutes of [1001, 1, 1, 1])
      await complete(app, await submit(app, account, minutes * MINUTE), minutes * MINUTE);
    stripe.requests.length = 0;
    await Promise.all([app.sweep.sweep(), app.sweep.sweep(), app.sweep.sweep()]);
    expect(pathsSeen(stripe).filter((path) => path === 'POST /billing/meter_events').length).toBe(4);
    expect(eventsOf(customer).map(({ value }) => value)).toEqual([100, 100, 100, 100]);
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
    expect(subscription.status).toBe('active');
    stripe.fault = null;
    await due();
    await app.sweep.sweep();
    expect(eventsOf(customer).map(({ value }) => value)).toEqual([100]);
    expect(subscription.status).toBe('canceled');
    expect((await sums(app, account)).entries).toBe(1);
  });
});
