// The routes of erasures: what belongs to a person, or to calls, is deleted, and a signed receipt says so.
import { Body, Controller, Get, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { ErasureResponse } from '../../wire/erasure.response.js';
import { erasedCallNotFound, erasureNotFound, tooManyErasures } from './erasure-errors.js';
import { ErasureReader } from './erasure-reader.js';
import { CreateErasureRequest, ErasurePageRequest } from './erasures.requests.js';
import { ErasurePageResponse } from './erasures.responses.js';
import { RequestErasure } from './request-erasure.js';

@ApiTags('Data')
@Controller('erasures')
export class ErasuresController {
  constructor(
    private readonly requests: RequestErasure,
    private readonly reader: ErasureReader,
  ) {}

  @Post()
  @HoldsNoWords()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'createErasure',
    summary: 'Erase calls, a contact or an agent',
    description:
      'Deletes what belongs to a contact, to an agent or to the named calls, and afterwards looks for it again everywhere. Calls ' +
      'that are held are erased when their last hold is released. At the end there is a signed receipt, and `erasure.completed` is ' +
      'sent. With `dry_run` the response is 200 and the same object with the status `dry_run`: its `counts` are what would be erased ' +
      'now. Calls that come later are not affected. A test key erases test calls only.',
  })
  @ApiOkResponse({ type: ErasureResponse, description: 'The answer to a dry run.' })
  @ApiCreatedResponse({ type: ErasureResponse, description: 'The erasure, `processing`.' })
  @Refuses(tooManyErasures(), liveObject(), erasedCallNotFound())
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateErasureRequest,
    @ResponseStore() storeResponse: StoreResponse,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ErasureResponse> {
    if (!request.dry_run)
      return this.requests.request(
        caller,
        request,
        storeResponse((asked) => asked),
      );
    response.status(200);
    return this.requests.count(caller, request);
  }

  @Get()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'listErasures',
    summary: 'List the erasures',
    description: 'Newest first, of both modes.',
  })
  @ApiOkResponse({ type: ErasurePageResponse, description: 'One page of the erasures.' })
  list(@CurrentCaller() caller: Caller, @Query() page: ErasurePageRequest): Promise<ErasurePageResponse> {
    return this.reader.list(caller, page);
  }

  @Get(':id')
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'getErasure',
    summary: 'Get one erasure',
    description: 'With its receipt, once it is completed.',
  })
  @ApiOkResponse({ type: ErasureResponse, description: 'The erasure.' })
  @Refuses(erasureNotFound())
  get(@CurrentCaller() caller: Caller, @UuidParam('id', 'Id of the erasure.') id: string): Promise<ErasureResponse> {
    return this.reader.get(caller, id);
  }
}
