import { afterEach, expect, it } from 'vitest';
import { NoPayments } from '../../../src/adapters/stripe/no.payments.js';
import { differencesTable, reconcile } from '../../../src/billing/reconciliation/reconciliation.js';
import type { BillingApp } from '../../support/apps/billing-app.js';
import { complete, fail, newAccount, submit } from '../../support/apps/billing-classes.js';
import { setUpBilling, subscriber } from '../../support/apps/stripe-app.js';
import type { StripeStub } from '../../support/stubs/stripe-stub.js';

const MINUTE = 60_000;

let app: BillingApp;
let stripe: StripeStub;
setUpBilling((given) => {
  ({ app, stripe } = given);
});
// Without the customers of the tests before.
afterEach(() => app.dataSource.query("UPDATE overage_report SET customer_id = ''"));

const differences = () => reconcile(app.dataSource, app.payments);

/** Damages the data, reconciles, and repairs the data. @returns the differences */
async function differencesAfter(
  damage: string,
  parameters: unknown[],
  repair: string,
): Promise<[string, string, string][]> {
  await app.dataSource.query(damage, parameters);
  const found = await differences();
  await app.dataSource.query(repair, parameters.slice(0, 1));
  return found.map(({ what, expected, found: seen }) => [what, expected, seen]);
}

it('finds nothing where all is well, and each kind of damage', async () => {
  const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 90 });
  const completed = await submit(app, account, 1001 * MINUTE);
  await complete(app, completed, 1001 * MINUTE);
  const failed = await submit(app, account, MINUTE);
  await fail(app, failed);
  const working = await submit(app, account, MINUTE);
  await complete(app, await submit(app, await newAccount(app), MINUTE, { livemode: false }), MINUTE);
  await app.sweep.sweep();
  expect(await differences()).toEqual([]);

  expect(
    await differencesAfter(
      `UPDATE analysis SET duration_ms = duration_ms + 600 WHERE id = $1`,
      [completed],
      `UPDATE analysis SET duration_ms = duration_ms - 600 WHERE id = $1`,
    ),
  ).toEqual([['ledger entry of another length than its analysis', '100101', '100100']]);
  expect(
    await differencesAfter(
      `UPDATE analysis SET status = 'failed' WHERE id = $1`,
      [completed],
      `UPDATE analysis SET status = 'completed' WHERE id = $1`,
    ),
  ).toEqual([['ledger entry of an analysis that is not completed', 'none', '100100']]);
  expect(
    await differencesAfter(
      `UPDATE analysis SET status = 'completed', duration_ms = 60000 WHERE id = $1`,
      [failed],
      `UPDATE analysis SET status = 'failed' WHERE id = $1`,
    ),
  ).toEqual([['completed analysis without a ledger entry', '100', 'none']]);
  expect(
    await differencesAfter(
      `UPDATE analysis SET status = 'failed', settled_at = now() WHERE id = $1`,
      [working],
      `UPDATE analysis SET status = 'processing', settled_at = NULL WHERE id = $1`,
    ),
  ).toEqual([['reservation of an analysis that is final', 'none', '100']]);
  expect(
    await differencesAfter(
      `UPDATE analysis SET status = 'processing', settled_at = NULL WHERE id = $1`,
      [failed],
      `UPDATE analysis SET status = 'failed', settled_at = now() WHERE id = $1`,
    ),
  ).toEqual([['analysis at work without a reservation', 'at least 1', 'none']]);
  expect(
    await differencesAfter(
      `UPDATE overage_report SET hundredths = hundredths + 1 WHERE customer_id = $1`,
      [customer],
      `UPDATE overage_report SET hundredths = hundredths - 1 WHERE customer_id = $1`,
    ),
  ).toEqual([['report of other overage than its ledger entry', '100', '101']]);
});

