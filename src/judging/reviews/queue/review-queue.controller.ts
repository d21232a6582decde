// The routes of the review queue: which calls need review, and for whom each is reserved.

import { Body, Controller, Get, HttpCode, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { reviewExamplesOf } from '../../../calls/review-examples.js';
import { claimedByAnother, notInQueue, openDispute } from '../../../calls/review-tasks/review-task-claims.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { notFound } from '../../../platform/errors/api-error.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../../platform/http/access/caller.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import { AsReviewer } from '../reviewer/as-reviewer.js';
import { reviewerOf } from '../reviewer/reviewer.js';
import {
  ClaimReviewRequest,
  DismissReviewRequest,
  ListReviewQueueQuery,
  ReviewerRequest,
} from './review-queue.requests.js';
import { ReviewQueueItemResponse, ReviewQueuePageResponse } from './review-queue.responses.js';
import { ReviewQueueService } from './review-queue.service.js';

@ApiTags('Reviews')
@Controller('review-queue')
export class ReviewQueueController {
  constructor(private readonly queue: ReviewQueueService) {}

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listReviewQueue',
    summary: 'List the review queue',
    description:
      'Calls that need review, including reserved ones. A call enters the queue when it or one of its ' +
      'evaluations completes with an open item, and leaves it with a review or a dismissal. After a correction ' +
      'or masking it returns only for new items, which `doubts` lists. Filters can be combined.',
  })
  @ApiOkResponse({
    type: ReviewQueuePageResponse,
    examples: reviewExamplesOf('queue'),
    description: 'One page of the queue.',
  })
  list(@CurrentCaller() caller: Caller, @Query() query: ListReviewQueueQuery): Promise<ReviewQueuePageResponse> {
    return this.queue.list(seenBy(caller), query);
  }

  @Post('claim')
  @AsReviewer()
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'claimReview',
    summary: 'Reserve the next call to review',
    description:
      'Reserves the first call in the requested order that is not reserved, for 30 minutes; two reviewers never ' +
      'get the same call. Each request reserves one more call; earlier reservations stay until they expire or ' +
      'are released. A test key gets test calls only.',
  })
  @ApiOkResponse({
    type: ReviewQueueItemResponse,
    examples: reviewExamplesOf('claimed'),
    description: 'The reserved call.',
  })
  @ApiNoContentResponse({ description: 'Nothing needs review.' })
  async claim(
    @CurrentCaller() caller: Caller,
    @Body() request: ClaimReviewRequest,
    @ResponseStore() storeResponse: StoreResponse,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReviewQueueItemResponse | undefined> {
    const item = await this.queue.claim(caller, request, storeResponse(itself));
    if (item === null) response.status(204);
    return item ?? undefined;
  }

  @Post(':analysis_id/release')
  @AsReviewer()
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'releaseReview',
    summary: 'Release a reserved call',
    description: 'Ends your reservation immediately. A call that is not reserved stays unchanged.',
  })
  @ApiOkResponse({
    type: ReviewQueueItemResponse,
    examples: reviewExamplesOf('released'),
    description: 'The call, no longer reserved.',
  })
  @Refuses(claimedByAnother(), liveObject(), notFound('Analysis'), notInQueue())
  release(
    @CurrentCaller() caller: Caller,
    @UuidParam('analysis_id', 'Id of the analysis.') analysisId: string,
    @Body() { reviewer_id: reviewerId }: ReviewerRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ReviewQueueItemResponse> {
    return this.queue.release(caller, analysisId, reviewerOf(caller, reviewerId), storeResponse(itself));
  }

  @Post(':analysis_id/dismiss')
  @AsReviewer()
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'dismissReview',
    summary: 'Dismiss a call without a review',
    description:
      'The call does not have to be reserved. It returns to the queue when an evaluation or a correction adds a ' +
      'new open item.',
  })
  @ApiOkResponse({
    type: ReviewQueueItemResponse,
    examples: reviewExamplesOf('dismissed'),
    description: 'The dismissed call.',
  })
  @Refuses(openDispute(), claimedByAnother(), liveObject(), notFound('Analysis'), notInQueue())
  dismiss(
    @CurrentCaller() caller: Caller,
    @UuidParam('analysis_id', 'Id of the analysis.') analysisId: string,
    @Body() request: DismissReviewRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ReviewQueueItemResponse> {
    return this.queue.dismiss(caller, analysisId, request, storeResponse(itself));
  }
}

const itself = (item: ReviewQueueItemResponse) => item;
