// The sums in the row of a usage period: triggers keep them for every writer, and reconcile compares them with the rows.
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoPayments } from '../../src/adapters/stripe/no.payments.js';
import { reconcile } from '../../src/billing/reconciliation/reconciliation.js';
import { queryRow, queryRows } from '../../src/platform/database/sql.js';
import {
  type BillingClasses,
  complete,
  newAccount,
  startBillingClasses,
  submit,
} from '../support/apps/billing-classes.js';
import { until } from '../support/apps/running-service.js';

const MINUTE = 60_000;

let billing: BillingClasses;
beforeAll(async () => {
  billing = await startBillingClasses();
});
afterAll(() => billing?.close());

const differences = () => reconcile(billing.dataSource, new NoPayments());
const query = (text: string, parameters: unknown[] = []) => billing.dataSource.query(text, parameters);
const sumsOf = (accountId: string) =>
  queryRow(
    billing.dataSource,
    `SELECT used_hundredths::int AS used, reserved_hundredths::int AS reserved, overage_hundredths::int AS overage,
            overage_cents::int AS cents, analyses::int AS analyses FROM usage_period WHERE account_id = $1 AND livemode`,
    [accountId],
  );

/** An account in whose period the included minutes are used up, at 5 cents a minute, with one call of a minute at work. */
async function inOverage(): Promise<{ account: string; working: string }> {
  const account = await newAccount(billing);
  await billing.dataSource.transaction(async (tx) => {
    const current = await billing.subscriptions.lock(tx, account);
    const next = await billing.subscriptions.update(tx, current, { plan: 'starter', overageLimitHundredths: 100_000 });
    await billing.periods.applyTerms(tx, next);
  });
  await complete(billing, await submit(billing, account, 1_001 * MINUTE), 1_001 * MINUTE);
  return { account, working: await submit(billing, account, MINUTE) };
}

describe('the sums of a period', () => {
  it('follow acceptance, correction, billing and release', async () => {
    const { account, working } = await inOverage();
    const used = { used: 100_100, overage: 100, cents: 5, analyses: 1 };
    expect(await sumsOf(account)).toEqual({ ...used, reserved: 100 });
    await billing.dataSource.transaction((tx) => billing.ledger.correct(tx, working, 3 * MINUTE));
    expect(await sumsOf(account)).toEqual({ ...used, reserved: 300 });
    await complete(billing, working, 3 * MINUTE);
    expect(await sumsOf(account)).toEqual({ used: 100_400, overage: 400, cents: 20, analyses: 2, reserved: 0 });
    const failing = await submit(billing, account, MINUTE);
    await query('DELETE FROM analysis WHERE id = $1', [failing]);
    expect(await sumsOf(account)).toMatchObject({ used: 100_400, reserved: 0 });
    expect(await differences()).toEqual([]);
  });

  it('follow what an operator or an earlier release writes by hand', async () => {
    const { account, working } = await inOverage();
    const [entry] = await queryRows<{ id: string; period_id: string }>(
      billing.dataSource,
      'SELECT id, period_id FROM ledger_entry WHERE account_id = $1',
      [account],
    );
    await query(
      `INSERT INTO ledger_entry (id, analysis_id, account_id, period_id, livemode, duration_ms, hundredths,
         overage_hundredths, amount_cents) VALUES ($1, $2, $3, $4, true, 60000, 100, 100, 5)`,
      [randomUUID(), randomUUID(), account, entry?.period_id],
    );
    await query('UPDATE minutes_reservation SET hundredths = 250 WHERE analysis_id = $1', [working]);
    expect(await sumsOf(account)).toEqual({ used: 100_200, overage: 200, cents: 10, analyses: 2, reserved: 250 });
    await query('UPDATE ledger_entry SET overage_hundredths = 0, amount_cents = 0 WHERE id = $1', [entry?.id]);
    expect(await sumsOf(account)).toMatchObject({ used: 100_200, overage: 100, cents: 5, analyses: 2 });
    expect(await differences()).toEqual([]);
    await query('DELETE FROM ledger_entry WHERE id = $1', [entry?.id]);
    expect(await sumsOf(account)).toMatchObject({ used: 100, overage: 100, cents: 5, analyses: 1 });
    await query('UPDATE ledger_entry SET account_id = $2 WHERE account_id = $1', [account, account]);
    await query('DELETE FROM analysis WHERE account_id = $1', [account]);
    expect(await differences()).toEqual([]);
  });

  it('are compared with the rows by reconcile', async () => {
    const { account, working } = await inOverage();
    const planted = async (damage: string, repair: string) => {
      await query(damage, [account]);
      const found = await differences();
      await query(repair, [account]);
      return found.map(({ what, expected, found: seen }) => [what, expected, seen]);
    };
    const ofRows = 'sums of a period other than those of its rows (minutes used, reserved, overage; cents; entries)';
    const period = 'UPDATE usage_period SET';
    const ofAccount = 'WHERE account_id = $1 AND livemode';
    expect(
      await planted(
        `${period} used_hundredths = used_hundredths - 100 ${ofAccount}`,
        `${period} used_hundredths = used_hundredths + 100 ${ofAccount}`,
      ),
    ).toEqual([[ofRows, '100100 100 100 5 1', '100000 100 100 5 1']]);
    expect(
      await planted(
        `${period} reserved_hundredths = 0 ${ofAccount}`,
        `${period} reserved_hundredths = 100 ${ofAccount}`,
      ),
    ).toEqual([[ofRows, '100100 100 100 5 1', '100100 0 100 5 1']]);
    const priced = 'WHERE period_id IN (SELECT id FROM usage_period WHERE account_id = $1)';
    expect(
      await planted(
        `UPDATE period_overage SET hundredths = 7 ${priced}`,
        `UPDATE period_overage SET hundredths = 100 ${priced}`,
      ),
    ).toEqual([['overage of a period at one price, other than that of its entries', '100', '7']]);
    await query('DELETE FROM analysis WHERE id = $1', [working]);
    expect(await differences()).toEqual([]);
  });

  it('stay right when a call is deleted beside a submission, and neither is a deadlock', async () => {
    const { account, working } = await inOverage();
    const id = randomUUID();
    let deleting: Promise<unknown> = Promise.resolve();
    await billing.dataSource.transaction(async (tx) => {
      await insertAnalysis(tx, id, account);
      deleting = query('DELETE FROM analysis WHERE id = $1', [working]);
      await until(async () => {
        const waiting = await query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      }, 'the deletion to wait for the submission');
      await billing.ledger.reserve(tx, { analysisId: id, accountId: account, livemode: true }, MINUTE);
    });
    await deleting;
    expect(await sumsOf(account)).toMatchObject({ reserved: 100 });
    await query('DELETE FROM analysis WHERE id = $1', [id]);
    expect(await differences()).toEqual([]);
  });
});

async function insertAnalysis(tx: EntityManager, id: string, accountId: string): Promise<void> {
  await tx.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
     VALUES ($1, $2, true, 'agent', 'contact', 'request', 'key')`,
    [id, accountId],
  );
}
