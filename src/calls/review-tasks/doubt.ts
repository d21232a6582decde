// Doubts about the results of a call that a person could settle. judgement/worth.ts finds them.

/** Reasons why a call needs review. Clients see these names, in this order. */
export const REVIEW_REASONS = [
  'needs_review',
  'awaiting_human',
  'violation',
  'flagged',
  'roles_unclear',
  'withheld',
  'sampled',
  'disputed',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** A single doubt. Once a person has settled it, it is new only where the machine says something else of the same subject. */
export interface DoubtItem {
  readonly reason: ReviewReason;
  /** Finding with its part, rule, key of a question, or score. Null for the call or the evaluation as a whole. */
  readonly subject: string | null;
  /** Verdict of the machine on the subject: its answer, or the turn of a violation. */
  readonly said: string | null;
  /** Share of `worth`, before it is rounded and bounded. */
  readonly worth: number;
  /** An answer that fails the call automatically. */
  readonly fails?: true;
}

export interface Doubt {
  /** Empty where no review is needed. */
  readonly reasons: readonly ReviewReason[];
  /** Priority in the review queue, from 0 to 1, with four decimals. 0 with reasons: the doubt changes no score. */
  readonly worth: number;
  readonly items: readonly DoubtItem[];
}

export const NO_DOUBT: Doubt = { reasons: [], worth: 0, items: [] };

/** Subject of the doubt whether a masked call is masked whole. */
export const MASKING = 'redaction';

/** Adds a reason that changes no score. */
export function alsoFor(reason: ReviewReason, subject: string, { reasons, worth, items }: Doubt): Doubt {
  return {
    reasons: REVIEW_REASONS.filter((each) => each === reason || reasons.includes(each)),
    worth,
    items: [
      ...items.filter((one) => one.reason !== reason || one.subject !== subject),
      { reason, subject, said: null, worth: 0 },
    ],
  };
}
