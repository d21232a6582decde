// Reports overage to the payment provider until it accepts each report: those of one customer in order, one at a time. Where the
// meter no longer takes overage for the subscription under which the call was accepted, an invoice item charges it.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { type OverageTerms, Payments } from '../../ports/payments.js';
import { AdvisoryLocks } from '../advisory-locks.js';
import { DUE_BY } from '../due-by.js';
import { isMetered, type MeteredOverage, timeBeforeEnd, timeOf, timeToRepeat } from './metered-overage.js';
import { afterFailure, isRefusal } from './overage-retries.js';

interface ReportRow extends MeteredOverage {
  readonly entryId: string;
  readonly hundredths: number;
  /** Cents of the ledger entry. */
  readonly amountCents: number;
  /** Subscription under which the call was accepted. Null in rows of an earlier release. */
  readonly subscriptionId: string | null;
  /** Set when an invoice item charges the overage; empty until its id is known. */
  readonly invoiceItemId: string | null;
  readonly attempts: number;
  readonly refusals: number;
}

const MINUTE_MS = 60_000;
const MAX_CUSTOMERS_PER_PASS = 200;

@Injectable()
export class OverageSender {
  private readonly logger = new Logger(OverageSender.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: Payments,
    private readonly locks: AdvisoryLocks,
  ) {}

  /** Sends the due reports of all customers. Stops early when the provider is down, since the other reports would fail too. */
  async sendDue(): Promise<void> {
    const due = await queryRows<{ customerId: string }>(
      this.dataSource,
      `SELECT customer_id AS "customerId" FROM overage_report WHERE accepted_at IS NULL AND given_up_at IS NULL
        GROUP BY customer_id HAVING min(next_attempt_at) <= ${DUE_BY} ORDER BY min(occurred_at) LIMIT $1`,
      [MAX_CUSTOMERS_PER_PASS],
    );
    for (const { customerId } of due) {
      const outcome = await this.locks.tryWithLock(lockOf(customerId), (manager) =>
        this.send(manager, customerId, false),
      );
      if (outcome === 'away') return;
    }
  }

  /**
   * Sends all reports of one customer now, due or not, and then runs work that must find them reported. Nothing is sent for
   * the customer meanwhile: a report that the meter took after the end of its subscription would be on no invoice. Where the
   * provider refuses a report, that and those after it stay behind: once the subscription has ended, invoice items charge them.
   * @param manager of the connection that holds the account's lock
   * @throws ProviderError
   */
  async flush(manager: EntityManager, customerId: string, then: () => Promise<void>): Promise<void> {
    await this.locks.withLockOn(manager, lockOf(customerId), async () => {
      await this.send(manager, customerId, true);
      await then();
    });
  }

  private async send(manager: EntityManager, customerId: string, flush: boolean): Promise<'done' | 'away'> {
    for (let report = await this.oldest(manager, customerId, flush); report; ) {
      try {
        await this.deliver(manager, customerId, report);
      } catch (error) {
        // Only an item for a known subscription can charge the report later.
        if (flush && !(isRefusal(error) && report.subscriptionId !== null)) throw error;
        const outcome = await this.recordFailure(manager, report, error);
        if (outcome !== 'given up') return outcome;
      }
      report = await this.oldest(manager, customerId, flush);
    }
    return 'done';
  }

  /** Null when there is none, or when the oldest waits for its next attempt: later reports must wait for it. */
  private async oldest(manager: EntityManager, customerId: string, flush: boolean): Promise<ReportRow | null> {
    return queryRow<ReportRow>(
      manager,
      `SELECT oldest.*, e.amount_cents::float8 AS "amountCents", e.overage_cents_per_minute::float8 AS "centsPerMinute",
              p.starts_at AS "periodStartsAt"
         FROM (
         SELECT entry_id AS "entryId", hundredths::float8 AS hundredths, subscription_id AS "subscriptionId",
                invoice_item_id AS "invoiceItemId", occurred_at AS "occurredAt", period_ends_at AS "periodEndsAt",
                attempts, refusals, first_attempt_at AS "firstAttemptAt", reported_at AS "reportedAt", next_attempt_at,
                clock_timestamp() AS now
           FROM overage_report WHERE customer_id = $1 AND accepted_at IS NULL AND given_up_at IS NULL
          ORDER BY occurred_at, entry_id LIMIT 1) AS oldest
         JOIN ledger_entry e ON e.id = "entryId" JOIN usage_period p ON p.id = e.period_id
        WHERE $2 OR next_attempt_at <= ${DUE_BY}`,
      [customerId, flush],
    );
  }

  private async deliver(manager: EntityManager, customerId: string, report: ReportRow): Promise<void> {
    const { entryId: identifier, subscriptionId } = report;
    if (subscriptionId === null) await this.meter(manager, customerId, report, null);
    else {
      const terms = await this.payments.overageTerms(subscriptionId);
      if (report.invoiceItemId === null && isMetered(terms, report))
        await this.meter(manager, customerId, report, terms?.startedAt ?? null);
      else if (!(await this.wasMetered(manager, customerId, report, terms)))
        await this.invoice(manager, customerId, subscriptionId, report);
    }
    await manager.query('UPDATE overage_report SET accepted_at = now(), next_attempt_at = NULL WHERE entry_id = $1', [
      identifier,
    ]);
  }

