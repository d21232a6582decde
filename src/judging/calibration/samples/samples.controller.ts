import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { tooManyDrawn, tooManyToDrawFrom } from '../../../calls/listing/draw-calls.js';
import { accountFull } from '../../../platform/database/held-bytes.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../../platform/http/access/caller.js';
import { HoldsBytes } from '../../../platform/http/access/holds-bytes.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import { scorecardNotFound } from '../../../scorecards/cards/scorecard-errors.js';
import { noCallFits, Samples, sampleNotFound, tooManySamples } from './samples.js';
import { CreateSampleRequest, SamplePageQuery } from './samples.requests.js';
import { SamplePageResponse, SampleResponse } from './samples.responses.js';

@ApiTags('Calibration')
@Controller('samples')
export class SamplesController {
  constructor(private readonly samples: Samples) {}

  @Post()
  @HoldsBytes()
  @HoldsNoWords()
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'createSample',
    summary: 'Draw a sample of calls',
    description:
      'Draws completed calls at random so that anyone can draw them again: calls stand in the order of SHA-256 of the seed, a ' +
      'colon and their id, and the first `count` are taken. Calls created later change nothing. The sample holds calls of the ' +
      'mode of the credential, at most 10,000.',
  })
  @ApiCreatedResponse({ type: SampleResponse, description: 'The sample.' })
  @Refuses(
    noCallFits(),
    tooManyDrawn(),
    tooManyToDrawFrom(),
    tooManySamples(),
    accountFull(),
    liveObject(),
    scorecardNotFound(),
  )
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateSampleRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<SampleResponse> {
    return this.samples.draw(
      caller,
      request,
      storeResponse((sample) => sample),
    );
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listSamples',
    summary: 'List the samples',
    description: 'Newest first, of both modes.',
  })
  @ApiOkResponse({ type: SamplePageResponse, description: 'One page of the samples.' })
  list(@CurrentCaller() caller: Caller, @Query() page: SamplePageQuery): Promise<SamplePageResponse> {
    return this.samples.list(seenBy(caller), page);
  }

  @Get(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getSample',
    summary: 'Get one sample',
    description: 'With its calls, less those that were deleted since.',
  })
  @ApiOkResponse({ type: SampleResponse, description: 'The sample.' })
  @Refuses(sampleNotFound())
  get(
    @CurrentCaller() { accountId }: Caller,
    @UuidParam('id', 'Id of the sample.') id: string,
  ): Promise<SampleResponse> {
    return this.samples.get(accountId, id);
  }
}
