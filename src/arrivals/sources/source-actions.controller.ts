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
    description: 'Nothing is looked at or taken until it is resumed. What is written meanwhile is taken then.',
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
    description: 'It is looked at at once, also where it is failing.',
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
    summary: 'Look at the whole bucket once',
    description:
      'Lists every key of the prefix, over as many looks as that takes, and takes what was not met before or was refused. ' +
      'Nothing is taken twice.',
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
    summary: 'List what became of the objects of a source',
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
