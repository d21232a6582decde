// The routes of the review queue: which calls need review, and for whom each is reserved.
import { Body, Controller, Get, HttpCode, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { reviewExamplesOf } from '../../../calls/review-examples.js';
import { claimedByAnother, notInQueue } from '../../../calls/review-tasks/review-task-claims.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { notFound } from '../../../platform/errors/api-error.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../platform/http/access/caller.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
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
    summary: 'List the calls that deserve a look',
    description:
      'What a person could put right. Calls that someone has claimed are listed too. A call enters when it or an evaluation of ' +
      'it completes with something in doubt, and leaves by a review or a dismissal. After a correction or a masking it comes back ' +
      'only with what is new in doubt, which `doubts` names. Filters can be combined.',
  })
  @ApiOkResponse({
    type: ReviewQueuePageResponse,
    examples: reviewExamplesOf('queue'),
    description: 'One page of the queue.',
  })
  list(@CurrentCaller() caller: Caller, @Query() query: ListReviewQueueQuery): Promise<ReviewQueuePageResponse> {
    return this.queue.list(caller.accountId, query);
  }

  @Post('claim')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'claimReview',
    summary: 'Take the next call to look at',
    description:
      'The first one in the wanted order of those that no one has claimed. It is claimed for 30 minutes: two reviewers never ' +
      'get the same. Each further request gives a further call; earlier claims stay until they end, or are released. A test ' +
      'key gets test calls alone.',
  })
  @ApiOkResponse({
    type: ReviewQueueItemResponse,
    examples: reviewExamplesOf('claimed'),
    description: 'The call, claimed.',
  })
  @ApiNoContentResponse({ description: 'Nothing is to do.' })
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
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'releaseReview',
    summary: 'Give a call back to the queue',
    description: 'Ends your claim at once. A call that no one has claimed stays as it is.',
  })
  @ApiOkResponse({
    type: ReviewQueueItemResponse,
    examples: reviewExamplesOf('released'),
    description: 'The call, unclaimed.',
  })
  @Refuses(claimedByAnother(), liveObject(), notFound('Analysis'), notInQueue())
  release(
    @CurrentCaller() caller: Caller,
    @UuidParam('analysis_id', 'Id of the analysis.') analysisId: string,
    @Body() { reviewer_id: reviewerId }: ReviewerRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ReviewQueueItemResponse> {
    return this.queue.release(caller, analysisId, reviewerId, storeResponse(itself));
  }

  @Post(':analysis_id/dismiss')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'dismissReview',
    summary: 'Take a call out of the queue without a review',
    description:
      'Also one that no one has claimed. It comes back when an evaluation or a correction puts something new in doubt.',
  })
  @ApiOkResponse({
    type: ReviewQueueItemResponse,
    examples: reviewExamplesOf('dismissed'),
    description: 'The call as it left the queue.',
  })
  @Refuses(claimedByAnother(), liveObject(), notFound('Analysis'), notInQueue())
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
