// The routes of reviews: what a person decides about a call, and what persons have decided.

import { Body, Controller, Get, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiProperty, ApiSchema, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { transcriptDeleted } from '../../../calls/results/transcript-deleted.js';
import { reviewExamplesOf } from '../../../calls/review-examples.js';
import { accountFull } from '../../../platform/database/held-bytes.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../../platform/http/access/caller.js';
import { HoldsBytes } from '../../../platform/http/access/holds-bytes.js';
import { sendJson } from '../../../platform/http/body/send-text.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import {
  evaluationNotCompleted,
  evaluationNotFound,
  evaluationSuperseded,
  questionSkipped,
} from '../../../scorecards/evaluations/evaluation-errors.js';
import { ReviewResponse } from '../../../wire/review.response.js';
import { type ReviewRow, reviewJson } from '../../../wire/review-json.js';
import { AsReviewer } from '../reviewer/as-reviewer.js';
import { reviewerOf } from '../reviewer/reviewer.js';
import { answersOf, type GivenReview, quotesOf } from './given-review.js';
import { analysisNotFound, notReviewable, notSaidThere, quotesTakeTooLong, tooManyEntries } from './review-errors.js';
import { MAX_COUNTED } from './review-page.js';
import { ReviewReader } from './review-reader.js';
import { CreateReviewRequest, ListReviewsQuery, ReviewPageQuery } from './reviews.requests.js';
import { WriteReview } from './write-review.js';

@ApiSchema({ name: 'ReviewPage' })
class ReviewPageResponse {
  @ApiProperty({ type: () => [ReviewResponse], description: 'Newest first.' })
  items: ReviewResponse[];
  @ApiProperty({
    type: 'integer',
    maximum: MAX_COUNTED,
    description: `All that pass the filters; ${MAX_COUNTED} where there are as many or more, and no more are listed: go on with \`created_before\`.`,
    example: 1,
  })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Number of skipped items.', example: 0 })
  skip: number;
  @ApiProperty({ type: 'integer', description: 'Requested number of items.', example: 20 })
  limit: number;
}

@ApiTags('Reviews')
@Controller('analysis/:id/reviews')
export class CallReviewsController {
  constructor(
    private readonly writeReview: WriteReview,
    private readonly reader: ReviewReader,
  ) {}

  @Post()
  @AsReviewer()
  @HoldsBytes()
  @ForCaller('reviews:write', { act: 'review', of: 'analysis' })
  @ApiOperation({
    operationId: 'createReview',
    summary: 'Review a call',
    description:
      'A reviewer’s decision overrides the AI’s, which stays in `system`. All entries take effect together or ' +
      'not at all; scores, coverage and outcomes are updated immediately. Reviews are append-only: for each ' +
      'entry the latest review decides, and `withdraw` restores the AI’s decision. A review without entries ' +
      'confirms the call as it is, and also takes it out of the queue. Uses no minutes. With `dry_run` the ' +
      'review is validated, the response contains the resulting scores, and nothing is saved.',
  })
  @ApiCreatedResponse({
    type: ReviewResponse,
    examples: reviewExamplesOf('review'),
    description: 'The review, in effect.',
  })
  @ApiOkResponse({
    type: ReviewResponse,
    description: 'The answer to a dry run: the review as it would be.',
  })
  @Refuses(
    notReviewable(),
    transcriptDeleted(),
    notSaidThere('…', 3),
    tooManyEntries(),
    accountFull(),
    questionSkipped(),
    evaluationNotCompleted(),
    evaluationSuperseded(),
    liveObject(),
    analysisNotFound(),
    evaluationNotFound(),
    quotesTakeTooLong(),
  )
  async create(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') analysisId: string,
    @Body() request: CreateReviewRequest,
    @ResponseStore() storeResponse: StoreResponse,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReviewResponse> {
    const given = givenBy(caller, request);
    if (!request.dry_run)
      return reviewOf(await this.writeReview.write(caller, analysisId, given, storeResponse(reviewOf)));
    response.status(200);
    const { review, evaluations } = await this.writeReview.tryOut(caller, analysisId, given);
    return { ...reviewOf(review), dry_run: true, evaluations };
  }

  @Get()
  @ForCaller('analysis:read', { act: 'read', of: 'analysis' })
  @ApiOperation({
    operationId: 'listAnalysisReviews',
    summary: 'List the reviews of an analysis',
    description: 'Newest first; for each entry the newest review decides.',
  })
  @ApiOkResponse({
    type: ReviewPageResponse,
    examples: reviewExamplesOf('reviewList'),
    description: 'One page of the reviews of the analysis.',
  })
  @Refuses(analysisNotFound())
  async list(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') analysisId: string,
    @Query() page: ReviewPageQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, await this.reader.listOfAnalysis(caller.accountId, analysisId, page));
  }
}

@ApiTags('Reviews')
@Controller('reviews')
export class ReviewsController {
  constructor(private readonly reader: ReviewReader) {}

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listReviews',
    summary: 'List reviews',
    description: 'Newest first, of both modes. Filters can be combined.',
  })
  @ApiOkResponse({
    type: ReviewPageResponse,
    examples: reviewExamplesOf('reviewList'),
    description: 'One page of reviews.',
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListReviewsQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, await this.reader.list(seenBy(caller), query));
  }
}

function reviewOf(row: ReviewRow): ReviewResponse {
  const review: ReviewResponse = JSON.parse(reviewJson(row));
  return review;
}

function givenBy(caller: Caller, request: CreateReviewRequest): GivenReview {
  return {
    reviewerId: reviewerOf(caller, request.reviewer_id),
    note: request.note ?? null,
    findings: request.findings.map(({ finding, answer, note, quotes }) => ({
      finding,
      answer,
      note: note ?? null,
      quotes: quotesOf(quotes),
    })),
    violations: request.violations.map(({ rule, segment_id, upheld, note }) => ({
      rule,
      segmentId: segment_id,
      upheld,
      note: note ?? null,
    })),
    answers: answersOf(request.answers),
  };
}
