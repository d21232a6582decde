// Saves a review and a correction, each exactly once, however often it is tried. Without the browser.
import { CallAnalysisError, type Correction, type Review } from '../../../../../clients/typescript/src/browser.js';
import {
  afterReview,
  type CorrectionParams,
  correctionBody,
  type Draft,
  hasCorrection,
  type ReviewParams,
  reviewBody,
  withSending,
} from './draft.js';

export interface Sender {
  review(body: ReviewParams, idempotencyKey: string): Promise<Review>;
  correction(body: CorrectionParams, idempotencyKey: string): Promise<Correction>;
}

/** Storage of the draft. It is updated after each step, so that a reload continues from there. */
export interface Keeper {
  get(): Draft;
  set(draft: Draft): void;
}

export type Part = 'review' | 'correction';

export interface Saved {
  readonly review: Review | null;
  readonly correction: Correction | null;
  readonly problem: Problem | null;
}

export interface Problem {
  readonly part: Part;
  readonly error: unknown;
  /** True when the service may have received it: the next try finds out. */
  readonly isOpen: boolean;
}

/**
 * Sends the review first: its quotations refer to the transcript that the person sees, and a correction creates new evaluations.
 * A request without a response is repeated unchanged; later changes are sent with the next Save.
 */
export async function save(keeper: Keeper, sender: Sender, reviewerId: string, newKey: () => string): Promise<Saved> {
  if (keeper.get().sending === null) keeper.set(begun(keeper.get(), reviewerId, newKey));
  let review: Review | null = null;
  const asked = keeper.get().sending?.review;
  if (asked) {
    try {
      review = await sender.review(reviewBody(asked.verdicts, asked.reviewerId), asked.key);
    } catch (error) {
      // A refused review had no effect, and the correction has not been sent.
      if (isRefused(error)) keeper.set({ ...keeper.get(), sending: null });
      return { review, correction: null, problem: { part: 'review', error, isOpen: !isRefused(error) } };
    }
    keeper.set(afterReview(keeper.get(), review.id));
  }
  const wanted = keeper.get().sending?.correction;
  if (!wanted || wanted.id !== null) return { review, correction: null, problem: null };
  try {
    const correction = await sender.correction(correctionBody(keeper.get(), wanted.reviewerId), wanted.key);
    keeper.set(withSending(keeper.get(), { correction: { ...wanted, id: correction.id } }));
    return { review, correction, problem: null };
  } catch (error) {
    if (isRefused(error)) keeper.set(withSending(keeper.get(), { correction: null }));
    return { review, correction: null, problem: { part: 'correction', error, isOpen: !isRefused(error) } };
  }
}

function begun(draft: Draft, reviewerId: string, newKey: () => string): Draft {
  const { verdicts } = draft;
  const review = Object.keys(verdicts).length > 0 ? { key: newKey(), reviewerId, verdicts } : null;
  const correction = hasCorrection(draft) ? { key: newKey(), reviewerId, id: null } : null;
  return withSending(draft, { review, correction });
}

/** True when the service has refused the request. Any other failed request may have reached it, or may succeed later. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallAnalysisError &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 409, 429].includes(error.status);
