// The plan of an account. Every account has one: the free plan from registration on.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { type Checkout, type PaidPlan, Payments } from '../../ports/payments.js';
import { AdvisoryLocks } from '../advisory-locks.js';
import { isRefusal } from '../overage/overage-retries.js';
import { OverageSender } from '../overage/overage-sender.js';
import { isUpgrade } from '../periods/plan-terms.js';
import { type SubscriptionChanges, type SubscriptionRow, SubscriptionRows } from '../periods/subscription-rows.js';
import { UsagePeriods } from '../periods/usage-periods.js';
import { atProvider, billingErrors } from './payment-errors.js';
import { SubscriptionSync } from './subscription-sync.js';

export interface NewSubscription {
  readonly plan: PaidPlan;
  readonly overageLimitHundredths: number;
  /** JSON text. */
  readonly metadata: string;
  /** Idempotency key for the payment provider; null: a repetition is a new order. */
  readonly effectId?: string | null;
}

/** Undefined members stay as they are. */
export interface SubscriptionUpdate {
  readonly plan?: PaidPlan | undefined;
  readonly overageLimitHundredths?: number | undefined;
  readonly metadata?: string | undefined;
}

@Injectable()
export class SubscriptionsService {
  private readonly logger = new Logger(SubscriptionsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: Payments,
    private readonly subscriptions: SubscriptionRows,
    private readonly periods: UsagePeriods,
    private readonly locks: AdvisoryLocks,
    private readonly sync: SubscriptionSync,
    private readonly overage: OverageSender,
  ) {}

  /** Gives a new account the free plan. Its usage months count from this moment. */
  async open(tx: EntityManager, accountId: string): Promise<void> {
    await this.subscriptions.insert(tx, accountId);
  }

