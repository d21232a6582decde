// Doubts about the results of a call that a person could settle. judgement/worth.ts finds them.

/** Reasons why a call needs review. Clients see these names, in this order. */
export const REVIEW_REASONS = [
  'needs_review',
  'awaiting_human',
  'violation',
  'flagged',
  'roles_unclear',
  'withheld',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

export interface Doubt {
  /** Empty where no review is needed. */
  readonly reasons: readonly ReviewReason[];
  /** Priority in the review queue, from 0 to 1, with four decimals. 0 with reasons: the doubt changes no score. */
  readonly worth: number;
}

export const NO_DOUBT: Doubt = { reasons: [], worth: 0 };

/** Adds a reason that changes no score. */
export function alsoFor(reason: ReviewReason, { reasons, worth }: Doubt): Doubt {
  return { reasons: REVIEW_REASONS.filter((each) => each === reason || reasons.includes(each)), worth };
}
