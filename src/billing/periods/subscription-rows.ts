import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { queryRow, type Sql } from '../../platform/database/sql.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import type { Plan, SubscriptionStanding } from './plan-terms.js';

export interface SubscriptionRow extends SubscriptionStanding {
  readonly id: string;
  readonly accountId: string;
  /** Next plan: it applies from `pendingFrom`, or once a checkout or a payment is complete. */
  readonly pendingPlan: Plan | null;
  readonly pendingFrom: Date | null;
  /** Cancellation at `pendingFrom`: the end of the period, or the payment provider's own date. */
  readonly cancelAtPeriodEnd: boolean;
  /** Start of the months of live usage. */
  readonly anchorAt: Date;
  /** Start of the months of the test allowance. */
  readonly createdAt: Date;
  /** JSON text, returned as it was given. */
  readonly metadata: string;
  readonly customerId: string | null;
  readonly providerSubscriptionId: string | null;
  readonly checkoutUrl: string | null;
  readonly checkoutExpiresAt: Date | null;
  readonly pastDueSince: Date | null;
}

export type SubscriptionChanges = Partial<Omit<SubscriptionRow, 'id' | 'accountId' | 'createdAt'>>;

/** The only writer of subscription rows. */
@Injectable()
export class SubscriptionRows {
  /** Inserts the free plan of a new account. */
  async insert(tx: EntityManager, accountId: string): Promise<void> {
    await tx.query('INSERT INTO subscription (id, account_id, anchor_at) VALUES ($1, $2, now())', [
      randomUUID(),
      accountId,
    ]);
  }

  /** @throws ApiError 401: the account was erased after the credential was checked */
  async get(sql: Sql, accountId: string): Promise<SubscriptionRow> {
    return (
      (await queryRow<SubscriptionRow>(sql, `${SELECT} WHERE account_id = $1`, [accountId])) ??
      Promise.reject(unauthorized())
    );
  }

  /** Locks the row until the transaction ends, after the account: an erasure locks in this order too. */
  async lock(tx: EntityManager, accountId: string): Promise<SubscriptionRow> {
    await lockAccountAgainstErasure(tx, accountId);
    return (
      (await queryRow<SubscriptionRow>(tx, `${SELECT} WHERE account_id = $1 FOR NO KEY UPDATE`, [accountId])) ??
      Promise.reject(unauthorized())
    );
  }

  async findByCustomer(sql: Sql, customerId: string): Promise<SubscriptionRow | null> {
    return queryRow<SubscriptionRow>(sql, `${SELECT} WHERE provider_customer_id = $1`, [customerId]);
  }

  async update(tx: EntityManager, current: SubscriptionRow, changes: SubscriptionChanges): Promise<SubscriptionRow> {
    const next: SubscriptionRow = { ...current, ...changes };
    await tx.query(
      `UPDATE subscription SET plan = $2, status = $3, overage_limit_hundredths = $4, pending_plan = $5,
         pending_from = $6, cancel_at_period_end = $7, anchor_at = $8, metadata = $9, provider_customer_id = $10,
         provider_subscription_id = $11, checkout_url = $12, checkout_expires_at = $13, past_due_since = $14,
         disputed_at = CASE WHEN $15 THEN coalesce(disputed_at, now()) END, price_cents = $16,
         overage_cents_per_minute = $17, collection_paused = $18
       WHERE id = $1`,
      [
        next.id,
        next.plan,
        next.status,
        next.overageLimitHundredths,
        next.pendingPlan,
        next.pendingFrom,
        next.cancelAtPeriodEnd,
        next.anchorAt,
        next.metadata,
        next.customerId,
        next.providerSubscriptionId,
        next.checkoutUrl,
        next.checkoutExpiresAt,
        next.pastDueSince,
        next.disputed,
        next.priceCents,
        next.overageCentsPerMinute,
        next.collectionPaused,
      ],
    );
    return next;
  }

  /**
   * Sets the time of the next refresh without an event: when something changes by itself, and at least once a day. The hours
   * vary, so that accounts refreshed together spread out.
   * @param changesAt end of the period or of a pause of collection at the provider; null without a subscription. The provider may
   *   be late.
   */
  async scheduleRefresh(tx: EntityManager, id: string, changesAt: Date | null): Promise<void> {
    await tx.query(
      `UPDATE subscription SET refresh_due_at = CASE WHEN $2::timestamptz <= now() THEN now() + interval '5 minutes'
         ELSE least($2::timestamptz + interval '1 minute', now() + (20 + 4 * random()) * interval '1 hour') END
       WHERE id = $1`,
      [id, changesAt],
    );
  }

  /** Applies the pending plan if it is due at `at`. */
  async applyDueChange(tx: EntityManager, current: SubscriptionRow, at: Date): Promise<SubscriptionRow> {
    const { pendingPlan, pendingFrom } = current;
    if (pendingPlan === null || pendingFrom === null || pendingFrom > at) return current;
    return this.update(tx, current, {
      plan: pendingPlan,
      priceCents: null,
      overageCentsPerMinute: null,
      pendingPlan: null,
      pendingFrom: null,
      cancelAtPeriodEnd: false,
      ...(pendingPlan === 'free' && { status: 'active', overageLimitHundredths: 0 }),
    });
  }
}

const SELECT = `SELECT id, account_id AS "accountId", plan, status,
  overage_limit_hundredths::float8 AS "overageLimitHundredths", disputed_at IS NOT NULL AS disputed,
  pending_plan AS "pendingPlan", pending_from AS "pendingFrom", cancel_at_period_end AS "cancelAtPeriodEnd",
  anchor_at AS "anchorAt", created_at AS "createdAt", metadata, provider_customer_id AS "customerId",
  provider_subscription_id AS "providerSubscriptionId", checkout_url AS "checkoutUrl",
  checkout_expires_at AS "checkoutExpiresAt", collection_paused AS "collectionPaused", past_due_since AS "pastDueSince", price_cents AS "priceCents",
  overage_cents_per_minute::float8 AS "overageCentsPerMinute" FROM subscription`;
