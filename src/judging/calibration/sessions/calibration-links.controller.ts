// The routes by which an account makes and ends links to a calibration session.
import { Body, Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { EntityManager } from 'typeorm';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { scopeMissing } from '../../../platform/errors/api-error.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../platform/http/access/caller.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import { ratersOf } from '../../../wire/calibration.response.js';
import { withUrl } from '../../reviews/links/review-links.controller.js';
import { type LinkedTo, linkNotFound, ReviewLinks, tooManyLinks } from '../../reviews/links/review-links.js';
import { ReviewLinkPageQuery } from '../../reviews/links/review-links.requests.js';
import {
  CreatedReviewLinkResponse,
  DeletedReviewLinkResponse,
  ReviewLinkPageResponse,
  ReviewLinkResponse,
} from '../../reviews/links/review-links.responses.js';
import { reviewerOfNewLink } from '../../reviews/reviewer/reviewer.js';
import { calibrationClosed, calibrationNotFound, notInCalibration } from './calibration-errors.js';
import { CalibrationReader } from './calibration-reader.js';
import { CreateCalibrationLinkRequest } from './calibrations.requests.js';

const ID = 'Id of the session.';
const LINK_ID = 'Id of the link.';
const to = (id: string): LinkedTo => ({ table: 'calibration', id });

@ApiTags('Calibration')
@Controller('calibrations/:id/links')
export class CalibrationLinksController {
  constructor(
    private readonly links: ReviewLinks,
    private readonly reader: CalibrationReader,
  ) {}

  @Post()
  @HoldsNoWords()
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'createCalibrationLink',
    summary: 'Create a link to a calibration session',
    description:
      'Opens the calls of this session to one of its reviewers, who needs no account, and nothing else, until it expires, is ' +
      'revoked, or the session is closed. The token is exchanged at `POST /review/session`.',
  })
  @ApiCreatedResponse({
    type: CreatedReviewLinkResponse,
    description: 'The new link; its address is shown this once.',
  })
  @Refuses(
    calibrationClosed(),
    notInCalibration('mara'),
    tooManyLinks(),
    scopeMissing('analysis:read'),
    liveObject(),
    calibrationNotFound(),
  )
  async createCalibrationLink(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Body() { reviewer_id, expires_in: expiresInSeconds }: CreateCalibrationLinkRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CreatedReviewLinkResponse> {
    const reviewerId = reviewerOfNewLink(caller, reviewer_id);
    const wanted = { reviewerId, may: ['calibrate'] as const, expiresInSeconds };
    const check = (tx: EntityManager) => this.check(tx, caller, id, reviewerId);
    return withUrl(await this.links.create(caller, to(id), wanted, storeResponse(withUrl), check));
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listCalibrationLinks',
    summary: 'List the links to a calibration session',
    description: 'Newest first, including expired ones, without revoked ones.',
  })
  @ApiOkResponse({ type: ReviewLinkPageResponse, description: 'One page of the links, without their addresses.' })
  @Refuses(calibrationNotFound())
  async listCalibrationLinks(
    @CurrentCaller() { accountId }: Caller,
    @UuidParam('id', ID) id: string,
    @Query() { skip, limit }: ReviewLinkPageQuery,
  ): Promise<ReviewLinkPageResponse> {
    const { links, total } = await this.links.list(accountId, to(id), { skip, limit });
    return { items: links.map(ReviewLinkResponse.of), total, skip, limit };
  }

  @Get(':link_id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getCalibrationLink',
    summary: 'Get one link to a calibration session',
    description: 'Without its address. 404 for one that was deleted.',
  })
  @ApiOkResponse({ type: ReviewLinkResponse, description: 'The link, working or expired.' })
  @Refuses(linkNotFound())
  async getCalibrationLink(
    @CurrentCaller() { accountId }: Caller,
    @UuidParam('id', ID) id: string,
    @UuidParam('link_id', LINK_ID) linkId: string,
  ): Promise<ReviewLinkResponse> {
    return ReviewLinkResponse.of(await this.links.get(accountId, to(id), linkId));
  }

  @Delete(':link_id')
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'deleteCalibrationLink',
    summary: 'Revoke a link to a calibration session',
    description: 'Takes effect immediately, for the link and all its access tokens. Ratings given with it stay.',
  })
  @ApiOkResponse({ type: DeletedReviewLinkResponse, description: 'The link is revoked.' })
  @Refuses(liveObject(), linkNotFound())
  async deleteCalibrationLink(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @UuidParam('link_id', LINK_ID) linkId: string,
  ): Promise<DeletedReviewLinkResponse> {
    await this.links.revoke(caller, to(id), linkId);
    return { id: linkId, object: 'review_link', deleted: true };
  }

  private async check(tx: EntityManager, { accountId }: Caller, id: string, reviewer: string): Promise<void> {
    const session = await this.reader.row(accountId, id, tx);
    if (session.status !== 'open') throw calibrationClosed();
    if (!ratersOf(session).includes(reviewer)) throw notInCalibration(reviewer);
  }
}
