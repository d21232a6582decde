// Each fault of the exchange with the payment provider, planted in the data, is a difference.
import { afterEach, describe, expect, it } from 'vitest';
import { reconcile } from '../../../src/billing/reconciliation/reconciliation.js';
import { findUnbilled } from '../../../src/billing/reconciliation/unbilled-requests.js';
import type { BillingApp } from '../../support/apps/billing-app.js';
import { complete, fail, submit } from '../../support/apps/billing-classes.js';
import { type Subscriber, setUpBilling, subscriber } from '../../support/apps/stripe-app.js';
import type { StripeStub } from '../../support/stubs/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});
// Without the customers of the tests before: each comparison asks the provider about every customer.
afterEach(async () => {
  await app.dataSource.query('UPDATE subscription SET provider_customer_id = NULL');
  await app.dataSource.query("UPDATE overage_report SET customer_id = ''");
});

const found = async () => (await reconcile(app.dataSource, app.payments)).map(({ what }) => what).sort();
const change = (sql: string, ...parameters: unknown[]) => app.dataSource.query(sql, parameters);

/** 100 minutes of overage at 5 cents, reported two hours ago. */
async function charged(): Promise<Subscriber> {
  const paying = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 500 });
  await complete(app, await submit(app, paying.account, 1100 * MINUTE), 1100 * MINUTE);
  await app.sweep.sweep();
  for (const event of stripe.meterEvents)
    if (event.customer === paying.customer) Object.assign(event, { timestamp: event.timestamp - 7_200 });
  await change(
    `UPDATE overage_report SET reported_at = reported_at - interval '2 hours',
       first_attempt_at = first_attempt_at - interval '2 hours' WHERE customer_id = $1`,
    paying.customer,
  );
  expect(await found()).toEqual([]);
  return paying;
}

/** Plants a fault, looks for its difference, and repairs the data. */
async function planted(damage: () => Promise<unknown>, repair: () => Promise<unknown>): Promise<string[]> {
  await damage();
  const differences = await found();
  await repair();
  expect(await found()).toEqual([]);
  return differences;
}

