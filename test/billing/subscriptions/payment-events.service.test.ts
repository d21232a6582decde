import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it } from 'vitest';
import { queryRow, queryRows } from '../../../src/platform/database/sql.js';
import type { BillingApp } from '../../support/apps/billing-app.js';
import { submit } from '../../support/apps/billing-classes.js';
import { deliver, pathsSeen, setUpBilling, subscriber } from '../../support/apps/stripe-app.js';
import type { StripeStub } from '../../support/stubs/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});
// What a test leaves unprocessed would be found by the next one.
afterEach(() => app.dataSource.query('DELETE FROM payment_event WHERE processed_at IS NULL'));

describe('events', () => {
  it('are worked on once, whatever their number and order [fault 42]', async () => {
    const { account, subscription } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 10 });
    const old = { ...subscription, status: 'incomplete' };
    const events = [
      stripe.event('customer.subscription.updated', subscription),
      stripe.event('customer.subscription.created', old),
      stripe.event('invoice.paid', { object: 'invoice', id: 'in_1', customer: subscription.customer }),
    ];
    const answers = await Promise.all(
      [...events, ...events, ...events.toReversed()].map((event) => app.deliver(event)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['200 {"received":true}']),
    );
    await app.sweep.sweep();
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'starter', status: 'active' });
    const kept = await queryRows<{ id: string; processed: boolean }>(
      app.dataSource,
      'SELECT id, processed_at IS NOT NULL AS processed FROM payment_event WHERE id = ANY($1)',
      [events.map(({ payload }) => JSON.parse(payload).id)],
    );
    expect(kept.map(({ processed }) => processed)).toEqual([true, true, true]);
    // The service knows events that come again, and does not ask the provider about them.
    stripe.requests.length = 0;
    for (const event of events) await expect(await app.deliver(event)).toAnswer(200);
    await app.sweep.sweep();
    expect(pathsSeen(stripe)).toEqual([]);
  });

  it('are refused without their signature, altered, too old or from the future [fault 42]', async () => {
    const event = stripe.event('customer.subscription.updated', { object: 'subscription', customer: 'cus_1' });
    const seconds = Math.floor(Date.now() / 1000);
    const bad = [
      { ...event, signature: '' },
      { ...event, signature: 't=abc,v1=00' },
      { ...event, payload: `${event.payload} ` },
      stripe.event('customer.deleted', { object: 'customer' }, { secret: 'whsec_of_somebody' }),
      stripe.event('customer.deleted', { object: 'customer' }, { signedAt: seconds - 600 }),
      stripe.event('customer.deleted', { object: 'customer' }, { signedAt: seconds + 600 }),
    ];
    for (const one of bad) await expect(await app.deliver(one)).toAnswer(400, { detail: 'The signature is not valid' });
  });

  it('of the other mode are left out', async () => {
    const { customer } = await subscriber(app, stripe);
    const id = `evt_${randomUUID()}`;
    const event = stripe.event('customer.deleted', { object: 'customer', id: customer }, { livemode: true, id });
    await expect(await app.deliver(event)).toAnswer(200);
    expect(await queryRow(app.dataSource, 'SELECT id FROM payment_event WHERE id = $1', [id])).toBeNull();
  });

  it('wait while the provider is away', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    subscription.status = 'canceled';
    stripe.fault = () => ({ status: 500 });
    await expect(await deliver(app, stripe, 'customer.subscription.deleted', subscription)).toAnswer(200);
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'starter' });
    const waiting = `SELECT 1 FROM payment_event WHERE attempts > 0 AND next_attempt_at < now() + interval '30 seconds'`;
    expect(await queryRow(app.dataSource, waiting), 'The event is not tried again soon').not.toBeNull();
    stripe.fault = null;
    await app.dataSource.query('UPDATE payment_event SET next_attempt_at = now() WHERE processed_at IS NULL');
    await app.sweep.sweep();
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free' });
  });

  it('a missing payment keeps the plan for a grace, without overage', async () => {
    const { account, subscription } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    subscription.status = 'past_due';
    await deliver(app, stripe, 'invoice.payment_failed', { object: 'invoice', customer: subscription.customer });
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'starter', status: 'past_due' });
    await expect(submit(app, account, 1001 * MINUTE), 'a call that needs overage').rejects.toMatchObject({
      status: 402,
    });
    await submit(app, account, 1000 * MINUTE);
    await expect(await app.post(account, 'subscription/update', { plan: 'growth' })).toAnswer(400);

    await app.dataSource.query(
      `UPDATE subscription SET past_due_since = now() - interval '15 days' WHERE account_id = $1`,
      [account],
    );
    await app.sweep.sweep();
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free', status: 'past_due' });

    subscription.status = 'active';
    await deliver(app, stripe, 'invoice.paid', { object: 'invoice', customer: subscription.customer });
    expect((await app.get(account, 'subscription')).body).toMatchObject({
      plan: 'starter',
      status: 'active',
      overage_limit_minutes: 50,
    });
    expect((await app.get(account, 'usage')).body).toMatchObject({ overage_limit_minutes: 50 });
  });

  it('an unpaid subscription falls back to free and comes back when paid', async () => {
    const { account, subscription } = await subscriber(app, stripe);
    subscription.status = 'unpaid';
    await deliver(app, stripe, 'customer.subscription.updated', subscription);
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free', status: 'past_due' });
    await expect(await app.post(account, 'subscription', { plan: 'starter' })).toAnswer(400, {
      detail: 'A subscription waits for its payment. Settle it in the customer portal first.',
    });
    subscription.status = 'active';
    await deliver(app, stripe, 'invoice.paid', { object: 'invoice', customer: subscription.customer });
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'starter', status: 'active' });
  });

  it('a disputed payment stops overage until it is settled', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    const dispute = stripe.put('disputes', {
      id: `dp_${customer}`,
      object: 'dispute',
      status: 'needs_response',
      charge: { id: 'ch_1', object: 'charge', customer },
    });
    await deliver(app, stripe, 'charge.dispute.created', { ...dispute, charge: 'ch_1' });
    expect((await app.get(account, 'usage')).body).toMatchObject({ overage_limit_minutes: 0, minutes_included: 1000 });
    dispute.status = 'won';
    await deliver(app, stripe, 'charge.dispute.closed', { ...dispute, charge: 'ch_1' });
    expect((await app.get(account, 'usage')).body).toMatchObject({ overage_limit_minutes: 50 });
  });

  it('a payment that is disputed stops overage although the dispute of another was won', async () => {
    const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 50 });
    const [first, second] = ['a', 'b'].map((name) =>
      stripe.put('disputes', {
        id: `dp_${name}_${customer}`,
        object: 'dispute',
        status: 'needs_response',
        charge: { id: `ch_${name}`, object: 'charge', customer },
      }),
    );
    for (const dispute of [first, second]) await deliver(app, stripe, 'charge.dispute.created', { ...dispute });
    Object.assign(first ?? {}, { status: 'won' });
    await deliver(app, stripe, 'charge.dispute.closed', { ...first });
    expect((await app.get(account, 'usage')).body).toMatchObject({ overage_limit_minutes: 0 });
    Object.assign(second ?? {}, { status: 'won' });
    await deliver(app, stripe, 'charge.dispute.closed', { ...second });
    expect((await app.get(account, 'usage')).body).toMatchObject({ overage_limit_minutes: 50 });
  });

  it('a deleted customer is on the free plan and can start over', async () => {
    const { account, customer } = await subscriber(app, stripe);
    const gone = stripe.objects('customers').find(({ id }) => id === customer);
    if (gone) gone.deleted = true;
    await deliver(app, stripe, 'customer.deleted', { object: 'customer', id: customer });
    expect((await app.get(account, 'subscription')).body).toMatchObject({ plan: 'free', status: 'active' });
    await expect(await app.get(account, 'customer-portal')).toAnswer(404);
  });

  it('about unknown customers are stored and ignored', async () => {
    await expect(await deliver(app, stripe, 'invoice.paid', { object: 'invoice', customer: 'cus_of_others' })).toAnswer(
      200,
    );
    await expect(await deliver(app, stripe, 'product.updated', { object: 'product', id: 'prod_1' })).toAnswer(200);
    expect(await queryRow(app.dataSource, 'SELECT id FROM payment_event WHERE processed_at IS NULL')).toBeNull();
  });

  it.each([
    { type: 'v1.billing.meter.error_report_triggered', lines: 1, fault: 'The operator does not learn of lost overage' },
    { type: 'product.updated', lines: 0, fault: 'The operator is alarmed although no overage is lost' },
  ])('of type $type write $lines lines to the error log', async ({ type, lines, fault }) => {
    const errors: unknown[] = [];
    Logger.overrideLogger({ log: () => {}, warn: () => {}, error: (line: unknown) => errors.push(line) });
    try {
      await deliver(app, stripe, type, { object: 'event', id: 'mtr_1' });
    } finally {
      Logger.overrideLogger(false);
    }
    expect(errors, fault).toHaveLength(lines);
  });
});
