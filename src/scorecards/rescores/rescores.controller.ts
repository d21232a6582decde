import { Body, Controller, Get, HttpCode, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { evaluationLimitSentence } from '../../billing/usage/quota-sentences.js';
import { accountFull } from '../../platform/database/held-bytes.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { paymentRequired } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../platform/http/access/caller.js';
import { HoldsBytes } from '../../platform/http/access/holds-bytes.js';
import { SmallBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import {
  nothingPublished,
  rescoreFinished,
  rescoreNotFound,
  revisionIsDraft,
  revisionNotFound,
  scorecardArchived,
  scorecardNotFound,
  testScorecardOnly,
  tooManyRescores,
  tooManyRescoresADay,
} from '../cards/scorecard-errors.js';
import { runExamplesOf } from '../form/run-examples.js';
import { CreateRescoreRequest, RescorePageRequest } from './rescore.requests.js';
import { RescorePageResponse, RescoreResponse } from './rescore.response.js';
import { RescoresService } from './rescores.service.js';
import { StartRescore } from './start-rescore.js';

@ApiTags('Evaluations')
@Controller('rescores')
export class RescoresController {
  constructor(
    private readonly startRescore: StartRescore,
    private readonly rescores: RescoresService,
  ) {}

  @Post()
  @HoldsBytes()
  @SmallBody()
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'createRescore',
    summary: 'Re-score past calls',
    description:
      'Scores all completed calls that match the filter with a published revision, from their stored ' +
      'transcripts: no audio minutes are used. New calls take precedence over the job. With `dry_run` the ' +
      'response is 200 and the same object with the status `dry_run`: its `estimate` is the cost of the job; ' +
      'nothing is stored under its id. The evaluations are counted at the start; those that are skipped, fail or ' +
      'are canceled are given back. A test key or a test scorecard scores test calls only.',
  })
  @ApiOkResponse({
    type: RescoreResponse,
    examples: runExamplesOf('estimate'),
    description: 'The answer to a dry run.',
  })
  @ApiCreatedResponse({
    type: RescoreResponse,
    examples: runExamplesOf('rescoreAccepted'),
    description: 'The new job.',
  })
  @Refuses(
    scorecardArchived(),
    nothingPublished(),
    revisionIsDraft(3),
    testScorecardOnly(),
    tooManyRescores(),
    tooManyRescoresADay(),
    accountFull(),
    paymentRequired(evaluationLimitSentence(5000, 5000)),
    liveObject(),
    scorecardNotFound(),
    revisionNotFound(),
  )
  async create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateRescoreRequest,
    @ResponseStore() storeResponse: StoreResponse,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RescoreResponse> {
    if (!request.dry_run)
      return this.startRescore.start(
        caller,
        request,
        storeResponse((started) => started),
      );
    response.status(200);
    return this.startRescore.estimate(caller, request);
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listRescores',
    summary: 'List the re-scoring jobs',
    description: 'Newest first, of both modes.',
  })
  @ApiOkResponse({
    type: RescorePageResponse,
    examples: runExamplesOf('rescoreList'),
    description: 'One page of the jobs.',
  })
  async list(@CurrentCaller() caller: Caller, @Query() page: RescorePageRequest): Promise<RescorePageResponse> {
    const { items, total } = await this.rescores.list(seenBy(caller), page);
    return { items, total, skip: page.skip, limit: page.limit };
  }

  @Get(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getRescore',
    summary: 'Get one re-scoring job',
    description: 'For polling. `counts` is its progress; `GET /evaluations` lists its evaluations.',
  })
  @ApiOkResponse({
    type: RescoreResponse,
    examples: runExamplesOf('rescore', 'rescoreAccepted'),
    description: 'The job, completed or not.',
  })
  @Refuses(rescoreNotFound())
  get(@CurrentCaller() caller: Caller, @UuidParam('id', 'Id of the job.') id: string): Promise<RescoreResponse> {
    return this.rescores.get(caller.accountId, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'cancelRescore',
    summary: 'Cancel a re-scoring job',
    description:
      'Takes effect immediately. Calls scored until then keep their evaluations; the others are not scored and ' +
      'are given back to the evaluations of the month.',
  })
  @ApiOkResponse({ type: RescoreResponse, description: 'The job, `canceled`.' })
  @Refuses(rescoreFinished(), liveObject(), rescoreNotFound())
  cancel(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the job.') id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<RescoreResponse> {
    return this.rescores.cancel(
      caller,
      id,
      storeResponse((canceled) => canceled),
    );
  }
}
