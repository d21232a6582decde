// The routes by which a person puts a transcript right.
import { Body, Controller, Get, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { transcriptDeleted } from '../../../calls/results/transcript-deleted.js';
import { reviewExamplesOf } from '../../../calls/review-examples.js';
import { accountFull } from '../../../platform/database/held-bytes.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { notFound } from '../../../platform/errors/api-error.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../../../platform/http/access/caller.js';
import { HoldsBytes } from '../../../platform/http/access/holds-bytes.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import { CorrectionResponse } from '../../../wire/correction.response.js';
import { AsReviewer } from '../reviewer/as-reviewer.js';
import { reviewerOf } from '../reviewer/reviewer.js';
import { CorrectionPageResponse } from './correction.response.js';
import {
  callNotCompleted,
  changesNothing,
  correctionInProgress,
  correctionNotFound,
  otherVersion,
  tooManyVersions,
} from './correction-errors.js';
import { CorrectionReader } from './correction-reader.js';
import { CorrectionPageQuery, CreateCorrectionRequest, changesOf } from './corrections.requests.js';
import { StartCorrection } from './start-correction.js';

@ApiTags('Reviews')
@Controller('analysis/:id/corrections')
export class CorrectionsController {
  constructor(
    private readonly startCorrection: StartCorrection,
    private readonly reader: CorrectionReader,
  ) {}

  @Post()
  @AsReviewer()
  @HoldsBytes()
  @ForCaller('reviews:write', { act: 'correct', of: 'analysis' })
  @ApiOperation({
    operationId: 'createCorrection',
    summary: 'Correct a transcript',
    description:
      'Corrects speakers and words. The correction creates the next version of the transcript: findings, scores ' +
      'and metrics are evaluated again from it, without the recording, and change together with it; until then ' +
      'the previous version stays in effect. Evaluations are superseded and repeated with the same revisions. ' +
      'Uses no audio minutes. Segments keep their ids and times; none are added or removed.',
  })
  @ApiCreatedResponse({
    type: CorrectionResponse,
    examples: reviewExamplesOf('correctionAccepted'),
    description: 'The correction, `processing`.',
  })
  @Refuses(
    callNotCompleted(),
    transcriptDeleted(),
    otherVersion(3),
    correctionInProgress(),
    changesNothing(),
    tooManyVersions(),
    accountFull(),
    liveObject(),
    notFound('Analysis'),
  )
  create(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') analysisId: string,
    @Body() request: CreateCorrectionRequest,
    @Req() { requestId }: ServiceRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CorrectionResponse> {
    const { base_version: baseVersion, note = null } = request;
    const reviewerId = reviewerOf(caller, request.reviewer_id);
    const wanted = { analysisId, baseVersion, changes: changesOf(request), reviewerId, note, requestId };
    return this.startCorrection.start(
      caller,
      wanted,
      storeResponse((started) => started),
    );
  }

  @Get()
  @ForCaller('analysis:read', { act: 'read', of: 'analysis' })
  @ApiOperation({
    operationId: 'listCorrections',
    summary: 'List the corrections of an analysis',
    description: 'Newest first, failed ones among them.',
  })
  @ApiOkResponse({
    type: CorrectionPageResponse,
    examples: reviewExamplesOf('correctionList'),
    description: 'One page of the corrections of the analysis.',
  })
  @Refuses(notFound('Analysis'))
  list(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') analysisId: string,
    @Query() page: CorrectionPageQuery,
  ): Promise<CorrectionPageResponse> {
    return this.reader.list(caller.accountId, analysisId, page);
  }

  @Get(':correction_id')
  @ForCaller('analysis:read', { act: 'read', of: 'analysis' })
  @ApiOperation({
    operationId: 'getCorrection',
    summary: 'Get one correction',
    description:
      'For polling. Once it is `completed`, the analysis has the new version; if it `failed`, the reason is given.',
  })
  @ApiOkResponse({
    type: CorrectionResponse,
    examples: reviewExamplesOf('correction', 'correctionAccepted'),
    description: 'The correction, completed or not.',
  })
  @Refuses(correctionNotFound())
  get(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') analysisId: string,
    @UuidParam('correction_id', 'Id of the correction.') id: string,
  ): Promise<CorrectionResponse> {
    return this.reader.get(caller.accountId, analysisId, id);
  }
}
