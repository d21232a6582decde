// A call in the review queue, as its row is read.
import type { ReviewReason } from './doubt.js';

export interface ReviewTask {
  readonly analysisId: string;
  /** Creation time of the call. */
  readonly createdAt: Date;
  readonly agentId: string;
  readonly contactId: string;
  readonly durationMs: number;
  /** Not sorted. */
  readonly reasons: readonly ReviewReason[];
  /** Priority, from 0 to 1. */
  readonly worth: number;
  /** Null where no one has claimed it, or the claim has ended. */
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
}

/** Order of the queue: by priority; with equal priority the oldest call first. */
export const ORDER = 'worth DESC, created_at, analysis_id';

const ofCall = (column: string) => `(SELECT ${column} FROM analysis WHERE id = review_task.analysis_id)`;

export const TASK_COLUMNS = `analysis_id AS "analysisId", created_at AS "createdAt", agent_id AS "agentId", reasons, worth,
  ${ofCall('contact_id')} AS "contactId", ${ofCall('duration_ms::float8')} AS "durationMs",
  CASE WHEN claimed_until > now() THEN claimed_by END AS "claimedBy",
  CASE WHEN claimed_until > now() THEN claimed_until END AS "claimedUntil"`;

/** SQL condition. No parameter: each reason has an index of its own, and Postgres must see which one fits. */
export const hasReason = (reason: ReviewReason) => `reasons @> '{${reason}}'`;
