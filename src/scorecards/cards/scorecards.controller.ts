import { Body, Controller, Delete, Get, HttpCode, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { accountFull } from '../../platform/database/held-bytes.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { runExamplesOf } from '../form/run-examples.js';
import { watchedSampleNotFound, watchSize } from '../watch/watch-errors.js';
import {
  archivedUnchangeable,
  scorecardNotFound,
  storageFull,
  tooManyScorecards,
  tooManyWithArchived,
} from './scorecard-errors.js';
import { ScorecardPageRequest, ScorecardRequest } from './scorecards.requests.js';
import { ArchivedScorecardResponse, ScorecardPageResponse, ScorecardResponse } from './scorecards.responses.js';
import { ScorecardsService } from './scorecards.service.js';

@ApiTags('Scorecards')
@Controller('scorecards')
export class ScorecardsController {
  constructor(private readonly scorecards: ScorecardsService) {}

  @Post()
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'createScorecard',
    summary: 'Create a scorecard',
    description:
      'Created without a revision: create and publish one before calls can be scored. An account can have 50 ' +
      'scorecards that are not archived, and 200 including archived ones; together they may hold 64 MiB. A ' +
      'scorecard created with a test key belongs to test mode: it scores test calls only.',
  })
  @ApiCreatedResponse({
    type: ScorecardResponse,
    examples: runExamplesOf('scorecard'),
    description: 'The new scorecard.',
  })
  @Refuses(
    tooManyScorecards(),
    tooManyWithArchived(),
    storageFull(),
    accountFull(),
    watchSize(),
    watchedSampleNotFound(),
  )
  async createScorecard(
    @CurrentCaller() caller: Caller,
    @Body() request: ScorecardRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ScorecardResponse> {
    const { of } = ScorecardResponse;
    return of(await this.scorecards.create(caller, request.fields(), storeResponse(of)));
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listScorecards',
    summary: 'List scorecards',
    description: 'Newest first, of both modes, without archived ones.',
  })
  @ApiOkResponse({
    type: ScorecardPageResponse,
    examples: runExamplesOf('scorecardList'),
    description: 'One page of the scorecards.',
  })
  async listScorecards(
    @CurrentCaller() caller: Caller,
    @Query() page: ScorecardPageRequest,
  ): Promise<ScorecardPageResponse> {
    const { scorecards, total } = await this.scorecards.list(caller.accountId, page);
    return { items: scorecards.map(ScorecardResponse.of), total, skip: page.skip, limit: page.limit };
  }

  @Get(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getScorecard',
    summary: 'Get one scorecard',
    description: 'Also an archived one.',
  })
  @ApiOkResponse({
    type: ScorecardResponse,
    examples: runExamplesOf('scorecardInForce'),
    description: 'The scorecard.',
  })
  @Refuses(scorecardNotFound())
  async getScorecard(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the scorecard.') id: string,
  ): Promise<ScorecardResponse> {
    return ScorecardResponse.of(await this.scorecards.get(caller.accountId, id));
  }

  @Put(':id')
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'updateScorecard',
    summary: 'Replace the fields of a scorecard',
    description:
      'Replaces all fields: an omitted member gets its default, except `dispute_window_days`, `target_agreement`, `gate` and ' +
      '`watch`, which stay as they are. Revisions and ' +
      'evaluations do not change.',
  })
  @ApiOkResponse({
    type: ScorecardResponse,
    examples: runExamplesOf('scorecardInForce'),
    description: 'The changed scorecard.',
  })
  @Refuses(
    archivedUnchangeable(),
    storageFull(),
    accountFull(),
    watchSize(),
    liveObject(),
    scorecardNotFound(),
    watchedSampleNotFound(),
  )
  async updateScorecard(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the scorecard.') id: string,
    @Body() request: ScorecardRequest,
  ): Promise<ScorecardResponse> {
    return ScorecardResponse.of(await this.scorecards.update(caller, id, request.fields()));
  }

  @Delete(':id')
  @HttpCode(200)
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'archiveScorecard',
    summary: 'Archive a scorecard',
    description:
      'It makes no new evaluations and no longer counts towards the 50. Its revisions and evaluations can still ' +
      'be read; its drafts can be deleted.',
  })
  @ApiOkResponse({ type: ArchivedScorecardResponse, description: 'The scorecard is archived.' })
  @Refuses(liveObject(), scorecardNotFound())
  async archiveScorecard(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the scorecard.') id: string,
  ): Promise<ArchivedScorecardResponse> {
    await this.scorecards.archive(caller, id);
    return { id, object: 'scorecard', archived: true };
  }
}
