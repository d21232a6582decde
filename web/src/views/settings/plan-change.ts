// Action of a plan's button, shown before it is pressed.
import type { PlanOffer, Subscription } from '../../../../clients/typescript/src/browser.js';

export type PlanAct =
  /** No action: it is the current plan. */
  | 'present'
  /** Withdraws a coming change: the current plan stays. */
  | 'keep'
  | 'subscribe'
  /** Its checkout is open. */
  | 'pay'
  | 'upgrade'
  /** Takes effect at the end of the period. */
  | 'downgrade'
  | 'cancel'
  /** It is the next plan already. */
  | 'coming'
  /** No action now: another checkout is open. */
  | 'none';

type Present = Pick<Subscription, 'plan' | 'price_cents' | 'status' | 'pending_plan' | 'cancel_at_period_end'>;

export function actOf(present: Present, offer: Pick<PlanOffer, 'plan' | 'price_cents'>): PlanAct {
  const { plan, status, pending_plan: pending, cancel_at_period_end: isCancelled } = present;
  const isPaid = plan !== 'free';
  if (status === 'incomplete') return offer.plan === pending ? 'pay' : offer.plan === plan ? 'present' : 'none';
  if (offer.plan === plan) return isPaid && (isCancelled || pending !== null) ? 'keep' : 'present';
  if (offer.plan === (isCancelled ? 'free' : pending)) return 'coming';
  if (!isPaid) return 'subscribe';
  if (offer.plan === 'free') return 'cancel';
  return offer.price_cents > present.price_cents ? 'upgrade' : 'downgrade';
}

/** Maximum cost in a month of minutes beyond the included ones, in cents. */
export const maxOverageCents = (minutes: number, centsPerMinute: number): number => Math.ceil(minutes * centsPerMinute);
