// Data beside a call: its evaluations with their scorecards, the reviews and corrections by persons.
import type { CallAnalysis, Correction, Evaluation, Review } from '../../../../../clients/typescript/src/browser.js';
import { answerKey, findingKey, violationKey } from './draft.js';

export interface Beside {
  /** Newest first, including superseded ones. */
  readonly evaluations: readonly Evaluation[];
  /** Newest first. */
  readonly reviews: readonly Review[];
  /** Newest first. */
  readonly corrections: readonly Correction[];
}

const MANY = 100;

export async function readBeside(client: CallAnalysis, id: string, signal?: AbortSignal): Promise<Beside> {
  const options = { signal };
  const [evaluations, reviews, corrections] = await Promise.all([
    client.evaluations.listOfAnalysis(id, { include: 'form', limit: 10 }, options),
    client.reviews.listOfAnalysis(id, { limit: MANY }, options),
    client.analyses.corrections(id, { limit: MANY }, options),
  ]);
  return { evaluations: evaluations.items, reviews: reviews.items, corrections: corrections.items };
}

export interface Decision {
  readonly reviewerId: string | null;
  readonly created: number;
  readonly note: string;
}

/** Last decision for each key of the draft, with its reviewer. @param reviews newest first */
export function decisionsIn(reviews: readonly Review[]): ReadonlyMap<string, Decision> {
  const found = new Map<string, Decision>();
  for (const review of reviews)
    for (const [key, note] of entriesOf(review))
      if (!found.has(key)) found.set(key, { reviewerId: review.reviewer_id, created: review.created, note });
  return found;
}

const entriesOf = ({ findings, violations, answers }: Review): readonly (readonly [key: string, note: string])[] => [
  ...findings.map(({ finding, note }) => [findingKey(finding), note ?? ''] as const),
  ...violations.map(({ rule, segment_id, note }) => [violationKey(rule, segment_id), note ?? ''] as const),
  ...answers.map(({ evaluation_id, question, rationale }) => [answerKey(evaluation_id, question), rationale] as const),
];

export interface Conflict {
  /** Reviews that decided the same items as the draft. */
  readonly reviews: readonly Review[];
  /** Corrections that created another version of the transcript. */
  readonly corrections: readonly Correction[];
}

interface Seen {
  readonly baseVersion: number;
  readonly seenReview: string | null;
  readonly verdicts: Readonly<Record<string, unknown>>;
}

/** Changes that others have made since the person saw the call; null when they do not affect the draft. */
export function conflictOf(
  seen: Seen,
  { reviews, corrections }: Pick<Beside, 'reviews' | 'corrections'>,
): Conflict | null {
  const until = reviews.findIndex(({ id }) => id === seen.seenReview);
  const newer = until < 0 ? reviews : reviews.slice(0, until);
  const touching = newer.filter((review) => entriesOf(review).some(([key]) => key in seen.verdicts));
  const others = corrections.filter(
    ({ status, transcript_version }) => status === 'completed' && transcript_version > seen.baseVersion,
  );
  return touching.length === 0 && others.length === 0 ? null : { reviews: touching, corrections: others };
}
