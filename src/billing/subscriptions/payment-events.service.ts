// Events of the payment provider. Each is stored once, then processed by reading the present state from the provider.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import { Payments } from '../../ports/payments.js';
import { AdvisoryLocks } from '../advisory-locks.js';
import { DUE_BY } from '../due-by.js';
import { SubscriptionRows } from '../periods/subscription-rows.js';
import { UsagePeriods } from '../periods/usage-periods.js';
import { billingErrors } from './payment-errors.js';
import { SubscriptionSync } from './subscription-sync.js';

interface ClaimedEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
  readonly disputeId: string | null;
  readonly attempts: number;
}

/**
 * The disputes of a customer are compared as long as it has an account. Its other events need it only until they are processed.
 */
const PROCESSED = `
  UPDATE payment_event SET processed_at = now(), next_attempt_at = NULL,
    customer_id = CASE WHEN $2 AND dispute_id IS NOT NULL THEN customer_id END,
    dispute_id = CASE WHEN $2 THEN dispute_id END
  WHERE id = $1`;

const MAX_EVENTS_PER_PASS = 100;
/** After this time another process may claim the event. */
const LEASE_SECONDS = 60;
const RETRY_WAITS_SECONDS = [2, 10, 60, 300];
const MAX_RETRY_WAIT_SECONDS = 900;

@Injectable()
export class PaymentEvents {
  private readonly logger = new Logger(PaymentEvents.name);
  private processing: Promise<void> | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: Payments,
    private readonly locks: AdvisoryLocks,
    private readonly sync: SubscriptionSync,
    private readonly subscriptions: SubscriptionRows,
    private readonly periods: UsagePeriods,
  ) {}

  /**
   * Stores the event before the response. A second delivery of it has no effect.
   * @throws ApiError 400 for a bad signature, 404 without a provider
   */
  async receive(rawBody: Buffer, signature: string | undefined): Promise<void> {
    if (this.payments.collection === 'none') throw billingErrors.notConfigured();
    const event = this.payments.readEvent(rawBody, signature);
    if (event === null) throw billingErrors.badSignature();
    if (!event.ours) {
      this.logger.warn(
        { eventId: event.id, type: event.type },
        'Ignored a payment event of the other mode (test or live)',
      );
      return;
    }
    const stored = await queryRow(
      this.dataSource,
      `INSERT INTO payment_event (id, type, customer_id, dispute_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [event.id, event.type, event.customerId, event.disputeId],
    );
    if (!stored) return;
    this.processDue().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Could not process payment events now; the sweep will process them'),
    );
  }

  /** Processes the due events that no other process has claimed. */
  async processDue(): Promise<void> {
    // A call during a pass waits for its end and starts another, since its event may have come after the claim.
    while (this.processing) await this.processing.catch(() => undefined);
    this.processing = this.processAll().finally(() => {
      this.processing = null;
    });
    return this.processing;
  }

  private async processAll(): Promise<void> {
    for (const event of await this.claim()) {
      try {
        await this.process(event);
      } catch (error) {
        const seconds = retryWaitSeconds(event.attempts);
        this.logger.warn(
          { err: error, eventId: event.id, type: event.type, seconds },
          'Failed to process a payment event; it will be retried',
        );
        await this.dataSource.query(
          `UPDATE payment_event SET attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 second'
            WHERE id = $1 AND processed_at IS NULL`,
          [event.id, seconds],
        );
      }
    }
  }

  private async claim(): Promise<ClaimedEvent[]> {
    return queryRows<ClaimedEvent>(
      this.dataSource,
      `UPDATE payment_event SET next_attempt_at = now() + $2 * interval '1 second'
        WHERE id IN (SELECT id FROM payment_event WHERE processed_at IS NULL AND next_attempt_at <= ${DUE_BY}
                     ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING id, type, customer_id AS "customerId", dispute_id AS "disputeId", attempts`,
      [MAX_EVENTS_PER_PASS, LEASE_SECONDS],
    );
  }

  private async process(event: ClaimedEvent): Promise<void> {
    const dispute = event.disputeId === null ? null : await this.payments.findDispute(event.disputeId);
    const customerId = dispute ? dispute.customerId : event.customerId;
    const owner = customerId === null ? null : await this.subscriptions.findByCustomer(this.dataSource, customerId);
    if (event.type.startsWith('v1.billing.meter.')) {
      this.logger.error(
        { eventId: event.id, type: event.type },
        'Stripe accepted overage and then could not count it; run billing:reconcile',
      );
    }
    if (!owner) return this.markProcessed(this.dataSource.manager, event, false);
    await this.locks.withLock(`billing:${owner.accountId}`, async (manager) => {
      await this.sync.refresh(manager, owner.accountId);
      if (dispute) await this.markDisputed(manager, owner.accountId, await this.isDisputed(manager, event, customerId));
      await this.markProcessed(manager, event, true);
    });
  }

  /**
   * Whether any payment of the customer is disputed. A dispute that was won does not end the others. The caller holds the
   * billing lock, so the last write has the latest state.
   */
  private async isDisputed(manager: EntityManager, event: ClaimedEvent, customerId: string | null): Promise<boolean> {
    await manager.query('UPDATE payment_event SET customer_id = $2 WHERE id = $1', [event.id, customerId]);
    const disputes = await queryRows<{ id: string }>(
      manager,
      'SELECT DISTINCT dispute_id AS id FROM payment_event WHERE customer_id = $1 AND dispute_id IS NOT NULL',
      [customerId],
    );
    for (const { id } of disputes) if (!(await this.payments.findDispute(id)).settled) return true;
    return false;
  }

  private async markDisputed(manager: EntityManager, accountId: string, disputed: boolean): Promise<void> {
    if (disputed)
      this.logger.warn({ accountId }, 'A payment is disputed; the account gets no overage until it is settled');
    else this.logger.warn({ accountId }, 'No payment of this account is disputed any more; it may get overage again');
    await manager.transaction(async (tx) => {
      const current = await this.subscriptions.lock(tx, accountId);
      await this.periods.applyTerms(tx, await this.subscriptions.update(tx, current, { disputed }));
    });
  }

  private async markProcessed(manager: EntityManager, event: ClaimedEvent, hasOwner: boolean): Promise<void> {
    await manager.query(PROCESSED, [event.id, hasOwner]);
  }
}

/** @param attempts before the one that failed */
export function retryWaitSeconds(attempts: number): number {
  return RETRY_WAITS_SECONDS[attempts] ?? MAX_RETRY_WAIT_SECONDS;
}
