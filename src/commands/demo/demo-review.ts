// Demonstrates a review: overrules one verdict of the service, prints the effect, and withdraws it, so that the report of the
// call stays unchanged.
import { styleText } from 'node:util';
import type { Analysis, Review, ReviewQueueItem, ReviewsCreateParams } from '../../../clients/typescript/src/index.js';
import { dim, findingLines, headline, score } from './demo-report.js';

export interface ShownReview {
  /** Null where the call needs no review. */
  readonly worthALook: ReviewQueueItem | null;
  readonly review: Review;
  /** Analysis with the review. */
  readonly analysis: Analysis;
  readonly withdrawal: Review;
}

const REVIEWER = 'demo';

/** Reasons in the words of the console. */
const REASONS: Readonly<Record<ReviewQueueItem['reasons'][number], string>> = {
  needs_review: 'no evidence',
  awaiting_human: 'open question',
  violation: 'violation',
  flagged: 'low confidence',
  roles_unclear: 'roles unclear',
  withheld: 'no score',
  sampled: 'sampled',
  disputed: 'disputed',
};

/** Finding with nearly half of the weight in the quality score. */
const OVERRULED = 'quality.call_resolution';

/** Review that states the opposite of the service's verdict. */
export function overruling({ results }: Analysis): ReviewsCreateParams {
  const answer = results?.quality.call_resolution.resolved ? 'no' : 'yes';
  return {
    reviewer_id: REVIEWER,
    findings: [{ finding: OVERRULED, answer, note: 'Overruled by the demo, to show how' }],
  };
}

/** Review that restores the service's own verdict. */
export const WITHDRAWAL: ReviewsCreateParams = {
  reviewer_id: REVIEWER,
  findings: [{ finding: OVERRULED, answer: 'withdraw' }],
};

export function reviewReport({ worthALook, review, analysis: { results }, withdrawal }: ShownReview): string[] {
  if (results === null) return [];
  const byPerson = ({ byPerson: decided }: { readonly byPerson: boolean }) => decided;
  const doubts =
    worthALook === null
      ? dim('nothing')
      : `${worthALook.reasons.map((reason) => REASONS[reason]).join(', ')}; priority ${Math.round(worthALook.worth * 100)} %`;
  return [
    headline('A reviewer has the last word'),
    `  Needs review: ${doubts}`,
    ...findingLines(results, byPerson),
    `  Scores: ${changeLine(review)}`,
    `  Withdrawn, so that the AI’s decision counts again: ${changeLine(withdrawal)}`,
  ];
}

function changeLine({ scores: { before, after } }: Review): string {
  const change = (name: string, from: number | null, to: number | null) =>
    from === to ? `${name} ${score(to)}` : `${name} ${score(from)} ${styleText('bold', '→')} ${score(to)}`;
  return `${change('Compliance', before.compliance, after.compliance)}   ${change('Quality', before.quality, after.quality)}`;
}
