import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endTestMinutes } from '../../../src/billing/usage/test-minutes.js';
import { type BillingClasses, newAccount, startBillingClasses } from '../../support/apps/billing-classes.js';

let billing: BillingClasses;
beforeAll(async () => {
  billing = await startBillingClasses();
});
afterAll(() => billing.close());

/** A month that ended so many days ago, with one entry. @returns its id and that of the call */
async function month(accountId: string, livemode: boolean, endedDays: number) {
  const [period, call] = [randomUUID(), randomUUID()];
  await billing.dataSource.query(
    `INSERT INTO usage_period (id, account_id, livemode, plan, starts_at, ends_at, price_cents, included_hundredths,
       overage_limit_hundredths, overage_cents_per_minute)
     VALUES ($1, $2, $3, 'free', now() - $4 * interval '1 day' - interval '1 month', now() - $4 * interval '1 day', 0, 100, 0, 0)`,
    [period, accountId, livemode, endedDays],
  );
  await billing.dataSource.query(
    `INSERT INTO ledger_entry (id, analysis_id, account_id, period_id, livemode, duration_ms, hundredths, overage_hundredths, amount_cents)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, 6000, 10, 0, 0)`,
    [call, accountId, period, livemode],
  );
  await billing.dataSource.query('INSERT INTO scenario_count (period_id, account_id, scenarios) VALUES ($1, $2, 1)', [
    period,
    accountId,
  ]);
  return { period, call };
}

it('end with their month and its calls; those of live mode, and of later months, stay', async () => {
  const account = await newAccount(billing);
  const over = await month(account, false, 40);
  const kept = await month(account, false, 100);
  const late = await month(account, false, 5);
  const live = await month(account, true, 70);
  await billing.dataSource.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, status, settled_at)
     VALUES ($1, $2, false, 'a', 'c', 'r', 'completed', now())`,
    [kept.call, account],
  );
  const stays = async (table: string) => {
    const rows: { id: string }[] = await billing.dataSource.query(
      `SELECT ${table === 'usage_period' ? 'id' : 'period_id AS id'} FROM ${table} WHERE account_id = $1`,
      [account],
    );
    return rows
      .map(({ id }) => id)
      .filter((id) => [over, kept, late, live].some(({ period }) => period === id))
      .sort();
  };
  const tables = ['usage_period', 'ledger_entry', 'scenario_count'];
  await endTestMinutes(billing.dataSource, 30);
  for (const table of tables)
    expect(await stays(table), table).toEqual([kept, late, live].map(({ period }) => period).sort());
  await billing.dataSource.query('DELETE FROM analysis WHERE id = $1', [kept.call]);
  await endTestMinutes(billing.dataSource, 30);
  for (const table of tables)
    expect(await stays(table), table).toEqual([late, live].map(({ period }) => period).sort());
});
