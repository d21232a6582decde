// A subscription of the provider in memory: what it costs, and when it ends.
import type { PaidPlan, PaidSubscription } from '../../../src/ports/payments.js';

export const PRICES = {
  starter: { monthlyCents: 4900, overageCentsPerMinute: 5 },
  growth: { monthlyCents: 19_900, overageCentsPerMinute: 4 },
};

export interface Subscription {
  readonly id: string;
  anchorMs: number;
  startMs: number;
  endMs: number;
  /** The plan of the monthly price, and that of the metered price. */
  monthPlan: PaidPlan;
  overagePlan: PaidPlan;
  nextFromMs: number | null;
  /** The two signs of a cancellation. */
  cancelAtPeriodEnd: boolean;
  cancelAtMs: number | null;
  isPaused: boolean;
  endedMs: number | null;
}

export const NOT_CANCELLED = { cancelAtPeriodEnd: false, cancelAtMs: null };

/** Null where it is not cancelled. */
export function cancelsAtMs({ cancelAtPeriodEnd, cancelAtMs, endMs }: Subscription): number | null {
  return cancelAtPeriodEnd ? Math.min(endMs, cancelAtMs ?? endMs) : cancelAtMs;
}

export function paid(subscription: Subscription): PaidSubscription {
  const { id, monthPlan, overagePlan, nextFromMs, isPaused } = subscription;
  const cancelMs = cancelsAtMs(subscription);
  const changes = monthPlan !== overagePlan;
  return {
    id,
    state: 'active',
    plan: overagePlan,
    ...PRICES[overagePlan],
    nextPlan: changes ? monthPlan : null,
    nextPlanFrom: changes ? new Date(nextFromMs ?? subscription.endMs) : null,
    cancelsAt: cancelMs === null ? null : new Date(cancelMs),
    collectionPaused: isPaused,
    collectionResumesAt: null,
    anchorAt: new Date(subscription.anchorMs),
    periodStartsAt: new Date(subscription.startMs),
    periodEndsAt: new Date(subscription.endMs),
  };
}

/** Some calendar months later. The histories date everything on a day that every month has. */
export function addMonths(atMs: number, months: number): number {
  const date = new Date(atMs);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.getTime();
}
