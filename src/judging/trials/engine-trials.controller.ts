import { Body, Controller, Delete, Get, HttpCode, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { evaluationLimitSentence } from '../../billing/usage/quota-sentences.js';
import { tooManyToDrawFrom } from '../../calls/listing/draw-calls.js';
import { transcriptDeleted } from '../../calls/results/transcript-deleted.js';
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
  scorecardArchived,
  scorecardNotFound,
  testScorecardOnly,
} from '../../scorecards/cards/scorecard-errors.js';
import { CreateEngineTrialRequest, EngineTrialItemsRequest, EngineTrialPageRequest } from './engine-trial.requests.js';
import { DeletedEngineTrialResponse, EngineTrialPageResponse, EngineTrialResponse } from './engine-trial.responses.js';
import { noCallFits, tooManyTrialsADay, trialFinished, trialNotFound, trialRunning } from './engine-trial-errors.js';
import { EngineTrialItemPageResponse } from './engine-trial-items.responses.js';
import { EngineTrialsService } from './engine-trials.service.js';
import { StartEngineTrial } from './start-engine-trial.js';
import { TrialItems } from './trial-items.js';

@ApiTags('Engines')
@Controller('engine-trials')
export class EngineTrialsController {
  constructor(
    private readonly startTrial: StartEngineTrial,
    private readonly trials: EngineTrialsService,
    private readonly trialItems: TrialItems,
  ) {}

  @Post()
  @HoldsBytes()
  @SmallBody()
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'createEngineTrial',
    summary: 'Compare engines on your own calls',
    description:
      'Has two to four engines transcribe stored recordings again, or judge stored transcripts again, and compares them with ' +
      'what people corrected and answered. Nothing changes about the calls. What is masked in a call is masked in its trial. ' +
      'Each call by each engine counts as an evaluation at the start; what is skipped, fails or is canceled is given back. ' +
      'New calls take precedence. With `dry_run` the response is 200 and the same object with the status `dry_run`: ' +
      '`estimated_cost` is the cost by engine. An account can have one trial in progress and start five in 24 hours. A test ' +
      'key tries test calls only.',
  })
  @ApiOkResponse({ type: EngineTrialResponse, description: 'The answer to a dry run.' })
  @ApiCreatedResponse({ type: EngineTrialResponse, description: 'The new trial.' })
  @Refuses(
    noCallFits(),
    transcriptDeleted(),
    tooManyToDrawFrom(),
    scorecardArchived(),
    nothingPublished(),
    testScorecardOnly(),
    accountFull(),
    paymentRequired(evaluationLimitSentence(5000, 5000)),
    liveObject(),
    scorecardNotFound(),
    trialRunning(),
    tooManyTrialsADay(3600),
  )
  async create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateEngineTrialRequest,
    @ResponseStore() storeResponse: StoreResponse,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EngineTrialResponse> {
    if (!request.dry_run)
      return this.startTrial.start(
        caller,
        request,
        storeResponse((started) => started),
      );
    response.status(200);
    return this.startTrial.estimate(caller, request);
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listEngineTrials',
    summary: 'List the engine trials',
    description: 'Newest first, of both modes.',
  })
  @ApiOkResponse({ type: EngineTrialPageResponse, description: 'One page of the trials.' })
  async list(@CurrentCaller() caller: Caller, @Query() page: EngineTrialPageRequest): Promise<EngineTrialPageResponse> {
    const { items, total } = await this.trials.list(seenBy(caller), page);
    return { items, total, skip: page.skip, limit: page.limit };
  }

  @Get(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getEngineTrial',
    summary: 'Get one engine trial',
    description: 'For polling. `counts` is its progress; the figures are there once it is completed.',
  })
  @ApiOkResponse({ type: EngineTrialResponse, description: 'The trial, completed or not.' })
  @Refuses(trialNotFound())
  get(@CurrentCaller() caller: Caller, @UuidParam('id', 'Id of the trial.') id: string): Promise<EngineTrialResponse> {
    return this.trials.get(caller.accountId, id);
  }

  @Get(':id/items')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listEngineTrialItems',
    summary: 'Compare what the engines gave',
    description:
      'One item for each call and engine. With `analysis_id` the items of that call carry what came back, and what differs ' +
      'from what people corrected or answered, else from the first engine. Items of a call that is deleted, or masked after ' +
      'the start, are deleted.',
  })
  @ApiOkResponse({ type: EngineTrialItemPageResponse, description: 'One page of the items.' })
  @Refuses(trialNotFound())
  items(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the trial.') id: string,
    @Query() request: EngineTrialItemsRequest,
  ): Promise<EngineTrialItemPageResponse> {
    return this.trialItems.list(caller.accountId, id, request);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'cancelEngineTrial',
    summary: 'Cancel an engine trial',
    description: 'Takes effect immediately. What is done stays, without figures; the rest is given back.',
  })
  @ApiOkResponse({ type: EngineTrialResponse, description: 'The trial, `canceled`.' })
  @Refuses(trialFinished(), liveObject(), trialNotFound())
  cancel(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the trial.') id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<EngineTrialResponse> {
    return this.trials.cancel(
      caller,
      id,
      storeResponse((canceled) => canceled),
    );
  }

  @Delete(':id')
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'deleteEngineTrial',
    summary: 'Delete an engine trial',
    description:
      'With all that the engines gave. One in progress is canceled first. It still counts into those of the day.',
  })
  @ApiOkResponse({ type: DeletedEngineTrialResponse, description: 'The trial is gone.' })
  @Refuses(liveObject(), trialNotFound())
  async delete(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the trial.') id: string,
  ): Promise<DeletedEngineTrialResponse> {
    await this.trials.delete(caller, id);
    return { id, object: 'engine_trial', deleted: true };
  }
}
