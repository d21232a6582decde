/** An account's plan. Everyone has one: free from registration on. */
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryRow } from '../platform/database/sql.js';
import { type BeforeCommit, nothingBeforeCommit } from '../platform/http/idempotency/store-answer.js';
import { type PaidPlan, Payments } from '../ports/payments.js';
import { AccountTurns } from './account-turns.js';
import { OverageSender } from './overage-sender.js';
import { atProvider, billingErrors } from './payment-errors.js';
import { isUpgrade } from './plan-terms.js';
import { type SubscriptionChanges, type SubscriptionRow, SubscriptionRows } from './subscription-rows.js';
import { SubscriptionSync } from './subscription-sync.js';
import { UsagePeriods } from './usage-periods.js';

export interface NewSubscription {
  readonly plan: PaidPlan;
  readonly overageLimitHundredths: number;
  /** JSON text. */
  readonly metadata: string;
  /** Names the order to the provider; null: a repetition is another order. */
  readonly effectId?: string | null;
}

/** What is undefined stays. */
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
    private readonly turns: AccountTurns,
    private readonly sync: SubscriptionSync,
    private readonly overage: OverageSender,
  ) {}

  /** The free plan of a new account; its usage months are counted from this moment. */
  async open(tx: EntityManager, accountId: string): Promise<void> {
    await this.subscriptions.insert(tx, accountId);
  }

  /**
   * Before an account is erased, in the same transaction: what its customer has is ended by the worker, once the overage
   * that is still to be reported is on the last invoice. That may be more than is known here: an open checkout can still
   * be paid, and a payment may not have been heard of yet.
   */
  async close(tx: EntityManager, accountId: string): Promise<void> {
    await tx.query(
      `INSERT INTO subscription_closure (provider_subscription_id, customer_id)
       SELECT provider_subscription_id, provider_customer_id FROM subscription
        WHERE account_id = $1 AND provider_customer_id IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [accountId],
    );
  }

  /** As it stands now: a change that was due at the end of a period has been made. */
  async get(accountId: string): Promise<SubscriptionRow> {
    return this.dataSource.transaction((tx) => this.settled(tx, accountId));
  }

  /**
   * Without a provider the plan holds at once; with one, when the checkout has been paid.
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
    return this.inTurn(accountId, async (manager) => {
      const current = await this.unpaid(manager, accountId);
      if (current.checkoutUrl !== null) return current;
      const customerId = current.customerId ?? (await this.createCustomer(manager, accountId));
      const checkout = await this.payments.openCheckout({ accountId, customerId, plan, effectId });
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
   * An upgrade holds at once, a downgrade from the end of the period; naming the present plan withdraws what was to come.
   * @throws ApiError 400 on the free plan, or when a payment is missing; 503
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
    return this.inTurn(accountId, async (manager) => {
      const current = await manager.transaction((tx) => this.settled(tx, accountId));
      if (current.plan === 'free' || current.providerSubscriptionId === null) throw billingErrors.onFree('update');
      if (update.plan) await this.changeAtProvider(current, current.providerSubscriptionId, update.plan);
      const { plan } = update;
      const changed = await manager.transaction((tx) =>
        this.changeIn(tx, accountId, () => changes, plan ? nothingBeforeCommit : beforeCommit),
      );
      return plan ? this.sync.refresh(manager, accountId, beforeCommit) : changed;
    });
  }

  /**
   * @param resumed an earlier attempt of the same request broke off: what it ended at the provider may be on record already
   * @throws ApiError 400 on the free plan, 503
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
    return this.inTurn(accountId, async (manager) => {
      const current = await manager.transaction((tx) => this.settled(tx, accountId));
      const { providerSubscriptionId, customerId } = current;
      if (resumed && customerId !== null && providerSubscriptionId === null && !atPeriodEnd) return current;
      if (providerSubscriptionId === null || customerId === null) throw billingErrors.onFree('cancel');
      if (atPeriodEnd) await this.payments.cancelAtPeriodEnd(providerSubscriptionId);
      else {
        // What the last invoice should hold has to be there before it is made.
        await this.overage.flush(manager, customerId);
        await this.payments.cancelNow(providerSubscriptionId);
      }
      return this.sync.refresh(manager, accountId, beforeCommit);
    });
  }

  /** @throws ApiError 404 without a provider, or before the first checkout; 503 */
  async portalUrl(accountId: string): Promise<string> {
    if (this.payments.collection === 'none') throw billingErrors.notConfigured();
    const { customerId } = await this.subscriptions.get(this.dataSource, accountId);
    if (customerId === null) throw billingErrors.noCustomer();
    return atProvider(() => this.payments.portalUrl(customerId));
  }

  private async inTurn<T>(accountId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return atProvider(() => this.turns.take(`billing:${accountId}`, work));
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
    if (plan === current.plan) {
      if (current.pendingPlan !== null) await this.payments.keepPlan(subscriptionId);
    } else if (isUpgrade(current.plan, plan)) await this.payments.upgrade(subscriptionId, plan);
    else await this.payments.changeAtPeriodEnd(subscriptionId, plan);
  }

  /** On the free plan, with what the provider says of a checkout, also of one that has run out. @throws ApiError 400 */
  private async unpaid(manager: EntityManager, accountId: string): Promise<SubscriptionRow> {
    const before = await manager.transaction((tx) => this.settled(tx, accountId));
    const current = before.customerId === null ? before : await this.sync.refresh(manager, accountId);
    if (current.status === 'past_due') throw billingErrors.unpaid();
    if (current.providerSubscriptionId !== null || current.plan !== 'free') throw billingErrors.alreadyPaid();
    return current;
  }

  /** Kept at once, in a transaction of its own: a checkout that fails must not make the next one a second customer. */
  private async createCustomer(manager: EntityManager, accountId: string): Promise<string> {
    const account = await queryRow<{ email: string }>(manager, 'SELECT email FROM account WHERE id = $1', [accountId]);
    const customerId = await this.payments.createCustomer({ accountId, email: account?.email ?? '' });
    await manager.transaction(async (tx) => {
      await this.subscriptions.update(tx, await this.subscriptions.lock(tx, accountId), { customerId });
    });
    this.logger.log({ accountId }, 'The account has a customer at the payment provider now');
    return customerId;
  }

  private async settled(tx: EntityManager, accountId: string): Promise<SubscriptionRow> {
    await this.periods.current(tx, accountId, true);
    const current = await this.subscriptions.get(tx, accountId);
    if (current.checkoutExpiresAt === null || current.checkoutExpiresAt > new Date()) return current;
    // Not written down: it may have been paid in its last moment, and the sweep asks the provider before it lets go of it.
    return { ...current, ...CHECKOUT_OVER };
  }
}

const TO_FREE = {
  plan: 'free',
  status: 'active',
  overageLimitHundredths: 0,
  pendingPlan: null,
  pendingFrom: null,
  cancelAtPeriodEnd: false,
} satisfies SubscriptionChanges;

/** A checkout that nobody paid in time. */
const CHECKOUT_OVER = { ...TO_FREE, checkoutUrl: null, checkoutExpiresAt: null } satisfies SubscriptionChanges;
