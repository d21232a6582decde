/** Brings a subscription to what the payment provider says now. Whatever called for it, and in whatever order. */
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BeforeCommit, nothingBeforeCommit } from '../platform/http/idempotency/store-answer.js';
import { type CustomerState, type PaidSubscription, Payments } from '../ports/payments.js';
import { type SubscriptionChanges, type SubscriptionRow, SubscriptionRows } from './subscription-rows.js';
import { UsagePeriods } from './usage-periods.js';

/** A plan whose payment is missing stays for so long, without overage, while the provider tries again. */
export const PAST_DUE_GRACE_MS = 14 * 86_400_000;

@Injectable()
export class SubscriptionSync {
  private readonly logger = new Logger(SubscriptionSync.name);

  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: SubscriptionRows,
    private readonly periods: UsagePeriods,
  ) {}

  /**
   * Call it in the account's turn: the provider is asked after the turn began, so what is written last was read last.
   * @param manager of the turn
   * @throws ProviderError
   */
  async refresh(
    manager: EntityManager,
    accountId: string,
    beforeCommit: BeforeCommit<SubscriptionRow> = nothingBeforeCommit,
  ): Promise<SubscriptionRow> {
    const { customerId } = await this.subscriptions.get(manager, accountId);
    if (customerId === null) return this.subscriptions.get(manager, accountId);
    const state = await this.turnedState(customerId);
    return manager.transaction(async (tx) => {
      const current = await this.subscriptions.lock(tx, accountId);
      if (current.customerId !== customerId) return current;
      const changes = this.changesFor(current, state);
      const next = await this.subscriptions.update(tx, current, changes);
      await this.periods.applyTerms(tx, next, state.subscription?.periodEndsAt ?? null);
      await beforeCommit(tx, next);
      return next;
    });
  }

  /** After the turn of a period the cheaper plan takes over the overage too. */
  private async turnedState(customerId: string): Promise<CustomerState> {
    const state = await this.payments.customerState(customerId);
    const paid = state.subscription;
    if (!paid?.nextPlanFrom || paid.nextPlanFrom > paid.periodStartsAt) return state;
    await this.payments.startNextPlan(paid.id);
    return this.payments.customerState(customerId);
  }

  private changesFor(current: SubscriptionRow, state: CustomerState): SubscriptionChanges {
    if (state.deleted) {
      this.logger.warn({ accountId: current.accountId }, 'The payment provider has this customer no more');
      return { ...ENDED, customerId: null, disputed: false };
    }
    if (state.subscription) return entitledBy(current, state.subscription);
    if (state.suspendedId !== null) {
      return { ...ENDED, providerSubscriptionId: state.suspendedId, status: 'past_due', pastDueSince: null };
    }
    if (current.providerSubscriptionId !== null) return ENDED;
    const open = current.checkoutExpiresAt !== null && current.checkoutExpiresAt > new Date();
    return open ? {} : ENDED;
  }
}

/** Back to the free plan. */
const ENDED = {
  plan: 'free',
  status: 'active',
  overageLimitHundredths: 0,
  pendingPlan: null,
  pendingFrom: null,
  cancelAtPeriodEnd: false,
  providerSubscriptionId: null,
  checkoutUrl: null,
  checkoutExpiresAt: null,
  pastDueSince: null,
} satisfies SubscriptionChanges;

function entitledBy(current: SubscriptionRow, paid: PaidSubscription): SubscriptionChanges {
  const now = new Date();
  const pastDueSince = paid.state === 'past_due' ? (current.pastDueSince ?? now) : null;
  const graceIsOver = pastDueSince !== null && now.getTime() - pastDueSince.getTime() >= PAST_DUE_GRACE_MS;
  return {
    plan: graceIsOver ? 'free' : paid.plan,
    status: paid.state,
    pastDueSince,
    providerSubscriptionId: paid.id,
    checkoutUrl: null,
    checkoutExpiresAt: null,
    cancelAtPeriodEnd: paid.cancelAtPeriodEnd,
    pendingPlan: paid.cancelAtPeriodEnd ? 'free' : paid.nextPlan,
    pendingFrom: paid.cancelAtPeriodEnd ? paid.periodEndsAt : paid.nextPlanFrom,
    anchorAt: paid.anchorAt,
  };
}
