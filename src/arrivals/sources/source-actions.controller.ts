import { Body, Controller, Get, HttpCode, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { notABucket, sourceNotFound } from './source-errors.js';
import { SourceItems } from './source-items.js';
import { ListSourceItemsRequest, RescanSourceRequest } from './sources.requests.js';
import { SourceItemPageResponse, SourceItemResponse, SourceResponse } from './sources.responses.js';
import { Sources } from './sources.service.js';

const ID = 'Id of the source.';

/** Pauses, resumes and rescans a source, and lists what became of the objects that it found. */
@ApiTags('Sources')
@Controller('sources/:id')
export class SourceActionsController {
  constructor(
    private readonly sources: Sources,
    private readonly items: SourceItems,
  ) {}

  @Post('pause')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'pauseSource',
    summary: 'Pause a source',
    description: 'The source is not polled until it is resumed. Recordings written meanwhile are imported then.',
  })
  @ApiOkResponse({ type: SourceResponse, description: 'The source, `paused`.' })
  @Refuses(liveObject(), sourceNotFound())
  async pauseSource(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<SourceResponse> {
    const { of } = SourceResponse;
    return of(await this.sources.pause(caller, id, storeResponse(of)));
  }

  @Post('resume')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'resumeSource',
    summary: 'Resume a source',
    description: 'The source is polled immediately, also if it is failing.',
  })
  @ApiOkResponse({ type: SourceResponse, description: 'The source, `active`.' })
  @Refuses(liveObject(), sourceNotFound())
  async resumeSource(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<SourceResponse> {
    const { of } = SourceResponse;
    return of(await this.sources.resume(caller, id, storeResponse(of)));
  }

  @Post('rescan')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'rescanSource',
    summary: 'Rescan the whole bucket',
    description:
      'Lists every key of the prefix, over as many polls as needed, and imports recordings that are new or were ' +
      'refused. No recording is imported twice.',
  })
  @ApiOkResponse({ type: SourceResponse, description: 'The source.' })
  @Refuses(notABucket(), liveObject(), sourceNotFound())
  async rescanSource(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Body() { from }: RescanSourceRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<SourceResponse> {
    const { of } = SourceResponse;
    return of(await this.sources.rescan(caller, id, from ?? null, storeResponse(of)));
  }

  @Get('items')
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'listSourceItems',
    summary: 'List the objects of a source',
    description: 'Newest first. They are kept for 400 days.',
  })
  @ApiOkResponse({ type: SourceItemPageResponse, description: 'One page of the items.' })
  @Refuses(sourceNotFound())
  async listSourceItems(
    @CurrentCaller() { accountId }: Caller,
    @UuidParam('id', ID) id: string,
    @Query() { skip, limit, status }: ListSourceItemsRequest,
  ): Promise<SourceItemPageResponse> {
    const { items, total } = await this.items.list(accountId, id, { skip, limit, status: status ?? null });
    return { items: items.map(SourceItemResponse.of), total, skip, limit };
  }
}