  /** @param startedAt start of the subscription; null when it is not known */
  private async meter(
    manager: EntityManager,
    customerId: string,
    report: ReportRow,
    startedAt: Date | null,
  ): Promise<void> {
    const at = await this.timeToReport(manager, customerId, report, startedAt);
    if (at === null) return;
    const { entryId: identifier, hundredths } = report;
    await this.payments.reportOverage({ identifier, customerId, hundredths, at });
  }

  /** Whether an earlier attempt reached the meter while the subscription ran: its last invoice has the overage. */
  private async wasMetered(
    manager: EntityManager,
    customerId: string,
    report: ReportRow,
    terms: OverageTerms | null,
  ): Promise<boolean> {
    if (report.invoiceItemId !== null) return false;
    const { entryId, hundredths } = report;
    const at = timeBeforeEnd(report, terms);
    return at !== null && this.hasArrived(manager, customerId, entryId, hundredths, at);
  }

  /** Stores the choice first: a retry must not report overage to the meter that may be on an invoice. */
  private async invoice(
    manager: EntityManager,
    customerId: string,
    subscriptionId: string,
    report: ReportRow,
  ): Promise<void> {
    const { entryId: identifier, hundredths, amountCents, occurredAt, periodStartsAt } = report;
    // The entries of a period add up exactly to its cents, so an entry of a few hundredths may cost nothing.
    if (amountCents === 0) return;
    const store = (id: string) =>
      manager.query('UPDATE overage_report SET invoice_item_id = $2 WHERE entry_id = $1', [identifier, id]);
    if (report.invoiceItemId === null) await store('');
    await store(
      await this.payments.invoiceOverage({
        identifier,
        customerId,
        subscriptionId,
        hundredths,
        amountCents,
        from: periodStartsAt,
        to: occurredAt,
      }),
    );
    this.logger.log(
      { entryId: identifier, subscriptionId },
      'Charged overage by an invoice item, because its subscription has ended or has another price',
    );
  }

  /**
   * Time to put on the report. It is stored before the report is sent: a retry must carry the same time while the provider
   * deduplicates by the identifier. Later, only the provider's own sum shows whether an earlier attempt arrived.
   * @returns null when an earlier attempt arrived
   */
  private async timeToReport(
    manager: EntityManager,
    customerId: string,
    report: ReportRow,
    startedAt: Date | null,
  ): Promise<Date | null> {
    const { entryId, hundredths, reportedAt } = report;
    const repeatable = timeToRepeat(report);
    if (repeatable !== null) return repeatable;
    if (reportedAt !== null && (await this.hasArrived(manager, customerId, entryId, hundredths, reportedAt)))
      return null;
    const at = timeOf(report, startedAt);
    await manager.query(`UPDATE overage_report SET reported_at = $2, first_attempt_at = now() WHERE entry_id = $1`, [
      entryId,
      at,
    ]);
    return at;
  }

  /** Whether the provider's sum for that minute includes this report besides the confirmed ones. Reports go one at a time. */
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
        WHERE customer_id = $1 AND accepted_at IS NOT NULL AND invoice_item_id IS NULL AND entry_id <> $2
          AND reported_at >= $3 AND reported_at < $4`,
      [customerId, entryId, from, to],
    );
    const counted = await this.payments.countedOverage(customerId, from, to);
    return counted >= Number(confirmed?.sum ?? 0) + hundredths;
  }

  /** Gives up a report that the provider keeps refusing, so that later ones can be sent. */
  private async recordFailure(
    manager: EntityManager,
    report: ReportRow,
    error: unknown,
  ): Promise<'done' | 'away' | 'given up'> {
    const { entryId } = report;
    const { refusals, isGivenUp, waitMs, isAway } = afterFailure(error, report);
    if (isGivenUp) {
      this.logger.error(
        { err: error, entryId, refusals },
        'Gave up a report of overage that the payment provider keeps refusing',
      );
      // An earlier release ignores given_up_at, but waits for the next attempt.
      await manager.query(
        `UPDATE overage_report SET attempts = attempts + 1, refusals = $2, given_up_at = now(), next_attempt_at = 'infinity'
          WHERE entry_id = $1`,
        [entryId, refusals],
      );
      return 'given up';
    }
    this.logger.warn({ err: error, entryId, waitMs }, 'Failed to report overage; it will be retried');
    await manager.query(
      `UPDATE overage_report SET attempts = attempts + 1, refusals = $3,
         next_attempt_at = now() + $2 * interval '1 millisecond' WHERE entry_id = $1`,
      [entryId, waitMs, refusals],
    );
    return isAway ? 'away' : 'done';
  }
}

const lockOf = (customerId: string) => `overage:${customerId}`;