describe('a planted fault is found', () => {
  it('overage at other terms than those of acceptance', async () => {
    const { account } = await charged();
    const overage = (hundredths: number, cents: number) =>
      change(
        `WITH entry AS (UPDATE ledger_entry SET overage_hundredths = $2, amount_cents = $3 WHERE account_id = $1 RETURNING id)
         UPDATE overage_report SET hundredths = greatest(1, $2), amount_cents = $3 FROM entry WHERE entry_id = entry.id`,
        account,
        hundredths,
        cents,
      );
    expect(
      await planted(
        () => overage(0, 0),
        () => overage(10_000, 500),
      ),
    ).toContain('overage of a period that the terms of its calls do not give');
    expect(
      await planted(
        () => overage(10_000, 400),
        () => overage(10_000, 500),
      ),
    ).toEqual(['cents of overage at another price than that of acceptance']);
  });

  it('a plan or a status other than at the provider', async () => {
    const { account, subscription } = await charged();
    const plan = (name: string) => change('UPDATE subscription SET plan = $2 WHERE account_id = $1', account, name);
    expect(
      await planted(
        () => plan('growth'),
        () => plan('starter'),
      ),
    ).toEqual(['plan other than at the payment provider']);
    expect(
      await planted(
        async () => Object.assign(subscription, { status: 'canceled', ended_at: 4_000_000_000 }),
        async () => Object.assign(subscription, { status: 'active', ended_at: null }),
      ),
    ).toEqual(['plan other than at the payment provider']);
  });

  it('a product that is no plan, while a provider that refuses ends the comparison', async () => {
    const { subscription } = await charged();
    const { items } = subscription;
    subscription.items = JSON.parse(JSON.stringify(items).replaceAll('call_analysis_starter', 'call_analysis_gold'));
    expect(await reconcile(app.dataSource, app.payments), 'A plan that cannot be read is not found').toEqual([
      {
        what: 'subscription whose product is no plan of this service',
        subject: subscription.id,
        expected: 'a plan',
        found: 'the product call_analysis_gold',
      },
    ]);
    subscription.items = items;
    stripe.fault = ({ path }) => (path === `/subscriptions/${subscription.id}` ? { status: 404 } : null);
    expect(await found(), 'A subscription that the provider no longer knows ends the comparison').toEqual([]);
    stripe.fault = ({ path }) => (path.startsWith('/customers/') ? { status: 401 } : null);
    await expect(found(), 'A refusal of the provider is taken for a difference').rejects.toThrow();
  });

  it('an amount without a report, and a report refused for good', async () => {
    const { account, customer } = await charged();
    const [report] = (await change('SELECT * FROM overage_report WHERE customer_id = $1', customer)) as Record<
      string,
      unknown
    >[];
    const insert = () =>
      change('INSERT INTO overage_report SELECT * FROM jsonb_populate_record(NULL::overage_report, $1)', report);
    expect(
      await planted(async () => {
        await change('DELETE FROM overage_report WHERE customer_id = $1', customer);
      }, insert),
    ).toContain('amount in cents without a report to the payment provider');
    expect(
      await planted(
        () =>
          change(
            `UPDATE overage_report SET accepted_at = NULL, next_attempt_at = 'infinity', given_up_at = now()
              WHERE customer_id = $1 AND subscription_id IN (SELECT provider_subscription_id FROM subscription WHERE account_id = $2)`,
            customer,
            account,
          ),
        () =>
          change(
            `UPDATE overage_report SET accepted_at = now(), next_attempt_at = NULL, given_up_at = NULL WHERE customer_id = $1`,
            customer,
          ),
      ),
    ).toEqual(['overage that the payment provider refused for good']);
  });

  it('overage of an ended subscription that is on no invoice, or there twice', async () => {
    const { account, subscription, customer } = await charged();
    const call = await submit(app, account, 10 * MINUTE);
    await app.post(account, 'subscription/cancel', { at_period_end: false });
    await complete(app, call, 10 * MINUTE);
    await app.sweep.sweep();
    expect(await found()).toEqual([]);
    const items = stripe.objects('invoiceitems').filter((item) => item.customer === customer);
    expect(items).toMatchObject([{ amount: 50 }]);
    expect(
      await planted(
        async () => stripe.put('invoiceitems', { ...items[0], id: 'ii_again' }),
        async () => stripe.put('invoiceitems', { id: 'ii_again', customer: 'cus_none' }),
      ),
    ).toEqual(['cents of overage invoiced by the payment provider']);
    const itemId = String(items[0]?.id);
    Object.assign(subscription, { ended_at: Number(subscription.ended_at) - 3_600 });
    expect(
      await planted(
        () =>
          change(
            'UPDATE overage_report SET invoice_item_id = NULL, first_attempt_at = now() WHERE invoice_item_id = $1',
            itemId,
          ),
        () =>
          change(
            `UPDATE overage_report SET invoice_item_id = $1, first_attempt_at = NULL
              WHERE customer_id = $2 AND invoice_item_id IS NULL AND amount_cents = 50`,
            itemId,
            customer,
          ),
      ),
    ).toContain('overage of an ended subscription without an invoice item');
  });

  it('a call deleted after a provider was paid for it, whose minutes were released', async () => {
    const { account } = await subscriber(app, stripe);
    const deleted = async (requests: number | null, status = 'processing') => {
      const call = await submit(app, account, 10 * MINUTE);
      await change('UPDATE analysis SET duration_ms = 600000 WHERE id = $1', call);
      if (requests !== null)
        await change(
          `INSERT INTO sent_request (analysis_id, purpose, channel, start_ms, end_ms, requests)
           VALUES ($1, 'transcription', -1, 0, 60000, $2)`,
          call,
          requests,
        );
      if (status === 'failed') await fail(app, call);
      return change('DELETE FROM analysis WHERE id = $1', call);
    };
    await deleted(null);
    await deleted(0);
    await deleted(1, 'failed');
    expect(await found()).toEqual([]);
    expect(await findUnbilled(app.dataSource)).toEqual({ calls: 1, sentMs: MINUTE });
    expect(
      await planted(
        () => deleted(1),
        () => change('DELETE FROM deleted_call'),
      ),
    ).toEqual(['call deleted at work, other minutes billed than were sent to a provider']);
  });

  it('two months of the provider in one period, a period with other bounds, and a gap', async () => {
    const { account } = await charged();
    const end = (interval: string) =>
      change(
        `UPDATE usage_period SET ends_at = ends_at + $2::interval WHERE account_id = $1 AND livemode`,
        account,
        interval,
      );
    expect(
      await planted(
        () => end('31 days'),
        () => end('-31 days'),
      ),
    ).toEqual(['period other than at the payment provider', 'period that merges two months of the payment provider']);
    const earlier = `SELECT starts_at - interval '40 days' AS from, starts_at - interval '9 days' AS to FROM usage_period
                      WHERE account_id = $1 AND livemode ORDER BY starts_at LIMIT 1`;
    expect(
      await planted(
        () =>
          change(
            `INSERT INTO usage_period (id, account_id, livemode, plan, starts_at, ends_at, price_cents, included_hundredths,
               overage_limit_hundredths, overage_cents_per_minute)
             SELECT gen_random_uuid(), $1, true, 'free', e.from, e.to, 0, 10000, 0, 0 FROM (${earlier}) AS e`,
            account,
          ),
        () => change(`DELETE FROM usage_period WHERE account_id = $1 AND plan = 'free' AND analyses = 0`, account),
      ),
    ).toEqual(['gap between periods']);
  });
});