it('compares overage that the provider has had the time to count, where there is a provider', async () => {
  const { account, customer } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 90 });
  await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
  await app.sweep.sweep();
  const afterMinutes = async (minutes: number, counted: number) => {
    const event = stripe.meterEvents.find((one) => one.customer === customer);
    Object.assign(event ?? {}, { value: counted, timestamp: Math.floor(Date.now() / 1000) - minutes * 60 });
    await app.dataSource.query(
      `UPDATE overage_report SET reported_at = now() - $2 * interval '1 minute' WHERE customer_id = $1`,
      [customer, minutes],
    );
    return differences();
  };
  expect(await afterMinutes(5, 0), 'The provider counts some minutes later').toEqual([]);
  const found = await afterMinutes(60, 250);
  expect(found).toEqual([
    { what: 'overage counted by the payment provider', subject: customer, expected: '100', found: '250' },
  ]);
  expect(differencesTable(found), 'what the operator reads').toBe(
    [
      `difference                               of${' '.repeat(customer.length - 2)}  expected  found`,
      `overage counted by the payment provider  ${customer}  100       250`,
    ].join('\n'),
  );
  expect(await afterMinutes(60, 100)).toEqual([]);
  expect(await reconcile(app.dataSource, new NoPayments()), 'A service without a provider asks one').toEqual([]);
});

it('finds a period of the other mode, periods that overlap, and a report of another amount', async () => {
  const { account, customer, subscription } = await subscriber(app, stripe, {
    plan: 'starter',
    overage_limit_minutes: 90,
  });
  await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
  await submit(app, account, MINUTE);
  await app.sweep.sweep();
  const period = 'UPDATE usage_period SET';
  expect(
    await differencesAfter(
      `${period} livemode = false WHERE account_id = $1`,
      [account],
      `${period} livemode = true WHERE account_id = $1`,
    ),
    'Minutes in a period of the other mode are not found',
  ).toEqual([
    ['ledger entry in a period of another account or mode', `${account} true`, `${account} false`],
    ['reservation in a period of another account or mode', `${account} true`, `${account} false`],
  ]);
  const [overlap, ...more] = await differencesAfter(
    `INSERT INTO usage_period (id, account_id, livemode, plan, starts_at, ends_at, price_cents, included_hundredths,
       overage_limit_hundredths, overage_cents_per_minute)
     SELECT gen_random_uuid(), account_id, true, 'free', starts_at - interval '1 month', starts_at + interval '1 ms', 0, 0, 0, 0
       FROM usage_period WHERE account_id = $1`,
    [account],
    `DELETE FROM usage_period WHERE account_id = $1 AND plan = 'free'`,
  );
  expect([overlap?.[0], ...more], 'Minutes that two periods include are not found').toEqual(['periods that overlap']);
  expect(
    await differencesAfter(
      'UPDATE overage_report SET amount_cents = 6 WHERE customer_id = $1',
      [customer],
      'UPDATE overage_report SET amount_cents = 5 WHERE customer_id = $1',
    ),
    'A report of another amount is not found',
  ).toEqual([
    ['report of another amount or subscription than its ledger entry', `5 ${subscription.id}`, `6 ${subscription.id}`],
  ]);
});

it('counts what is still not accepted after an hour', async () => {
  const { account } = await subscriber(app, stripe, { plan: 'starter', overage_limit_minutes: 90 });
  await complete(app, await submit(app, account, 1001 * MINUTE), 1001 * MINUTE);
  const before = (await differences()).length;
  await app.dataSource.query(
    `UPDATE overage_report SET occurred_at = occurred_at - interval '2 hours' WHERE accepted_at IS NULL`,
  );
  expect((await differences()).length, 'differences').toBe(before + 1);
  expect(await reconcile(app.dataSource, app.payments)).toContainEqual(
    expect.objectContaining({ what: 'overage not accepted by the payment provider for an hour', expected: '100' }),
  );
  await app.dataSource.query('DELETE FROM overage_report WHERE accepted_at IS NULL');
});
