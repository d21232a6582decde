// The routes of holds: calls that no deletion takes until each hold of them is released.
import { Body, Controller, Get, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { accountFull } from '../../platform/database/held-bytes.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { HoldsBytes } from '../../platform/http/access/holds-bytes.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { HoldResponse } from '../../wire/hold.response.js';
import { holdNotFound, tooManyHolds } from './hold-errors.js';
import { HoldReader } from './hold-reader.js';
import { CreateHoldRequest, HoldPageRequest, ReleaseHoldRequest } from './holds.requests.js';
import { HeldAnalysisPageResponse, HoldPageResponse, ReleasedHoldResponse } from './holds.responses.js';
import { PlaceHold } from './place-hold.js';
import { ReleaseHold } from './release-hold.js';

const ID = 'Id of the hold.';
const itself = <Hold extends HoldResponse>(hold: Hold) => hold;

@ApiTags('Data')
@Controller('holds')
export class HoldsController {
  constructor(
    private readonly placing: PlaceHold,
    private readonly releasing: ReleaseHold,
    private readonly reader: HoldReader,
  ) {}

  @Post()
  @HoldsBytes()
  @HoldsNoWords()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'createHold',
    summary: 'Hold calls',
    description:
      'Keeps calls until the hold is released: the end of a retention passes them by, and deletions and redactions of them are ' +
      'refused for everyone. A call may be held by several holds; the oldest is named. The account cannot be ' +
      'deleted while a hold ' +
      'is active. A test key holds test calls only.',
  })
  @ApiCreatedResponse({ type: HoldResponse, description: 'The hold, `active`.' })
  @Refuses(tooManyHolds(), accountFull(), liveObject())
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateHoldRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<HoldResponse> {
    return this.placing.place(caller, request, storeResponse(itself));
  }

  @Get()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'listHolds',
    summary: 'List the holds',
    description: 'Newest first, of both modes, active and released.',
  })
  @ApiOkResponse({ type: HoldPageResponse, description: 'One page of the holds.' })
  list(@CurrentCaller() caller: Caller, @Query() page: HoldPageRequest): Promise<HoldPageResponse> {
    return this.reader.list(caller, page);
  }

  @Get(':id')
  @ForCaller('data:govern')
  @ApiOperation({ operationId: 'getHold', summary: 'Get one hold', description: 'With the number of calls it holds.' })
  @ApiOkResponse({ type: HoldResponse, description: 'The hold.' })
  @Refuses(holdNotFound())
  async get(@CurrentCaller() caller: Caller, @UuidParam('id', ID) id: string): Promise<HoldResponse> {
    return HoldResponse.of(await this.reader.row(caller, id));
  }

  @Get(':id/analyses')
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'listHeldAnalyses',
    summary: 'List the calls of a hold',
    description: 'Newest first. A released hold lists those of its calls that are still stored.',
  })
  @ApiOkResponse({ type: HeldAnalysisPageResponse, description: 'One page of the calls.' })
  @Refuses(holdNotFound())
  analyses(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Query() page: HoldPageRequest,
  ): Promise<HeldAnalysisPageResponse> {
    return this.reader.analyses(caller, id, page);
  }

  @Post(':id/release')
  @HttpCode(200)
  @HoldsNoWords()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'releaseHold',
    summary: 'Release a hold',
    description:
      'Ends the hold. What it has put off is carried out at once, as far as no other hold stands against it; ' +
      '`carried_out` says how ' +
      'much that is. A hold that is released already is answered as it is. Sends `hold.released`.',
  })
  @ApiOkResponse({ type: ReleasedHoldResponse, description: 'The hold, `released`.' })
  @Refuses(liveObject(), holdNotFound())
  release(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Body() { reason }: ReleaseHoldRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ReleasedHoldResponse> {
    return this.releasing.release(caller, id, reason, storeResponse(itself));
  }
}
