// Reads reviews as JSON text for their owner. Every query here is scoped by account.

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Seen } from '../../../access/rights.js';
import { queryRow } from '../../../platform/database/sql.js';
import { notFound } from '../../../platform/errors/api-error.js';
import { REVIEW_COLUMNS, type ReviewRow, reviewJson } from '../../../wire/review-json.js';
import { analysisNotFound } from './review-errors.js';
import { findReviews, type ReviewFilter } from './review-page.js';
import type { ListReviewsQuery, ReviewPageQuery } from './reviews.requests.js';

@Injectable()
export class ReviewReader {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads the review as JSON text. @throws ApiError 404 */
  async get(accountId: string, id: string): Promise<string> {
    const found = await queryRow<ReviewRow>(
      this.dataSource,
      `SELECT ${REVIEW_COLUMNS} FROM review WHERE id = $1 AND account_id = $2`,
      [id, accountId],
    );
    if (!found) throw notFound('Review');
    return reviewJson(found);
  }

  /** Returns the reviews of a call: a page as JSON text. @throws ApiError 404 */
  async listOfAnalysis(accountId: string, analysisId: string, range: ReviewPageQuery): Promise<string> {
    const owned = 'SELECT id FROM analysis WHERE id = $1 AND account_id = $2';
    if (!(await queryRow(this.dataSource, owned, [analysisId, accountId]))) throw analysisNotFound();
    return this.page({ ...ALL, accountId, analysisId }, range);
  }

  /** Reads a page as JSON text. */
  list({ accountId, sight }: Seen, query: ListReviewsQuery): Promise<string> {
    const filter = {
      ...ALL,
      accountId,
      sight,
      reviewerId: query.reviewer_id ?? null,
      agentId: query.agent_id ?? null,
      scorecardId: query.scorecard_id ?? null,
      createdAfter: query.created_after ?? null,
      createdBefore: query.created_before ?? null,
    };
    return this.page(filter, query);
  }

  private async page(filter: ReviewFilter, { skip, limit }: ReviewPageQuery): Promise<string> {
    const { reviews, total } = await findReviews(this.dataSource, filter, { skip, limit });
    return `{"items":[${reviews.map(reviewJson).join(',')}],"total":${total},"skip":${skip},"limit":${limit}}`;
  }
}

const ALL: Omit<ReviewFilter, 'accountId'> = {
  sight: null,
  analysisId: null,
  reviewerId: null,
  agentId: null,
  scorecardId: null,
  createdAfter: null,
  createdBefore: null,
};
