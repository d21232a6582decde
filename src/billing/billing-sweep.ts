/** The regular round of a working process: events, overage, and what falls due without anybody calling. */
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { queryRows } from '../platform/database/sql.js';
import { PeriodicTask } from '../platform/operations/periodic-task.js';
import { Payments } from '../ports/payments.js';
import { ProviderError } from '../ports/provider-error.js';
import { AccountTurns } from './account-turns.js';
import { OverageSender } from './overage-sender.js';
import { PaymentEvents } from './payment-events.service.js';
import { PAST_DUE_GRACE_MS, SubscriptionSync } from './subscription-sync.js';

/** Per round; the rest has its turn in the next. */
const MOST = 50;

@Injectable()
export class BillingSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(BillingSweep.name);
  private readonly round = new PeriodicTask(
    () => this.sweep(),
    (error) => this.logger.warn({ err: error }, 'A round of billing failed; the next one will look again'),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly payments: Payments,
    private readonly events: PaymentEvents,
    private readonly overage: OverageSender,
    private readonly sync: SubscriptionSync,
    private readonly turns: AccountTurns,
  ) {}

  onApplicationBootstrap(): void {
    if (this.payments.collection === 'none') return;
    this.round.start(this.config.worker.sweepMs);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  /** Each part on its own: one that fails does not keep the others from their turn. */
  async sweep(): Promise<void> {
    const parts = {
      events: () => this.events.processDue(),
      overage: () => this.overage.sendDue(),
      subscriptions: () => this.refreshDue(),
      closures: () => this.closeErased(),
    };
    for (const [part, run] of Object.entries(parts)) {
      try {
        await run();
      } catch (error) {
        this.logger.warn({ err: error, part }, 'A round of billing failed; the next one will look again');
      }
    }
  }

  /** A pending change whose period has turned, a grace that is over, a checkout that has run out. */
  private async refreshDue(): Promise<void> {
    const due = await queryRows<{ accountId: string }>(
      this.dataSource,
      `SELECT account_id AS "accountId" FROM subscription
        WHERE provider_customer_id IS NOT NULL
          AND (pending_from <= now() OR checkout_expires_at <= now()
               OR (plan <> 'free' AND past_due_since <= now() - $1 * interval '1 millisecond')) LIMIT $2`,
      [PAST_DUE_GRACE_MS, MOST],
    );
    await this.oneByOne(due, ({ accountId }) =>
      this.turns.take(`billing:${accountId}`, (manager) => this.sync.refresh(manager, accountId)),
    );
  }

  /** The last invoice of an erased account is made once all of its overage has been reported. */
  private async closeErased(): Promise<void> {
    const due = await queryRows<{ customerId: string }>(
      this.dataSource,
      `SELECT customer_id AS "customerId" FROM subscription_closure c
        WHERE NOT EXISTS (SELECT 1 FROM overage_report r WHERE r.customer_id = c.customer_id AND r.accepted_at IS NULL)
        ORDER BY created_at LIMIT $1`,
      [MOST],
    );
    await this.oneByOne(due, async ({ customerId }) => {
      await this.payments.endCustomer(customerId);
      await this.dataSource.query('DELETE FROM subscription_closure WHERE customer_id = $1', [customerId]);
    });
  }

  /** One that the provider refuses keeps no other from its turn; where the provider is away, the rest would meet the same. */
  private async oneByOne<Due extends object>(due: readonly Due[], work: (one: Due) => Promise<unknown>): Promise<void> {
    for (const one of due) {
      try {
        await work(one);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.retryable || error.pausesEngine) throw error;
        this.logger.warn({ err: error, ...one }, 'The payment provider refused; the next round will ask again');
      }
    }
  }
}
