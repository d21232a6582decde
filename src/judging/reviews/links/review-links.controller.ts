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
import { reviewerOfNewLink } from '../reviewer/reviewer.js';
import { type CreatedReviewLink, type LinkedTo, linkNotFound, ReviewLinks, tooManyLinks } from './review-links.js';
import { CreateReviewLinkRequest, ReviewLinkPageQuery } from './review-links.requests.js';
import {
  CreatedReviewLinkResponse,
  DeletedReviewLinkResponse,
  ReviewLinkPageResponse,
  ReviewLinkResponse,
} from './review-links.responses.js';

const ANALYSIS_ID = 'Id of the analysis.';
const LINK_ID = 'Id of the link.';

const ofCall = (id: string): LinkedTo => ({ table: 'analysis', id });

export const withUrl = ({ link, url }: CreatedReviewLink): CreatedReviewLinkResponse => ({
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
    summary: 'Create a review link',
    description:
      'Anyone with the link can view and play this one call, and review or correct it if the link allows it, ' +
      'until it expires or is revoked. Revoking the key that created it does not revoke the link; disabling or deleting the ' +
      'member does. A key also needs the scope `analysis:read`, because the link can read. A call can have 100 active links. A test key ' +
      'creates links to test analyses only.',
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
    const wanted = { reviewerId: reviewerOfNewLink(caller, reviewerId), may, expiresInSeconds };
    return withUrl(await this.links.create(caller, ofCall(analysisId), wanted, storeResponse(withUrl)));
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listReviewLinks',
    summary: 'List the review links of an analysis',
    description: 'Newest first, including expired ones, without revoked ones.',
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
    const { links, total } = await this.links.list(accountId, ofCall(analysisId), { skip, limit });
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
    return ReviewLinkResponse.of(await this.links.get(accountId, ofCall(analysisId), id));
  }

  @Delete(':link_id')
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'deleteReviewLink',
    summary: 'Revoke a review link',
    description:
      'Takes effect immediately, for the link and all its access tokens. Reviews and corrections made with it ' +
      'stay. The recording on an open page can be played for an hour at most.',
  })
  @ApiOkResponse({ type: DeletedReviewLinkResponse, description: 'The link is revoked.' })
  @Refuses(liveObject(), linkNotFound())
  async deleteReviewLink(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ANALYSIS_ID) analysisId: string,
    @UuidParam('link_id', LINK_ID) id: string,
  ): Promise<DeletedReviewLinkResponse> {
    await this.links.revoke(caller, ofCall(analysisId), id);
    return { id, object: 'review_link', deleted: true };
  }
}
