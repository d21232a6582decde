// Builds the JSON text of a review. Its large members are stored as JSON text and are copied without being parsed.
import type { ReviewResponse } from './review.response.js';
import type { Via } from './via.js';

/** Members whose values are JSON text already. */
type ReviewTexts = 'findings' | 'violations' | 'answers' | 'scores';

export interface ReviewRow extends Readonly<Record<ReviewTexts, string>> {
  readonly id: string;
  readonly created_at: Date;
  readonly livemode: boolean;
  readonly analysis_id: string;
  readonly transcript_version: number;
  readonly reviewer_id: string | null;
  readonly via: Via;
  readonly note: string | null;
}

/** SQL columns of `ReviewRow`. */
export const REVIEW_COLUMNS = `id, created_at, livemode, analysis_id, transcript_version, reviewer_id, via, note, findings,
  violations, answers, scores`;

export function reviewJson(row: ReviewRow): string {
  const { findings, violations, answers, scores } = row;
  const own: Omit<ReviewResponse, ReviewTexts> = {
    id: row.id,
    object: 'review',
    created: Math.floor(row.created_at.getTime() / 1000),
    livemode: row.livemode,
    analysis_id: row.analysis_id,
    transcript_version: row.transcript_version,
    reviewer_id: row.reviewer_id,
    via: row.via,
    note: row.note,
  };
  const texts: Readonly<Record<ReviewTexts, string>> = { findings, violations, answers, scores };
  const members = Object.entries(texts).map(([name, text]) => `,"${name}":${text}`);
  return `${JSON.stringify(own).slice(0, -1)}${members.join('')}}`;
}
