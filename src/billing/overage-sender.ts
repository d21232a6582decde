/** Tells the payment provider of overage until it has accepted each report; each customer's in order, one at a time. */
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../platform/database/sql.js';
import { Payments } from '../ports/payments.js';
import { ProviderError } from '../ports/provider-error.js';
import { AccountTurns } from './account-turns.js';
import { DUE_BY } from './due-by.js';

interface ReportRow {
  readonly entryId: string;
  readonly hundredths: number;
  readonly occurredAt: Date;
  readonly periodEndsAt: Date;
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  readonly reportedAt: Date | null;
  /** On the database's clock, as all the times above: a process whose own is wrong must not report twice. */
  readonly now: Date;
}

/** Stripe finalises an invoice an hour after its period; what arrives later for that period is charged to nobody. */
const INVOICE_OPEN_MS = 50 * 60_000;
/** Stripe remembers an identifier for at least 24 hours. */
const IDENTIFIER_KNOWN_MS = 23 * 3_600_000;
/** Stripe takes no older times. */
const OLDEST_MS = 34 * 86_400_000;
const MINUTE_MS = 60_000;
const RETRY_MS = [5_000, 30_000, 120_000, 600_000];
const RETRY_AT_MOST_MS = 1_800_000;
const CUSTOMERS_PER_PASS = 200;

@Injectable()
export class OverageSender {
  private readonly logger = new Logger(OverageSender.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: Payments,
    private readonly turns: AccountTurns,
  ) {}

  /** Sends what is due, of all customers. Ends early when the provider is away: the rest would meet the same. */
  async sendDue(): Promise<void> {
    if (this.payments.collection === 'none') return;
    const due = await queryRows<{ customerId: string }>(
      this.dataSource,
      `SELECT customer_id AS "customerId" FROM overage_report WHERE accepted_at IS NULL
        GROUP BY customer_id HAVING min(next_attempt_at) <= ${DUE_BY} ORDER BY min(occurred_at) LIMIT $1`,
      [CUSTOMERS_PER_PASS],
    );
    for (const { customerId } of due) {
      const outcome = await this.turns.tryTake(turnOf(customerId), (manager) => this.send(manager, customerId));
      if (outcome === 'away') return;
    }
  }

  /**
   * Sends everything of one customer now, due or not.
   * @param manager of the account's turn
   * @throws ProviderError
   */
  async flush(manager: EntityManager, customerId: string): Promise<void> {
    await this.turns.takeWithin(manager, turnOf(customerId), async () => {
      for (let report = await this.oldest(manager, customerId, true); report; ) {
        await this.deliver(manager, customerId, report);
        report = await this.oldest(manager, customerId, true);
      }
    });
  }

  private async send(manager: EntityManager, customerId: string): Promise<'done' | 'away'> {
    for (let report = await this.oldest(manager, customerId, false); report; ) {
      try {
        await this.deliver(manager, customerId, report);
      } catch (error) {
        await this.putOff(manager, report, error);
        return error instanceof ProviderError && error.retryable ? 'away' : 'done';
      }
      report = await this.oldest(manager, customerId, false);
    }
    return 'done';
  }

  /** Null when there is none, or when the oldest waits for its next attempt: the ones behind it wait too. */
  private async oldest(manager: EntityManager, customerId: string, flush: boolean): Promise<ReportRow | null> {
    return queryRow<ReportRow>(
      manager,
      `SELECT * FROM (
         SELECT entry_id AS "entryId", hundredths::float8 AS hundredths, occurred_at AS "occurredAt",
                period_ends_at AS "periodEndsAt", attempts, first_attempt_at AS "firstAttemptAt",
                reported_at AS "reportedAt", next_attempt_at, clock_timestamp() AS now
           FROM overage_report WHERE customer_id = $1 AND accepted_at IS NULL
          ORDER BY occurred_at, entry_id LIMIT 1) AS oldest
        WHERE $2 OR next_attempt_at <= ${DUE_BY}`,
      [customerId, flush],
    );
  }

  private async deliver(manager: EntityManager, customerId: string, report: ReportRow): Promise<void> {
    const at = await this.timeToReport(manager, customerId, report);
    if (at !== null) {
      const { entryId: identifier, hundredths } = report;
      await this.payments.reportOverage({ identifier, customerId, hundredths, at });
    }
    await manager.query('UPDATE overage_report SET accepted_at = now(), next_attempt_at = NULL WHERE entry_id = $1', [
      report.entryId,
    ]);
  }

  /**
   * The time that the report carries, written down before it is sent: a repetition has to say the same for as long as the
   * provider knows the identifier. After that only the provider's own count tells whether an earlier attempt arrived.
   * @returns null when it did
   */
  private async timeToReport(manager: EntityManager, customerId: string, report: ReportRow): Promise<Date | null> {
    const { reportedAt, firstAttemptAt, periodEndsAt, now } = report;
    if (reportedAt !== null && firstAttemptAt !== null) {
      const known = now.getTime() - firstAttemptAt.getTime() < IDENTIFIER_KNOWN_MS;
      if (known && !missesItsInvoice(reportedAt, periodEndsAt, now)) return reportedAt;
      if (await this.hasArrived(manager, customerId, report.entryId, report.hundredths, reportedAt)) return null;
    }
    const at = timeFor(report);
    await manager.query(`UPDATE overage_report SET reported_at = $2, first_attempt_at = now() WHERE entry_id = $1`, [
      report.entryId,
      at,
    ]);
    return at;
  }

  /** Does the provider count more in that minute than what it has confirmed? Reports of a customer go one by one. */
  private async hasArrived(
    manager: EntityManager,
    customerId: string,
    entryId: string,
    hundredths: number,
    reportedAt: Date,
  ): Promise<boolean> {
    const from = new Date(Math.floor(reportedAt.getTime() / MINUTE_MS) * MINUTE_MS);
    const to = new Date(from.getTime() + MINUTE_MS);
    const confirmed = await queryRow<{ sum: string }>(
      manager,
      `SELECT coalesce(sum(hundredths), 0) AS sum FROM overage_report
        WHERE customer_id = $1 AND accepted_at IS NOT NULL AND entry_id <> $2 AND reported_at >= $3 AND reported_at < $4`,
      [customerId, entryId, from, to],
    );
    const counted = await this.payments.countedOverage(customerId, from, to);
    return counted >= Number(confirmed?.sum ?? 0) + hundredths;
  }

  private async putOff(manager: EntityManager, report: ReportRow, error: unknown): Promise<void> {
    const asked = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(asked, RETRY_MS[report.attempts] ?? RETRY_AT_MOST_MS);
    this.logger.warn(
      { err: error, entryId: report.entryId, waitMs },
      'Overage could not be reported; it will be again',
    );
    await manager.query(
      `UPDATE overage_report SET attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 millisecond'
        WHERE entry_id = $1`,
      [report.entryId, waitMs],
    );
  }
}

const turnOf = (customerId: string) => `overage:${customerId}`;

/** A call belongs to the period that it was accepted in, also when it was completed just after. */
function timeFor({ occurredAt, periodEndsAt, now }: ReportRow): Date {
  const at = new Date(Math.min(occurredAt.getTime(), periodEndsAt.getTime() - 1_000));
  return missesItsInvoice(at, periodEndsAt, now) || now.getTime() - at.getTime() > OLDEST_MS ? now : at;
}

function missesItsInvoice(at: Date, periodEndsAt: Date, now: Date): boolean {
  return at < periodEndsAt && now.getTime() > periodEndsAt.getTime() + INVOICE_OPEN_MS;
}