  /**
   * Called before an account is erased, in the same transaction. Records that the worker must end the customer at the payment
   * provider, once the outstanding overage is on the last invoice. The customer may have more than this row shows: an open
   * checkout can still be paid, and the event of a payment may not have arrived.
   */
  async close(tx: EntityManager, accountId: string): Promise<void> {
    await tx.query(
      `INSERT INTO subscription_closure (provider_subscription_id, customer_id)
       SELECT provider_subscription_id, provider_customer_id FROM subscription
        WHERE account_id = $1 AND provider_customer_id IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [accountId],
    );
    const closed = await queryRow<{ customer_id: string | null }>(
      tx,
      'SELECT provider_customer_id AS customer_id FROM subscription WHERE account_id = $1',
      [accountId],
    );
    if (closed?.customer_id) await tx.query(FORGET_CUSTOMER, [closed.customer_id]);
  }

  /** The present state, after plan changes that were due at the end of a period. */
  async get(accountId: string): Promise<SubscriptionRow> {
    return this.dataSource.transaction((tx) => this.currentState(tx, accountId));
  }

  /**
   * Without a payment provider the plan takes effect at once; with one, when the checkout is paid.
   * @throws ApiError 400 when a paid plan is active already, 503
   */
  async subscribe(
    accountId: string,
    order: NewSubscription,
    beforeCommit: BeforeCommit<SubscriptionRow> = nothingBeforeCommit,
  ): Promise<SubscriptionRow> {
    const { plan, overageLimitHundredths, metadata, effectId = null } = order;
    if (this.payments.collection === 'none') {
      const decide = (current: SubscriptionRow) => {
        if (current.plan !== 'free') throw billingErrors.alreadyPaid();
        return { plan, overageLimitHundredths, metadata, status: 'active' } as const;
      };
      return this.change(accountId, decide, beforeCommit);
    }
    return this.withBillingLock(accountId, async (manager) => {
      const current = await this.getUnpaid(manager, accountId);
      if (current.checkoutUrl !== null) return current;
      const checkout = await this.openCheckout(manager, current, { plan, effectId });
      return manager.transaction(async (tx) => {
        const opened = await this.subscriptions.update(tx, await this.subscriptions.lock(tx, accountId), {
          status: 'incomplete',
          pendingPlan: plan,
          overageLimitHundredths,
          metadata,
          checkoutUrl: checkout.url,
          checkoutExpiresAt: checkout.expiresAt,
        });
        await beforeCommit(tx, opened);
        return opened;
      });
    });
  }

  /**
   * An upgrade takes effect at once, a downgrade at the end of the period. Naming the present plan cancels a pending change.
   * @throws ApiError 400 on the free plan, or when a payment is missing; 503 when the payment provider is away
   */
  async update(
    accountId: string,
    update: SubscriptionUpdate,
    beforeCommit: BeforeCommit<SubscriptionRow> = nothingBeforeCommit,
  ): Promise<SubscriptionRow> {
    const changes: SubscriptionChanges = {
      ...(update.overageLimitHundredths !== undefined && { overageLimitHundredths: update.overageLimitHundredths }),
      ...(update.metadata !== undefined && { metadata: update.metadata }),
    };
    if (this.payments.collection === 'none') {
      const decide = async (current: SubscriptionRow, tx: EntityManager) => {
        if (current.plan === 'free') throw billingErrors.onFree('update');
        return { ...changes, ...(update.plan && (await this.planChange(tx, current, update.plan))) };
      };
      return this.change(accountId, decide, beforeCommit);
    }
    return this.withBillingLock(accountId, async (manager) => {
      const current = await manager.transaction((tx) => this.currentState(tx, accountId));
      if (current.plan === 'free' || current.providerSubscriptionId === null) throw billingErrors.onFree('update');
      const { plan } = update;
      if (plan) {
        const id = current.providerSubscriptionId;
        await this.unlessEnded(manager, current, 'update', () => this.changeAtProvider(current, id, plan));
      }
      const changed = await manager.transaction((tx) =>
        this.changeIn(tx, accountId, () => changes, plan ? nothingBeforeCommit : beforeCommit),
      );
      return plan ? this.sync.refresh(manager, accountId, beforeCommit) : changed;
    });
  }

  /**
   * @param resumed true when an earlier attempt of the same request was interrupted: the row may already show the end of the
   *   subscription that it ended at the provider
   * @throws ApiError 400 on the free plan, 503 when the payment provider is away
   */
  async cancel(
    accountId: string,
    { atPeriodEnd, resumed = false }: { readonly atPeriodEnd: boolean; readonly resumed?: boolean },
    beforeCommit: BeforeCommit<SubscriptionRow> = nothingBeforeCommit,
  ): Promise<SubscriptionRow> {
    if (this.payments.collection === 'none') {
      const decide = async (current: SubscriptionRow, tx: EntityManager): Promise<SubscriptionChanges> => {
        if (current.plan === 'free') throw billingErrors.onFree('cancel');
        if (!atPeriodEnd) return TO_FREE;
        const { endsAt } = await this.periods.current(tx, accountId, true);
        return { pendingPlan: 'free', pendingFrom: endsAt, cancelAtPeriodEnd: true };
      };
      return this.change(accountId, decide, beforeCommit);
    }
    return this.withBillingLock(accountId, async (manager) => {
      const current = await manager.transaction((tx) => this.currentState(tx, accountId));
      const { providerSubscriptionId, customerId } = current;
      if (resumed && customerId !== null && providerSubscriptionId === null && !atPeriodEnd) return current;
      if (providerSubscriptionId === null || customerId === null) throw billingErrors.onFree('cancel');
      const running = await this.runningIds(customerId);
      const ids = running.length > 0 ? running : [providerSubscriptionId];
      const end = async () => {
        for (const id of ids) await (atPeriodEnd ? this.payments.cancelAtPeriodEnd(id) : this.payments.cancelNow(id));
      };
      // The overage must reach the provider before it makes the last invoice.
      if (!atPeriodEnd) await this.overage.flush(manager, customerId, end);
      else await this.unlessEnded(manager, current, 'cancel', end);
      return this.sync.refresh(manager, accountId, beforeCommit);
    });
  }

  /** @throws ApiError 404 without a provider, or before the first checkout; 503 */
  async portalUrl(accountId: string): Promise<string> {
    if (this.payments.collection === 'none') throw billingErrors.notConfigured();
    const { customerId } = await this.subscriptions.get(this.dataSource, accountId);
    if (customerId === null) throw billingErrors.noCustomer();
    try {
      return await atProvider(() => this.payments.portalUrl(customerId));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const present = await this.withBillingLock(accountId, (manager) => this.sync.refresh(manager, accountId));
      throw present.customerId === null ? billingErrors.noCustomer() : error;
    }
  }

  /** Serialises plan changes of an account over all processes. */
  private async withBillingLock<T>(accountId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return atProvider(() => this.locks.withLock(`billing:${accountId}`, work));
  }

  private async change(
    accountId: string,
    decide: (current: SubscriptionRow, tx: EntityManager) => SubscriptionChanges | Promise<SubscriptionChanges>,
    beforeCommit: BeforeCommit<SubscriptionRow>,
  ): Promise<SubscriptionRow> {
    return this.dataSource.transaction((tx) => this.changeIn(tx, accountId, decide, beforeCommit));
  }

  private async changeIn(
    tx: EntityManager,
    accountId: string,
    decide: (current: SubscriptionRow, tx: EntityManager) => SubscriptionChanges | Promise<SubscriptionChanges>,
    beforeCommit: BeforeCommit<SubscriptionRow>,
  ): Promise<SubscriptionRow> {
    await this.periods.current(tx, accountId, true);
    const current = await this.subscriptions.lock(tx, accountId);
    const next = await this.subscriptions.update(tx, current, await decide(current, tx));
    await this.periods.applyTerms(tx, next);
    await beforeCommit(tx, next);
    return next;
  }

  private async planChange(tx: EntityManager, current: SubscriptionRow, plan: PaidPlan): Promise<SubscriptionChanges> {
    if (plan === current.plan || isUpgrade(current.plan, plan)) {
      return { plan, pendingPlan: null, pendingFrom: null, cancelAtPeriodEnd: false };
    }
    const { endsAt } = await this.periods.current(tx, current.accountId, true);
    return { pendingPlan: plan, pendingFrom: endsAt, cancelAtPeriodEnd: false };
  }

  private async changeAtProvider(current: SubscriptionRow, subscriptionId: string, plan: PaidPlan): Promise<void> {
    if (current.status === 'past_due') throw billingErrors.unpaid();
    // Asked of the provider, not of the row: what was cancelled or changed there may not have come here yet.
    if (plan === current.plan) await this.payments.keepPlan(subscriptionId);
    else if (isUpgrade(current.plan, plan)) await this.payments.upgrade(subscriptionId, plan);
    else await this.payments.changeAtPeriodEnd(subscriptionId, plan);
  }

  /**
   * Reads the state of a checkout from the provider, also of an expired one, and checks that the account pays nothing yet.
   * @throws ApiError 400 when it has a paid plan, or a payment is missing
   */
  private async getUnpaid(manager: EntityManager, accountId: string): Promise<SubscriptionRow> {
    const before = await manager.transaction((tx) => this.currentState(tx, accountId));
    const current = before.customerId === null ? before : await this.sync.refresh(manager, accountId);
    if (current.status === 'past_due') throw billingErrors.unpaid();
    if (current.plan !== 'free') throw billingErrors.alreadyPaid();
    return current;
  }

  /** All subscriptions of a customer that have not ended: who cancels pays for none of them. */
  private async runningIds(customerId: string): Promise<string[]> {
    const { subscription, suspendedId, further } = await this.payments.customerState(customerId);
    const ids = [subscription?.id, suspendedId, ...further.map(({ id }) => id)];
    return [...new Set(ids.filter((id) => typeof id === 'string'))];
  }

  /** A customer that was deleted at the provider after its state was read is replaced. */
  private async openCheckout(
    manager: EntityManager,
    { accountId, customerId }: SubscriptionRow,
    order: Pick<NewSubscription, 'plan'> & { readonly effectId: string | null },
  ): Promise<Checkout> {
    const open = (id: string) => this.payments.openCheckout({ accountId, customerId: id, ...order });
    if (customerId === null) return open(await this.createCustomer(manager, accountId));
    try {
      return await open(customerId);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const present = await this.sync.refresh(manager, accountId);
      if (present.customerId !== null) throw error;
      return open(await this.createCustomer(manager, accountId));
    }
  }

  /**
   * Runs a change of the subscription. The provider refuses it where the subscription has ended, or its customer was deleted,
   * and the event has not come.
   * @throws ApiError 400 then
   */
  private async unlessEnded(
    manager: EntityManager,
    { accountId, providerSubscriptionId }: SubscriptionRow,
    what: 'update' | 'cancel',
    change: () => Promise<void>,
  ): Promise<void> {
    try {
      await change();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const present = await this.sync.refresh(manager, accountId);
      throw present.providerSubscriptionId === providerSubscriptionId ? error : billingErrors.onFree(what);
    }
  }

  /** Stores the customer at once in a transaction of its own, so that a failed checkout does not lead to a second customer. */
  private async createCustomer(manager: EntityManager, accountId: string): Promise<string> {
    const sql = "SELECT email FROM member WHERE account_id = $1 AND role = 'owner'";
    const owner = await queryRow<{ email: string }>(manager, sql, [accountId]);
    const customerId = await this.payments.createCustomer({ accountId, email: owner?.email ?? '' });
    await manager.transaction(async (tx) => {
      await this.subscriptions.update(tx, await this.subscriptions.lock(tx, accountId), { customerId });
    });
    this.logger.log({ accountId }, 'Created a customer at the payment provider for an account');
    return customerId;
  }

  private async currentState(tx: EntityManager, accountId: string): Promise<SubscriptionRow> {
    await this.periods.current(tx, accountId, true);
    const current = await this.subscriptions.get(tx, accountId);
    if (current.checkoutExpiresAt === null || current.checkoutExpiresAt > new Date()) return current;
    // Not stored: the checkout may have been paid at the last moment. The sweep asks the provider before it ends it.
    return { ...current, ...CHECKOUT_EXPIRED };
  }
}

const TO_FREE = {
  plan: 'free',
  priceCents: null,
  overageCentsPerMinute: null,
  status: 'active',
  overageLimitHundredths: 0,
  pendingPlan: null,
  pendingFrom: null,
  cancelAtPeriodEnd: false,
  collectionPaused: false,
} satisfies SubscriptionChanges;

/** An expired checkout. */
const CHECKOUT_EXPIRED = { ...TO_FREE, checkoutUrl: null, checkoutExpiresAt: null } satisfies SubscriptionChanges;

/** Removes the customer $1 of an erased account from processed events. Processing removes it from those that wait. */
const FORGET_CUSTOMER =
  'UPDATE payment_event SET customer_id = NULL, dispute_id = NULL WHERE customer_id = $1 AND processed_at IS NOT NULL';
