import { Body, Controller, Delete, Get, HttpCode, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { kindStays, roleIsOpen, sourceNotFound, tooManySources } from './source-errors.js';
import { CreateSourceRequest, ListSourcesRequest, SourceRequest } from './sources.requests.js';
import { DeletedSourceResponse, SourcePageResponse, SourceResponse } from './sources.responses.js';
import { Sources } from './sources.service.js';

const ID = 'Id of the source.';

@ApiTags('Sources')
@Controller('sources')
export class SourcesController {
  constructor(private readonly sources: Sources) {}

  @Post()
  @HoldsNoWords()
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'createSource',
    summary: 'Create a source',
    description:
      'The bucket is polled every `every_seconds`. Each recording is imported once, in the mode of the ' +
      'credential, or listed among the items with the reason. Its bytes are copied. An account can have 20 ' +
      'sources.',
  })
  @ApiCreatedResponse({ type: SourceResponse, description: 'The new source.' })
  @Refuses(tooManySources(), roleIsOpen())
  async createSource(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateSourceRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<SourceResponse> {
    const { of } = SourceResponse;
    return of(await this.sources.create(caller, request.fields(), storeResponse(of)));
  }

  @Get()
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'listSources',
    summary: 'List the sources of the account',
    description: 'Newest first.',
  })
  @ApiOkResponse({ type: SourcePageResponse, description: 'One page of the sources.' })
  async listSources(
    @CurrentCaller() { accountId, livemode: ofCredential }: Caller,
    @Query() { skip, limit, livemode }: ListSourcesRequest,
  ): Promise<SourcePageResponse> {
    const { sources, total } = await this.sources.list(accountId, livemode ?? ofCredential, { skip, limit });
    return { items: sources.map(SourceResponse.of), total, skip, limit };
  }

  @Get(':id')
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'getSource',
    summary: 'Get one source',
    description: 'Includes its progress, but not its credentials.',
  })
  @ApiOkResponse({ type: SourceResponse, description: 'The source.' })
  @Refuses(sourceNotFound())
  async getSource(@CurrentCaller() caller: Caller, @UuidParam('id', ID) id: string): Promise<SourceResponse> {
    return SourceResponse.of(await this.sources.get(caller.accountId, id));
  }

  @Put(':id')
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'updateSource',
    summary: 'Replace the fields of a source',
    description:
      'Replaces all fields: an omitted member gets its default; `credentials` may be omitted if `bucket` and ' +
      '`endpoint` stay the same. Another bucket, prefix or `start` starts over. The source is polled immediately.',
  })
  @ApiOkResponse({ type: SourceResponse, description: 'The changed source.' })
  @Refuses(kindStays(), roleIsOpen(), liveObject(), sourceNotFound())
  async updateSource(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Body() request: SourceRequest,
  ): Promise<SourceResponse> {
    return SourceResponse.of(await this.sources.update(caller, id, request.fields()));
  }

  @Delete(':id')
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'deleteSource',
    summary: 'Delete a source',
    description: 'Its credentials and waiting recordings are deleted immediately. Its calls stay.',
  })
  @ApiOkResponse({ type: DeletedSourceResponse, description: 'The source is gone.' })
  @Refuses(liveObject(), sourceNotFound())
  async deleteSource(@CurrentCaller() caller: Caller, @UuidParam('id', ID) id: string): Promise<DeletedSourceResponse> {
    await this.sources.delete(caller, id);
    return { id, object: 'source', deleted: true };
  }
}
