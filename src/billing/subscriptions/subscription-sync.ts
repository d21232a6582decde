// Brings a subscription row to the state that the payment provider reports now. Works for any trigger, in any order.
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BeforeCommit, nothingBeforeCommit } from '../../platform/http/idempotency/store-response.js';
import { type CustomerState, type PaidSubscription, Payments } from '../../ports/payments.js';
import { type SubscriptionChanges, type SubscriptionRow, SubscriptionRows } from '../periods/subscription-rows.js';
import type { UsageMonth } from '../periods/usage-months.js';
import { UsagePeriods } from '../periods/usage-periods.js';

/** A plan with a missing payment stays in force for this long, without overage, while the provider retries the payment. */
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
   * Requires the account's lock: the provider is asked under it, so that the last write has the latest state.
   * @param manager of the connection that holds the lock
   * @throws ProviderError
   */
  async refresh(
    manager: EntityManager,
    accountId: string,
    beforeCommit: BeforeCommit<SubscriptionRow> = nothingBeforeCommit,
  ): Promise<SubscriptionRow> {
    const before = await this.subscriptions.get(manager, accountId);
    if (before.customerId === null) return before;
    const state = await this.currentState(before.customerId);
    return manager.transaction(async (tx) => {
      const current = await this.subscriptions.lock(tx, accountId);
      if (state.deleted)
        this.logger.warn(
          { accountId },
          'The payment provider has deleted this customer; the account returns to the free plan',
        );
      this.tellOfFurther(accountId, state);
      const paid = countingSubscription(current, state);
      const next = await this.subscriptions.update(tx, current, changesBy(current, state));
      await this.periods.applyTerms(tx, next, paid && paidPeriod(paid));
      await this.subscriptions.scheduleRefresh(tx, next.id, paid && changesByItselfAt(paid));
      await beforeCommit(tx, next);
      return next;
    });
  }

  private tellOfFurther(accountId: string, { further }: CustomerState): void {
    if (further.length === 0) return;
    const subscriptions = further.map(({ id, standing }) => `${id} ${standing}`);
    this.logger.warn(
      { accountId, subscriptions },
      'The payment provider charges this account for more than one subscription; only the largest counts here',
    );
  }

  /** Provider's state. When a new period has begun, first makes the overage price follow the planned cheaper plan. */
  private async currentState(customerId: string): Promise<CustomerState> {
    const state = await this.payments.customerState(customerId);
    const paid = state.subscription;
    if (!paid?.nextPlanFrom || paid.nextPlanFrom > paid.periodStartsAt) return state;
    await this.payments.startNextPlan(paid.id);
    return this.payments.customerState(customerId);
  }
}

/** Changes that return an account to the free plan. */
const ENDED = {
  plan: 'free',
  priceCents: null,
  overageCentsPerMinute: null,
  status: 'active',
  overageLimitHundredths: 0,
  pendingPlan: null,
  pendingFrom: null,
  cancelAtPeriodEnd: false,
  collectionPaused: false,
  providerSubscriptionId: null,
  checkoutUrl: null,
  checkoutExpiresAt: null,
  pastDueSince: null,
} satisfies SubscriptionChanges;

function paidPeriod({ periodStartsAt, periodEndsAt }: PaidSubscription): UsageMonth {
  return { startsAt: periodStartsAt, endsAt: periodEndsAt };
}

function changesByItselfAt({ periodEndsAt, collectionResumesAt }: PaidSubscription): Date {
  return collectionResumesAt !== null && collectionResumesAt < periodEndsAt ? collectionResumesAt : periodEndsAt;
}

/** Largest subscription. Once its grace period is over: another paid one, the largest first, if there is one. */
export function countingSubscription(current: SubscriptionRow, state: CustomerState): PaidSubscription | null {
  const { subscription } = state;
  if (subscription === null || !isGraceOver(pastDueSinceOf(current, subscription))) return subscription;
  return state.further.find(({ paid }) => paid?.state === 'active')?.paid ?? subscription;
}

function pastDueSinceOf(current: SubscriptionRow, { state }: PaidSubscription): Date | null {
  return state === 'past_due' ? (current.pastDueSince ?? new Date()) : null;
}

function isGraceOver(pastDueSince: Date | null): boolean {
  return pastDueSince !== null && Date.now() - pastDueSince.getTime() >= PAST_DUE_GRACE_MS;
}

/** Changes that bring a row to the customer's state. */
export function changesBy(current: SubscriptionRow, state: CustomerState): SubscriptionChanges {
  if (state.deleted) return { ...ENDED, customerId: null, disputed: false };
  const paid = countingSubscription(current, state);
  if (state.subscription && paid) {
    // Past-due time of the largest subscription, also where another one counts: its grace period does not start again.
    return { ...entitledBy(current, paid), pastDueSince: pastDueSinceOf(current, state.subscription) };
  }
  if (state.suspendedId !== null) {
    return { ...ENDED, providerSubscriptionId: state.suspendedId, status: 'past_due' };
  }
  if (current.providerSubscriptionId !== null) return ENDED;
  const open = current.checkoutExpiresAt !== null && current.checkoutExpiresAt > new Date();
  return open ? {} : ENDED;
}

function entitledBy(current: SubscriptionRow, paid: PaidSubscription): SubscriptionChanges {
  const { cancelsAt } = paid;
  return {
    plan: isGraceOver(pastDueSinceOf(current, paid)) ? 'free' : paid.plan,
    status: paid.state,
    // The monthly item may already name the price of the next plan: the known price of the current plan then stays.
    priceCents: paid.monthlyCents ?? (current.plan === paid.plan ? current.priceCents : null),
    overageCentsPerMinute: paid.overageCentsPerMinute,
    collectionPaused: paid.collectionPaused,
    providerSubscriptionId: paid.id,
    checkoutUrl: null,
    checkoutExpiresAt: null,
    cancelAtPeriodEnd: cancelsAt !== null,
    pendingPlan: cancelsAt === null ? paid.nextPlan : 'free',
    pendingFrom: cancelsAt ?? paid.nextPlanFrom,
    anchorAt: paid.anchorAt,
  };
}
