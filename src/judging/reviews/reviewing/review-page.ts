// Finds one page of reviews, newest first, and the total. Each filter has an index in the order of the list, and at most
// MAX_COUNTED entries of it are counted and listed, so that a million reviews cost no more than ten thousand. A second filter is
// a condition on the entries of the first: of the reviewer, else of the agent, else of the scorecard.
import type { Sight } from '../../../access/rights.js';
import { Parameters, seenWithin } from '../../../calls/listing/analysis-filter.js';
import { queryRows, type Sql } from '../../../platform/database/sql.js';
import { REVIEW_COLUMNS, type ReviewRow } from '../../../wire/review-json.js';

/** Null: no filter by this member. */
export interface ReviewFilter {
  readonly accountId: string;
  readonly sight: Sight | null;
  readonly analysisId: string | null;
  readonly reviewerId: string | null;
  readonly agentId: string | null;
  readonly scorecardId: string | null;
  /** Inclusive. */
  readonly createdAfter: Date | null;
  /** Exclusive. */
  readonly createdBefore: Date | null;
}

export interface FoundReviews {
  readonly reviews: readonly ReviewRow[];
  readonly total: number;
}

/** Reviews that are counted; deeper ones are found by `created_before`. */
export const MAX_COUNTED = 10_000;
const ORDER = 'created_at DESC, seq DESC';

/** One statement gives total and page, so both belong to one snapshot. */
export async function findReviews(
  sql: Sql,
  filter: ReviewFilter,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<FoundReviews> {
  const p = new Parameters();
  const entries = entriesOf(filter, p);
  const listed = Math.max(0, Math.min(limit, MAX_COUNTED - skip));
  const rows = await queryRows<{ total: number } & (ReviewRow | { readonly id: null })>(
    sql,
    `SELECT total, page.* FROM
       (SELECT count(*)::int AS total FROM (SELECT FROM ${entries} ORDER BY ${ORDER} LIMIT ${MAX_COUNTED}) AS one) AS counted
       LEFT JOIN LATERAL (
         SELECT ${REVIEW_COLUMNS}, listed.seq AS place FROM (SELECT ${idOf(filter)} AS review_id, seq FROM ${entries} ORDER BY ${ORDER}
           LIMIT ${p.add(listed, 'bigint')} OFFSET ${p.add(Math.min(skip, MAX_COUNTED), 'bigint')}) AS listed
         JOIN review ON review.id = listed.review_id
       ) AS page ON true
     ORDER BY page.created_at DESC, page.place DESC`,
    p.values,
  );
  const reviews = rows.flatMap(({ total: _, ...review }) => (review.id === null ? [] : [review]));
  return { reviews, total: rows[0]?.total ?? 0 };
}

const isByScorecard = ({ sight, analysisId, reviewerId, agentId, scorecardId }: ReviewFilter) =>
  scorecardId !== null && sight === null && analysisId === null && reviewerId === null && agentId === null;

const idOf = (filter: ReviewFilter) => (isByScorecard(filter) ? 'review_id' : 'id');

/** SQL after FROM: entries that match the filter. */
function entriesOf(filter: ReviewFilter, p: Parameters): string {
  const { accountId, sight, analysisId, reviewerId, agentId, scorecardId, createdAfter, createdBefore } = filter;
  const common = [
    `account_id = ${p.add(accountId, 'uuid')}`,
    ...(createdAfter === null ? [] : [`created_at >= ${p.addTime(createdAfter)}`]),
    ...(createdBefore === null ? [] : [`created_at < ${p.addTime(createdBefore)}`]),
    ...(sight === null ? [] : [seenWithin(accountId, sight, p, {}, 'analysis_id')]),
  ];
  const scorecard = () => `scorecard_id = ${p.add(scorecardId, 'uuid')}`;
  if (isByScorecard(filter)) return `review_scorecard WHERE ${[...common, scorecard()].join(' AND ')}`;
  const conditions = [
    ...common,
    ...(analysisId === null ? [] : [`analysis_id = ${p.add(analysisId, 'uuid')}`]),
    ...(reviewerId === null ? [] : [`reviewer_id = ${p.add(reviewerId, 'text')}`]),
    ...(agentId === null ? [] : [`agent_id = ${p.add(agentId, 'text')}`]),
    ...(scorecardId === null
      ? []
      : [`EXISTS (SELECT FROM review_scorecard WHERE review_id = review.id AND ${scorecard()})`]),
  ];
  return `review WHERE ${conditions.join(' AND ')}`;
}
