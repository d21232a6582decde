// Compares records that must agree: analyses, reservations, the ledger, and the overage that the payment provider counted.
import type { DataSource } from 'typeorm';
import { queryRows } from '../../platform/database/sql.js';
import type { Payments } from '../../ports/payments.js';
import { reconcileProvider } from './provider-reconciliation.js';
import type { Difference } from './reconciliation-difference.js';

/** Each query returns the rows that disagree. All amounts are hundredths of a minute. */
const CHECKS: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: 'completed analysis without a ledger entry',
    sql: `SELECT a.id AS subject, ((a.duration_ms + 599) / 600)::text AS expected, 'none' AS found
            FROM analysis a WHERE a.status = 'completed' AND a.scenario IS NULL
             AND NOT EXISTS (SELECT 1 FROM ledger_entry WHERE analysis_id = a.id)`,
  },
  {
    what: 'ledger entry of an analysis that is not completed',
    sql: `SELECT a.id AS subject, 'none' AS expected, e.hundredths::text AS found
            FROM ledger_entry e JOIN analysis a ON a.id = e.analysis_id WHERE a.status <> 'completed'`,
  },
  {
    what: 'ledger entry of another length than its analysis',
    sql: `SELECT a.id AS subject, ((a.duration_ms + 599) / 600)::text AS expected, e.hundredths::text AS found
            FROM ledger_entry e JOIN analysis a ON a.id = e.analysis_id
           WHERE a.status = 'completed' AND e.hundredths <> (a.duration_ms + 599) / 600`,
  },
  {
    what: 'call deleted at work, other minutes billed than were sent to a provider',
    sql: `SELECT d.analysis_id AS subject, ((d.sent_ms + 599) / 600)::text AS expected, coalesce(e.hundredths::text, 'none') AS found
            FROM deleted_call d LEFT JOIN ledger_entry e ON e.analysis_id = d.analysis_id
           WHERE d.status = 'processing' AND d.sent_ms > 0 AND e.hundredths IS DISTINCT FROM (d.sent_ms + 599) / 600`,
  },
  {
    what: 'call deleted after it failed, billed',
    sql: `SELECT d.analysis_id AS subject, 'none' AS expected, e.hundredths::text AS found
            FROM deleted_call d JOIN ledger_entry e ON e.analysis_id = d.analysis_id WHERE d.status = 'failed'`,
  },
  {
    what: 'ledger entry in a period of another account or mode',
    sql: `SELECT e.id AS subject, e.account_id || ' ' || e.livemode AS expected, p.account_id || ' ' || p.livemode AS found
            FROM ledger_entry e JOIN usage_period p ON p.id = e.period_id
           WHERE p.account_id <> e.account_id OR p.livemode <> e.livemode`,
  },
  {
    what: 'reservation of an analysis that is final',
    sql: `SELECT r.analysis_id AS subject, 'none' AS expected, r.hundredths::text AS found
            FROM minutes_reservation r JOIN analysis a ON a.id = r.analysis_id WHERE a.status <> 'processing'`,
  },
  {
    what: 'analysis at work without a reservation',
    sql: `SELECT a.id AS subject, 'at least 1' AS expected, 'none' AS found FROM analysis a
           WHERE a.status = 'processing' AND a.scenario IS NULL
             AND NOT EXISTS (SELECT 1 FROM minutes_reservation WHERE analysis_id = a.id)`,
  },
  {
    what: 'reservation in a period of another account or mode',
    sql: `SELECT a.id AS subject, a.account_id || ' ' || a.livemode AS expected, p.account_id || ' ' || p.livemode AS found
            FROM minutes_reservation r JOIN analysis a ON a.id = r.analysis_id JOIN usage_period p ON p.id = r.period_id
           WHERE p.account_id <> a.account_id OR p.livemode <> a.livemode`,
  },
  {
    what: 'periods that overlap',
    sql: `SELECT p.id AS subject, p.starts_at::text AS expected, q.ends_at::text AS found FROM usage_period p
            JOIN usage_period q ON q.account_id = p.account_id AND q.livemode = p.livemode AND q.id <> p.id
           WHERE q.starts_at <= p.starts_at AND q.ends_at > p.starts_at`,
  },
  {
    what: 'sums of a period other than those of its rows (minutes used, reserved, overage; cents; entries)',
    sql: `SELECT p.id AS subject, concat_ws(' ', e.used, r.reserved, e.overage, e.cents, e.entries) AS expected,
                 concat_ws(' ', p.used_hundredths, p.reserved_hundredths, p.overage_hundredths, p.overage_cents, p.analyses) AS found
            FROM usage_period p
            LEFT JOIN (SELECT period_id, sum(hundredths) AS used, sum(overage_hundredths) AS overage,
                              sum(amount_cents) AS cents, count(*) AS entries FROM ledger_entry GROUP BY 1) AS le
              ON le.period_id = p.id
            LEFT JOIN (SELECT period_id, sum(hundredths) AS reserved FROM minutes_reservation GROUP BY 1) AS mr
              ON mr.period_id = p.id
            CROSS JOIN LATERAL (SELECT coalesce(le.used, 0) AS used, coalesce(le.overage, 0) AS overage,
                                       coalesce(le.cents, 0) AS cents, coalesce(le.entries, 0) AS entries) AS e
            CROSS JOIN LATERAL (SELECT coalesce(mr.reserved, 0) AS reserved) AS r
           WHERE (e.used, r.reserved, e.overage, e.cents, e.entries)
              <> (p.used_hundredths, p.reserved_hundredths, p.overage_hundredths, p.overage_cents, p.analyses)`,
  },
  {
    // Entries that an earlier release wrote name no price. They count at the price that their period had.
    what: 'overage of a period at one price, other than that of its entries',
    sql: `SELECT coalesce(e.period_id, o.period_id) AS subject, coalesce(e.hundredths, 0)::text AS expected, coalesce(o.hundredths, 0)::text AS found
            FROM (SELECT period_id, overage_cents_per_minute AS cents_per_minute, sum(overage_hundredths) AS hundredths
                    FROM ledger_entry WHERE overage_hundredths > 0 GROUP BY 1, 2) AS e
            FULL JOIN period_overage o ON o.period_id = e.period_id AND o.cents_per_minute = e.cents_per_minute
           WHERE coalesce(e.hundredths, 0) <> coalesce(o.hundredths, 0)
             AND NOT EXISTS (SELECT 1 FROM ledger_entry l WHERE l.period_id = coalesce(e.period_id, o.period_id)
                              AND l.overage_hundredths > 0 AND l.overage_cents_per_minute IS NULL)`,
  },
  {
    what: 'report of other overage than its ledger entry',
    sql: `SELECT e.id AS subject, e.overage_hundredths::text AS expected, r.hundredths::text AS found
            FROM overage_report r JOIN ledger_entry e ON e.id = r.entry_id WHERE r.hundredths <> e.overage_hundredths`,
  },
  {
    what: 'overage not accepted by the payment provider for an hour',
    sql: `SELECT entry_id AS subject, hundredths::text AS expected, 'none' AS found FROM overage_report
           WHERE accepted_at IS NULL AND given_up_at IS NULL AND occurred_at < now() - interval '1 hour'`,
  },
  {
    what: 'overage that the payment provider refused for good',
    sql: `SELECT entry_id AS subject, hundredths::text AS expected, 'none' AS found FROM overage_report
           WHERE accepted_at IS NULL AND given_up_at IS NOT NULL`,
  },
  {
    what: 'amount in cents without a report to the payment provider',
    sql: `SELECT e.id AS subject, e.amount_cents::text AS expected, 'none' AS found FROM ledger_entry e
           WHERE e.livemode AND e.amount_cents > 0 AND e.provider_subscription_id IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM overage_report WHERE entry_id = e.id)`,
  },
  {
    what: 'report of another amount or subscription than its ledger entry',
    sql: `SELECT e.id AS subject, concat_ws(' ', e.amount_cents, e.provider_subscription_id) AS expected,
                 concat_ws(' ', r.amount_cents, r.subscription_id) AS found
            FROM overage_report r JOIN ledger_entry e ON e.id = r.entry_id
           WHERE (r.amount_cents, r.subscription_id) <> (e.amount_cents, e.provider_subscription_id)`,
  },
  {
    // The terms of a period may have changed, so its calls may have been accepted with different included minutes.
    what: 'overage of a period that the terms of its calls do not give',
    sql: `SELECT period_id AS subject, concat_ws(' to ', least_overage, most_overage) AS expected, overage::text AS found
            FROM (SELECT period_id, sum(overage_hundredths) AS overage,
                         greatest(0, sum(hundredths) - max(included_hundredths)) AS least_overage,
                         greatest(0, sum(hundredths) - min(included_hundredths)) AS most_overage
                    FROM ledger_entry GROUP BY 1 HAVING bool_and(included_hundredths IS NOT NULL)) AS p
           WHERE overage NOT BETWEEN least_overage AND most_overage`,
  },
  {
    what: 'cents of overage at another price than that of acceptance',
    sql: `SELECT period_id AS subject, round(exactly, 2)::text AS expected, cents::text AS found
            FROM (SELECT period_id, sum(amount_cents) AS cents,
                         sum(overage_hundredths) * overage_cents_per_minute / 100 AS exactly
                    FROM ledger_entry WHERE overage_cents_per_minute IS NOT NULL
                   GROUP BY period_id, overage_cents_per_minute) AS p
           WHERE abs(cents - exactly) > 0.51`,
  },
  {
    what: 'gap between periods',
    sql: `SELECT id AS subject, ends_at::text AS expected, next_starts_at::text AS found
            FROM (SELECT id, ends_at, lead(starts_at) OVER (PARTITION BY account_id ORDER BY starts_at) AS next_starts_at
                    FROM usage_period WHERE livemode) AS p WHERE next_starts_at > ends_at`,
  },
  {
    what: 'period that merges two months of the payment provider',
    sql: `SELECT id AS subject, 'at most 31 days' AS expected, (ends_at - provider_starts_at)::text AS found
            FROM usage_period WHERE ends_at > provider_starts_at + interval '31 days 1 hour'`,
  },
];

/** @returns every difference; none when all agree */
export async function reconcile(dataSource: DataSource, payments: Payments): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const { what, sql } of CHECKS) {
    const found = await queryRows<Omit<Difference, 'what'>>(dataSource, sql);
    differences.push(...found.map((difference) => ({ what, ...difference })));
  }
  if (payments.collection !== 'none') differences.push(...(await reconcileProvider(dataSource, payments)));
  return differences;
}

/** A text table with aligned columns. */
export function differencesTable(differences: readonly Difference[]): string {
  const lines = [
    ['difference', 'of', 'expected', 'found'],
    ...differences.map(({ what, subject, expected, found }) => [what, subject, expected, found]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
