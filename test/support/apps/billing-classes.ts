// The billing classes without an application, on a database of their own. Their calls are rows without recordings.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type EntityManager } from 'typeorm';
import { OverageReports } from '../../../src/billing/overage/overage-reports.js';
import { SubscriptionRows } from '../../../src/billing/periods/subscription-rows.js';
import { UsagePeriods } from '../../../src/billing/periods/usage-periods.js';
import { MinutesLedger } from '../../../src/billing/usage/minutes-ledger.js';
import { type Config, loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { queryRow, queryRows } from '../../../src/platform/database/sql.js';
import { freshDatabase } from './backing.js';

const DAY_MS = 86_400_000;
export const POOL_SIZE = 12;

export interface BillingClasses {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly dataSource: DataSource;
  readonly subscriptions: SubscriptionRows;
  readonly periods: UsagePeriods;
  readonly ledger: MinutesLedger;
  close(): Promise<void>;
}

export async function startBillingClasses(env: Record<string, string> = {}): Promise<BillingClasses> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-test-'));
  const config = loadConfig({ DATA_DIR: dataDir, ...env });
  const dataSource = await new DataSource(dataSourceOptions(database.url, POOL_SIZE)).initialize();
  const subscriptions = new SubscriptionRows();
  const periods = new UsagePeriods(config, subscriptions);
  return {
    config,
    databaseUrl: database.url,
    dataSource,
    subscriptions,
    periods,
    ledger: new MinutesLedger(dataSource, periods, new OverageReports()),
    close: async () => {
      await dataSource.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** An account registered two weeks ago, on a day that every month has, so that no period ends during a test. */
export async function newAccount(billing: BillingClasses): Promise<string> {
  const id = randomUUID();
  const registered = new Date(Date.now() - 14 * DAY_MS);
  if (registered.getUTCDate() > 28) registered.setUTCDate(28);
  await billing.dataSource.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO account (id, email, email_folded, password_hash, email_verified_at) VALUES ($1, $2, $2, 'none', now())`,
      [id, `${id}@example.org`],
    );
    await billing.subscriptions.insert(tx, id);
    await tx.query('UPDATE subscription SET anchor_at = $2, created_at = $2 WHERE account_id = $1', [id, registered]);
  });
  return id;
}

/** Accepts a call as the pipeline does: inserts the row and the reservation in one transaction. */
export async function submit(
  billing: BillingClasses,
  accountId: string,
  durationMs: number | null,
  { livemode = true }: { livemode?: boolean } = {},
): Promise<string> {
  const id = randomUUID();
  await billing.dataSource.transaction(async (tx) => {
    await insertAnalysis(tx, id, accountId, livemode);
    await billing.ledger.reserve(tx, { analysisId: id, accountId, livemode }, durationMs);
  });
  return id;
}

export async function complete(billing: BillingClasses, analysisId: string, durationMs: number): Promise<void> {
  await billing.dataSource.transaction(async (tx) => {
    const call = await queryRow<{ account_id: string; livemode: boolean }>(
      tx,
      `UPDATE analysis SET status = 'completed', settled_at = now(), duration_ms = $2
        WHERE id = $1 AND status = 'processing' RETURNING account_id, livemode`,
      [analysisId, durationMs],
    );
    if (!call) return;
    await billing.ledger.bill(tx, { analysisId, accountId: call.account_id, livemode: call.livemode }, durationMs);
  });
}

export async function fail(billing: BillingClasses, analysisId: string): Promise<void> {
  await billing.dataSource.transaction(async (tx) => {
    await tx.query(
      `UPDATE analysis SET status = 'failed', settled_at = now() WHERE id = $1 AND status = 'processing'`,
      [analysisId],
    );
    await billing.ledger.release(tx, analysisId);
  });
}

export interface LedgerSums {
  readonly entries: number;
  readonly hundredths: number;
  readonly overage: number;
  readonly cents: number;
  readonly reserved: number;
  readonly reservations: number;
}

export async function sums(billing: BillingClasses, accountId: string, livemode = true): Promise<LedgerSums> {
  const found = await queryRow<Record<keyof LedgerSums, string>>(
    billing.dataSource,
    `SELECT count(*) AS entries, coalesce(sum(hundredths), 0) AS hundredths,
            coalesce(sum(overage_hundredths), 0) AS overage, coalesce(sum(amount_cents), 0) AS cents,
            (SELECT coalesce(sum(hundredths), 0) FROM minutes_reservation r JOIN usage_period p ON p.id = r.period_id
              WHERE p.account_id = $1 AND p.livemode = $2) AS reserved,
            (SELECT count(*) FROM minutes_reservation r JOIN usage_period p ON p.id = r.period_id
              WHERE p.account_id = $1 AND p.livemode = $2) AS reservations
       FROM ledger_entry WHERE account_id = $1 AND livemode = $2`,
    [accountId, livemode],
  );
  if (!found) throw new Error('A sum is always one row');
  return {
    entries: Number(found.entries),
    hundredths: Number(found.hundredths),
    overage: Number(found.overage),
    cents: Number(found.cents),
    reserved: Number(found.reserved),
    reservations: Number(found.reservations),
  };
}

/** Lets months pass for one account: moves its subscription and its periods into the past. */
export async function letPass(billing: BillingClasses, accountId: string, months: number): Promise<void> {
  const earlier = (column: string) => `(${column} AT TIME ZONE 'UTC' - interval '${months} months') AT TIME ZONE 'UTC'`;
  await billing.dataSource.transaction(async (tx) => {
    await tx.query(
      `UPDATE subscription SET anchor_at = ${earlier('anchor_at')}, created_at = ${earlier('created_at')},
         pending_from = ${earlier('pending_from')}, past_due_since = ${earlier('past_due_since')} WHERE account_id = $1`,
      [accountId],
    );
    // The oldest first: two periods of an account must never overlap.
    const periods = await queryRows<{ id: string }>(
      tx,
      'SELECT id FROM usage_period WHERE account_id = $1 ORDER BY starts_at FOR UPDATE',
      [accountId],
    );
    for (const { id } of periods) {
      await tx.query(
        `UPDATE usage_period SET starts_at = ${earlier('starts_at')}, ends_at = ${earlier('ends_at')},
           provider_starts_at = ${earlier('provider_starts_at')} WHERE id = $1`,
        [id],
      );
    }
  });
}

export interface PeriodRow {
  readonly id: string;
  readonly plan: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly price_cents: number;
  readonly used: number;
}

/** The periods of live mode, oldest first. */
export async function livePeriods(billing: BillingClasses, accountId: string): Promise<PeriodRow[]> {
  return queryRows<PeriodRow>(
    billing.dataSource,
    `SELECT id, plan, starts_at, ends_at, price_cents,
            (SELECT coalesce(sum(hundredths), 0)::int FROM ledger_entry WHERE period_id = usage_period.id) AS used
       FROM usage_period WHERE account_id = $1 AND livemode ORDER BY starts_at`,
    [accountId],
  );
}

async function insertAnalysis(tx: EntityManager, id: string, accountId: string, livemode: boolean): Promise<void> {
  await tx.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
     VALUES ($1, $2, $3, 'agent', 'contact', 'request', 'key')`,
    [id, accountId, livemode],
  );
}
