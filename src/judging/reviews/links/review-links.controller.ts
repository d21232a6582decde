// The routes by which an account makes and ends review links.
import { Body, Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { reviewExamplesOf } from '../../../calls/review-examples.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { notFound, scopeMissing } from '../../../platform/errors/api-error.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../platform/http/access/caller.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import { type CreatedReviewLink, linkNotFound, ReviewLinks, tooManyLinks } from './review-links.js';
import { CreateReviewLinkRequest, ReviewLinkPageQuery } from './review-links.requests.js';
import {
  CreatedReviewLinkResponse,
  DeletedReviewLinkResponse,
  ReviewLinkPageResponse,
  ReviewLinkResponse,
} from './review-links.responses.js';

const ANALYSIS_ID = 'Id of the analysis.';
const LINK_ID = 'Id of the link.';

const withUrl = ({ link, url }: CreatedReviewLink): CreatedReviewLinkResponse => ({
  ...ReviewLinkResponse.of(link),
  url,
});

@ApiTags('Reviews')
@Controller('analysis/:id/review-links')
export class ReviewLinksController {
  constructor(private readonly links: ReviewLinks) {}

  @Post()
  @HoldsNoWords()
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'createReviewLink',
    summary: 'Make a link for a reviewer without an account',
    description:
      'Who has the link reads this one call, hears it, and reviews or corrects it where the link allows it, until it expires or is ' +
      'deleted. It outlives the key that made it. A key needs `analysis:read` too, since the link reads. A call can have 100 links ' +
      'that work. A test key makes links to test analyses alone.',
  })
  @ApiCreatedResponse({
    type: CreatedReviewLinkResponse,
    examples: reviewExamplesOf('createdLink'),
    description: 'The new link; its address is shown this once.',
  })
  @Refuses(tooManyLinks(), scopeMissing('analysis:read'), liveObject(), notFound('Analysis'))
  async createReviewLink(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ANALYSIS_ID) analysisId: string,
    @Body() { reviewer_id: reviewerId, may, expires_in: expiresInSeconds }: CreateReviewLinkRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CreatedReviewLinkResponse> {
    const wanted = { reviewerId, may, expiresInSeconds };
    return withUrl(await this.links.create(caller, analysisId, wanted, storeResponse(withUrl)));
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listReviewLinks',
    summary: 'List the review links of an analysis',
    description: 'Newest first, those that have expired too. Deleted ones are left out.',
  })
  @ApiOkResponse({
    type: ReviewLinkPageResponse,
    examples: reviewExamplesOf('linkList'),
    description: 'One page of the links, without their addresses.',
  })
  @Refuses(notFound('Analysis'))
  async listReviewLinks(
    @CurrentCaller() { accountId }: Caller,
    @UuidParam('id', ANALYSIS_ID) analysisId: string,
    @Query() { skip, limit }: ReviewLinkPageQuery,
  ): Promise<ReviewLinkPageResponse> {
    const { links, total } = await this.links.list(accountId, analysisId, { skip, limit });
    return { items: links.map(ReviewLinkResponse.of), total, skip, limit };
  }

  @Get(':link_id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getReviewLink',
    summary: 'Get one review link',
    description: 'Without its address. 404 for one that was deleted.',
  })
  @ApiOkResponse({
    type: ReviewLinkResponse,
    examples: reviewExamplesOf('link'),
    description: 'The link, working or expired.',
  })
  @Refuses(linkNotFound())
  async getReviewLink(
    @CurrentCaller() { accountId }: Caller,
    @UuidParam('id', ANALYSIS_ID) analysisId: string,
    @UuidParam('link_id', LINK_ID) id: string,
  ): Promise<ReviewLinkResponse> {
    return ReviewLinkResponse.of(await this.links.get(accountId, analysisId, id));
  }

  @Delete(':link_id')
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'deleteReviewLink',
    summary: 'End a review link',
    description:
      'Holds at once, for the link and for every access token that came of it. What was written with it stays. The recording of a ' +
      'page that is open can be played for an hour at most.',
  })
  @ApiOkResponse({ type: DeletedReviewLinkResponse, description: 'The link opens nothing any more.' })
  @Refuses(liveObject(), linkNotFound())
  async deleteReviewLink(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ANALYSIS_ID) analysisId: string,
    @UuidParam('link_id', LINK_ID) id: string,
  ): Promise<DeletedReviewLinkResponse> {
    await this.links.revoke(caller, analysisId, id);
    return { id, object: 'review_link', deleted: true };
  }
}
