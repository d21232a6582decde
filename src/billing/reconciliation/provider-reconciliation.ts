// Compares the service's records with the payment provider's: plans, periods, and the overage that it counted or invoiced.
import type { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { type PaidSubscription, type Payments, UnreadableSubscription } from '../../ports/payments.js';
import { SubscriptionRows } from '../periods/subscription-rows.js';
import { countingSubscription } from '../subscriptions/subscription-sync.js';
import {
  endedDifferences,
  furtherDifferences,
  type InvoicedReport,
  invoiceDifferences,
  type MeteredReport,
  meterDifferences,
  type PresentPeriod,
  periodDifferences,
  planDifferences,
} from './provider-differences.js';
import type { Difference } from './reconciliation-difference.js';

/** The provider counts a report some time after it accepts it, so younger reports are left out. */
const COUNTING_DELAY_MS = 10 * 60_000;
/** Slightly more than the longest usage period. */
const LOOK_BACK_MS = 34 * 86_400_000;
const MINUTE_MS = 60_000;

export async function reconcileProvider(dataSource: DataSource, payments: Payments): Promise<Difference[]> {
  return [
    ...(await reconcileCustomers(dataSource, payments)),
    ...(await reconcileMeter(dataSource, payments)),
    ...(await reconcileEnded(dataSource, payments)),
    ...(await reconcileInvoices(dataSource, payments)),
  ];
}

/** Plan, status and period of each customer. */
async function reconcileCustomers(dataSource: DataSource, payments: Payments): Promise<Difference[]> {
  const customers = await queryRows<{ accountId: string; customerId: string }>(
    dataSource,
    `SELECT account_id AS "accountId", provider_customer_id AS "customerId" FROM subscription
      WHERE provider_customer_id IS NOT NULL ORDER BY account_id`,
  );
  const rows = new SubscriptionRows();
  const differences: Difference[] = [];
  for (const { accountId, customerId } of customers) {
    const row = await rows.get(dataSource, accountId);
    try {
      const state = await payments.customerState(customerId);
      differences.push(
        ...planDifferences(row, state),
        ...furtherDifferences(accountId, state),
        ...(await differencesOfPeriod(dataSource, accountId, countingSubscription(row, state))),
      );
    } catch (error) {
      if (!(error instanceof UnreadableSubscription)) throw error;
      const { subscriptionId, product } = error;
      const what = 'subscription whose product is no plan of this service';
      differences.push({ what, subject: subscriptionId, expected: 'a plan', found: product });
    }
  }
  return differences;
}

async function differencesOfPeriod(
  dataSource: DataSource,
  accountId: string,
  subscription: PaidSubscription | null,
): Promise<Difference[]> {
  if (subscription === null) return [];
  const period = await queryRow<PresentPeriod>(
    dataSource,
    `SELECT id, provider_starts_at AS "startsAt", ends_at AS "endsAt", now() AS now FROM usage_period
      WHERE account_id = $1 AND livemode ORDER BY starts_at DESC LIMIT 1`,
    [accountId],
  );
  return period === null ? [] : periodDifferences(period, subscription);
}

async function reconcileMeter(dataSource: DataSource, payments: Payments): Promise<Difference[]> {
  const to = wholeMinute(Date.now() - COUNTING_DELAY_MS);
  const from = wholeMinute(Date.now() - LOOK_BACK_MS);
  const reported = await queryRows<{ customerId: string; hundredths: number }>(
    dataSource,
    `SELECT customer_id AS "customerId", sum(hundredths)::float8 AS hundredths FROM overage_report
      WHERE accepted_at IS NOT NULL AND given_up_at IS NULL AND invoice_item_id IS NULL AND customer_id <> ''
        AND reported_at >= $1 AND reported_at < $2
      GROUP BY customer_id ORDER BY customer_id`,
    [from, to],
  );
  const differences: Difference[] = [];
  for (const { customerId, hundredths } of reported) {
    const counted = await payments.countedOverage(customerId, from, to);
    differences.push(...meterDifferences(customerId, hundredths, counted));
  }
  return differences;
}

async function reconcileEnded(dataSource: DataSource, payments: Payments): Promise<Difference[]> {
  const reports = await queryRows<MeteredReport>(
    dataSource,
    `SELECT r.entry_id AS "entryId", r.subscription_id AS "subscriptionId", e.amount_cents::float8 AS cents,
            r.first_attempt_at AS metered
       FROM overage_report r JOIN ledger_entry e ON e.id = r.entry_id
      WHERE r.accepted_at IS NOT NULL AND r.given_up_at IS NULL AND r.invoice_item_id IS NULL AND e.amount_cents > 0
        AND r.subscription_id IS NOT NULL AND r.customer_id <> '' AND r.first_attempt_at >= $1
      ORDER BY r.subscription_id, r.entry_id`,
    [new Date(Date.now() - LOOK_BACK_MS)],
  );
  const endedAt = new Map<string, Date | null>();
  for (const { subscriptionId } of reports)
    if (!endedAt.has(subscriptionId))
      endedAt.set(subscriptionId, (await payments.overageTerms(subscriptionId))?.endedAt ?? null);
  return endedDifferences(reports, endedAt);
}

async function reconcileInvoices(dataSource: DataSource, payments: Payments): Promise<Difference[]> {
  const since = new Date(Date.now() - LOOK_BACK_MS);
  const charged = await queryRows<InvoicedReport & { readonly customerId: string }>(
    dataSource,
    `SELECT r.entry_id AS "entryId", r.customer_id AS "customerId", e.amount_cents::float8 AS cents
       FROM overage_report r JOIN ledger_entry e ON e.id = r.entry_id
      WHERE r.accepted_at IS NOT NULL AND r.invoice_item_id <> '' AND r.customer_id <> '' AND r.occurred_at >= $1
      ORDER BY r.customer_id, r.entry_id`,
    [since],
  );
  const invoiced = new Map<string, number[]>();
  for (const customerId of new Set(charged.map((one) => one.customerId)))
    for (const { identifier, amountCents } of await payments.invoicedOverage(customerId, since))
      invoiced.set(identifier, [...(invoiced.get(identifier) ?? []), amountCents]);
  return invoiceDifferences(charged, invoiced);
}

function wholeMinute(atMs: number): Date {
  return new Date(Math.floor(atMs / MINUTE_MS) * MINUTE_MS);
}
