// What a press on a plan would do, before it is pressed.
import type { PlanOffer, Subscription } from '../../../../clients/typescript/src/browser.js';

export type PlanAct =
  /** There is nothing to do: it is the plan in force. */
  | 'present'
  /** The plan in force, while another one is to follow: what was to come is withdrawn. */
  | 'keep'
  | 'subscribe'
  /** Its checkout is open. */
  | 'pay'
  | 'upgrade'
  /** From the end of the period. */
  | 'downgrade'
  | 'cancel'
  /** It follows already. */
  | 'coming'
  /** Not now: another checkout is open. */
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

/** What the minutes beyond the included ones cost at most in a month, in cents. */
export const maxOverageCents = (minutes: number, centsPerMinute: number): number => Math.ceil(minutes * centsPerMinute);
