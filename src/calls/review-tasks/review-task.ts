// A call in the review queue, as its row is read.
import type { Doubt, ReviewReason } from './doubt.js';

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
  /** From 1, the most severe, to 4. */
  readonly severity: number;
  /** Doubts of the results under `call`, of an evaluation under the id of its scorecard. */
  readonly doubts: Readonly<Record<string, Partial<Doubt>>>;
  /** True where a person has reviewed or dismissed the call before. */
  readonly returned: boolean;
  /** Null where no one has claimed it, or the claim has ended. */
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
}

export const QUEUE_ORDERS = ['worth', 'severity'] as const;
export type QueueOrder = (typeof QUEUE_ORDERS)[number];

const BY_WORTH = 'worth DESC, created_at, analysis_id';

/** SQL of the queue's order: by severity where that is wanted, then by priority; with equal priority the oldest call first. */
export const orderBy = (order: QueueOrder) => (order === 'worth' ? BY_WORTH : `severity, ${BY_WORTH}`);

/** All calls that are in the queue for one of these reasons are of the first severity: both orders are the same. */
const FIRST: readonly ReviewReason[] = ['needs_review', 'violation'];

/** The order that has an index. @param reason of the filter */
export const indexedOrder = (order: QueueOrder, reason: ReviewReason | null): QueueOrder =>
  reason !== null && FIRST.includes(reason) ? 'worth' : order;

const ofCall = (column: string) => `(SELECT ${column} FROM analysis WHERE id = review_task.analysis_id)`;

export const TASK_COLUMNS = `analysis_id AS "analysisId", created_at AS "createdAt", agent_id AS "agentId", reasons, worth,
  severity, doubts,
  settled <> '{}' OR ${ofCall('reviewed')} AS returned,
  ${ofCall('contact_id')} AS "contactId", ${ofCall('duration_ms::float8')} AS "durationMs",
  CASE WHEN claimed_until > now() THEN claimed_by END AS "claimedBy",
  CASE WHEN claimed_until > now() THEN claimed_until END AS "claimedUntil"`;

/** SQL condition. No parameter: each reason has an index of its own, and Postgres must see which one fits. */
export const hasReason = (reason: ReviewReason) => `reasons @> '{${reason}}'`;
