// The periodic billing work, which one worker does for all: payment events, overage reports, due plan changes, closures of
// erased accounts.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { queryRows } from '../platform/database/sql.js';
import { SharedRound } from '../platform/operations/shared-round.js';
import { Payments } from '../ports/payments.js';
import { ProviderError } from '../ports/provider-error.js';
import { AdvisoryLocks } from './advisory-locks.js';
import { OverageSender } from './overage/overage-sender.js';
import { PaymentEvents } from './subscriptions/payment-events.service.js';
import { PAST_DUE_GRACE_MS, SubscriptionSync } from './subscriptions/subscription-sync.js';

/** Accounts per sweep; the next sweep takes the rest. */
const MAX_ACCOUNTS = 50;
const REFRESH_CLAIM_SECONDS = 600;
const CLOSURE_CLAIM_SECONDS = 60;
/** Stripe tries to collect an invoice for about a month, as it is set up. */
const MAX_INVOICE_WAIT_SECONDS = 60 * 86_400;

interface Closure {
  readonly customerId: string;
  readonly ended: boolean;
  /** An invoice that is still unpaid is given up. */
  readonly overdue: boolean;
}

@Injectable()
export class BillingSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(BillingSweep.name);
  private readonly round: SharedRound;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly payments: Payments,
    private readonly events: PaymentEvents,
    private readonly overage: OverageSender,
    private readonly sync: SubscriptionSync,
    private readonly locks: AdvisoryLocks,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'billing',
      run: () => this.sweep(),
      onError: (error) => this.logger.warn({ err: error }, 'Billing sweep failed; the next sweep will try again'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.payments.collection === 'none') return;
    this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  /** Runs each part separately, so that a failing one does not block the others. */
  async sweep(): Promise<void> {
    const parts = {
      events: () => this.events.processDue(),
      overage: () => this.overage.sendDue(),
      changes: () => this.refreshChanging(),
      refreshes: () => this.refreshDue(),
      closures: () => this.closeErased(),
    };
    for (const [part, run] of Object.entries(parts)) {
      try {
        await run();
      } catch (error) {
        this.logger.warn({ err: error, part }, 'Billing sweep failed; the next sweep will try again');
      }
    }
  }

  /** Refreshes subscriptions with a pending change that is due, an ended grace period, or an expired checkout. */
  private async refreshChanging(): Promise<void> {
    const due = await queryRows<{ accountId: string }>(
      this.dataSource,
      `SELECT account_id AS "accountId" FROM subscription
        WHERE provider_customer_id IS NOT NULL
          AND (pending_from <= now() OR checkout_expires_at <= now()
               OR (plan <> 'free' AND status = 'past_due' AND past_due_since <= now() - $1 * interval '1 millisecond')) LIMIT $2`,
      [PAST_DUE_GRACE_MS, MAX_ACCOUNTS],
    );
    await this.refreshEach(due);
  }

  /**
   * Refreshes accounts whose provider's period has turned, or that were not compared with it for a day: an event may be lost.
   * The claim keeps other workers away and is the back-off of a refresh that fails.
   */
  private async refreshDue(): Promise<void> {
    const due = await queryRows<{ accountId: string }>(
      this.dataSource,
      `UPDATE subscription SET refresh_due_at = now() + $2 * interval '1 second'
        WHERE id IN (SELECT id FROM subscription WHERE provider_customer_id IS NOT NULL AND refresh_due_at <= now()
                     ORDER BY refresh_due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING account_id AS "accountId"`,
      [MAX_ACCOUNTS, REFRESH_CLAIM_SECONDS],
    );
    await this.refreshEach(due);
  }

  private async refreshEach(due: readonly { readonly accountId: string }[]): Promise<void> {
    await this.forEach(due, ({ accountId }) =>
      this.locks.withLock(`billing:${accountId}`, (manager) => this.sync.refresh(manager, accountId)),
    );
  }

  /**
   * Ends the customers of erased accounts, once all their overage is reported or given up: then the provider makes the last
   * invoice. When it is paid, the customer is deleted.
   */
  private async closeErased(): Promise<void> {
    const due = await queryRows<Closure>(
      this.dataSource,
      `UPDATE subscription_closure SET next_attempt_at = now() + $2 * interval '1 second'
        WHERE customer_id IN (
          SELECT customer_id FROM subscription_closure c WHERE next_attempt_at <= now() AND NOT EXISTS (
            SELECT 1 FROM overage_report r
             WHERE r.customer_id = c.customer_id AND r.accepted_at IS NULL AND r.given_up_at IS NULL)
          ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING customer_id AS "customerId", ended_at IS NOT NULL AS ended,
          coalesce(ended_at < now() - $3 * interval '1 second', false) AS overdue`,
      [MAX_ACCOUNTS, CLOSURE_CLAIM_SECONDS, MAX_INVOICE_WAIT_SECONDS],
    );
    await this.forEach(due, async (closure) => this.closeCustomer(closure));
  }

  private async closeCustomer({ customerId, ended, overdue }: Closure): Promise<void> {
    if (!ended) {
      await this.payments.endCustomer(customerId);
      await this.dataSource.query('UPDATE subscription_closure SET ended_at = now() WHERE customer_id = $1', [
        customerId,
      ]);
    }
    if (!(await this.payments.eraseCustomer(customerId, { unpaid: overdue }))) {
      await this.dataSource.query(
        `UPDATE subscription_closure SET next_attempt_at = now() + interval '1 hour' WHERE customer_id = $1`,
        [customerId],
      );
      return;
    }
    // The reports are part of the books and stay, without the name of a person.
    await this.dataSource.transaction(async (tx) => {
      await tx.query(
        `UPDATE overage_report SET customer_id = '', subscription_id = NULL,
           invoice_item_id = CASE WHEN invoice_item_id IS NOT NULL THEN '' END
         WHERE customer_id = $1`,
        [customerId],
      );
      await tx.query('DELETE FROM subscription_closure WHERE customer_id = $1', [customerId]);
    });
  }

  /** A refusal that concerns one account does not block the others. When the provider is away, the rest would fail too. */
  private async forEach<Due extends object>(due: readonly Due[], work: (one: Due) => Promise<unknown>): Promise<void> {
    for (const one of due) {
      try {
        await work(one);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.retryable || error.pausesEngine) throw error;
        this.logger.warn({ err: error, ...one }, 'The payment provider refused; the next sweep will try again');
      }
    }
  }
}
