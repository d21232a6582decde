// What a person could put right in a judged call. judgement/worth.ts finds it.

/** Why a call deserves a look. Clients see these names, in this order. */
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
  /** Empty where a person need not look. */
  readonly reasons: readonly ReviewReason[];
  /** 0 to 1, four decimals. 0 with reasons: what is in doubt changes no score. */
  readonly worth: number;
}

export const NO_DOUBT: Doubt = { reasons: [], worth: 0 };

/** With a further reason, which changes no score. */
export function alsoFor(reason: ReviewReason, { reasons, worth }: Doubt): Doubt {
  return { reasons: REVIEW_REASONS.filter((each) => each === reason || reasons.includes(each)), worth };
}
