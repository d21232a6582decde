// The route at which the holder of a review link gets an access token.
import { Body, Controller, HttpCode, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { reviewExamplesOf } from '../../../calls/review-examples.js';
import { invalidLink } from '../../../platform/errors/api-error.js';
import { Public } from '../../../platform/http/access/access.js';
import type { ServiceRequest } from '../../../platform/http/access/caller.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { AddressBudget } from '../../../platform/http/rate-limit/budgets.js';
import { OpenReviewSessionRequest } from './review-links.requests.js';
import { ReviewSessionResponse } from './review-links.responses.js';
import { ReviewSessions } from './review-sessions.js';

@ApiTags('Reviews')
@Public()
@Controller('review')
export class ReviewSessionController {
  constructor(private readonly sessions: ReviewSessions) {}

  @Post('session')
  @HttpCode(200)
  @AddressBudget()
  @ApiOperation({
    operationId: 'openReviewSession',
    summary: 'Open a review link',
    description:
      'Returns an access token for the call of the link, valid for 30 minutes; request another one when it ' +
      'expires. Needs no credentials. The rate limits of the client address apply, also to requests with the ' +
      'token.',
  })
  @ApiOkResponse({
    type: ReviewSessionResponse,
    examples: reviewExamplesOf('session'),
    description: 'An access token for the one call.',
  })
  @Refuses(invalidLink())
  async openReviewSession(
    @Body() { token }: OpenReviewSessionRequest,
    @Req() request: ServiceRequest,
  ): Promise<ReviewSessionResponse> {
    const session = await this.sessions.open(token);
    request.linkHolder = { kind: 'link', id: session.link.id };
    return ReviewSessionResponse.of(session);
  }
}
