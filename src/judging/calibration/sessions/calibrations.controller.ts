// The routes of calibration sessions: several people rate the same calls, and none sees what another answered.
import { Body, Controller, Get, HttpCode, Param, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { transcriptDeleted } from '../../../calls/results/transcript-deleted.js';
import { accountFull } from '../../../platform/database/held-bytes.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { linkOfAnother, notFound } from '../../../platform/errors/api-error.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../platform/http/access/caller.js';
import { HoldsBytes } from '../../../platform/http/access/holds-bytes.js';
import { sendJson } from '../../../platform/http/body/send-text.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import {
  nothingPublished,
  revisionNotFound,
  scorecardArchived,
  scorecardNotFound,
} from '../../../scorecards/cards/scorecard-errors.js';
import { CalibrationResponse } from '../../../wire/calibration.response.js';
import { notSaidThere, quotesTakeTooLong } from '../../reviews/reviewing/review-errors.js';
import { sampleNotFound } from '../samples/samples.js';
import {
  calibrationClosed,
  calibrationNotFound,
  notInCalibration,
  revisionNotPublished,
  sampleTooLarge,
  tooManyOpen,
} from './calibration-errors.js';
import { CalibrationReader, shownTo } from './calibration-reader.js';
import {
  CalibrationItemQuery,
  CreateCalibrationRequest,
  ListCalibrationsQuery,
  RateCallRequest,
} from './calibrations.requests.js';
import { CalibrationItemResponse, CalibrationPageResponse, RatingResponse } from './calibrations.responses.js';
import { CloseCalibration } from './close-calibration.js';
import { RateCall } from './rate-call.js';
import { MAX_CALLS, StartCalibration } from './start-calibration.js';

const ID = 'Id of the session.';
const CALL_ID = 'Id of a call of the session.';
const itself = (session: CalibrationResponse) => session;
const BY_LINK = { act: 'calibrate', of: 'calibration' } as const;

@ApiTags('Calibration')
@Controller('calibrations')
export class CalibrationsController {
  constructor(
    private readonly starting: StartCalibration,
    private readonly reader: CalibrationReader,
    private readonly rating: RateCall,
    private readonly closing: CloseCalibration,
  ) {}

  @Post()
  @HoldsBytes()
  @HoldsNoWords()
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'createCalibration',
    summary: 'Start a calibration session',
    description:
      'Reviewers rate the same calls by a published revision of a scorecard, blind: until the session is closed, a link shows ' +
      'no other reviewer’s answers and none of the AI. Ratings are no reviews: they change no score. Starting a session judges ' +
      'nothing. A key with `analysis:read` sees all there is.',
  })
  @ApiCreatedResponse({ type: CalibrationResponse, description: 'The session, `open`.' })
  @Refuses(
    tooManyOpen(),
    transcriptDeleted(),
    revisionNotPublished(4),
    nothingPublished(),
    scorecardArchived(),
    sampleTooLarge(MAX_CALLS),
    accountFull(),
    liveObject(),
    scorecardNotFound(),
    revisionNotFound(),
    sampleNotFound(),
  )
  create(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateCalibrationRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CalibrationResponse> {
    return this.starting.start(caller, request, storeResponse(itself));
  }

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listCalibrations',
    summary: 'List the calibration sessions',
    description: 'Newest first, of both modes.',
  })
  @ApiOkResponse({ type: CalibrationPageResponse, description: 'One page of the sessions.' })
  list(@CurrentCaller() caller: Caller, @Query() query: ListCalibrationsQuery): Promise<CalibrationPageResponse> {
    return this.reader.list(caller, query);
  }

  @Get(':id')
  @ForCaller('analysis:read', BY_LINK)
  @ApiOperation({
    operationId: 'getCalibration',
    summary: 'Get one calibration session',
    description:
      'With the progress of each reviewer and, once it is closed, the figures. A link reads the progress of its own reviewer ' +
      'and the ids of the calls, and nothing after the session is closed.',
  })
  @ApiOkResponse({ type: CalibrationResponse, description: 'The session.' })
  @Refuses(calibrationNotFound())
  async get(@CurrentCaller() caller: Caller, @UuidParam('id', ID) id: string): Promise<CalibrationResponse> {
    return shownTo(caller, await this.closing.get(caller.accountId, id));
  }

  @Get(':id/items/:analysis_id')
  @ForCaller('analysis:read', BY_LINK)
  @ApiOperation({
    operationId: 'getCalibrationItem',
    summary: 'Get a call to rate',
    description:
      'The form, the transcript, a link to the recording and this reviewer’s own rating: neither the answers of the AI nor ' +
      'those of others.',
  })
  @ApiOkResponse({ type: CalibrationItemResponse, description: 'The call to rate.' })
  @Refuses(notInCalibration('mara'), linkOfAnother(), calibrationNotFound(), notFound('Analysis'))
  async item(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @UuidParam('analysis_id', CALL_ID) analysisId: string,
    @Query() { reviewer_id: reviewerId = null }: CalibrationItemQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, await this.reader.item(caller, id, analysisId, reviewerId));
  }

  @Put(':id/items/:analysis_id/ratings/:reviewer_id')
  @HoldsBytes()
  @ForCaller('reviews:write', BY_LINK)
  @ApiOperation({
    operationId: 'rateCall',
    summary: 'Rate a call',
    description:
      'Every question that applies needs an answer; a question whose condition is not met by these answers does not apply. The ' +
      'rating can be changed until the session is closed. A quotation must be in its segment.',
  })
  @ApiParam({
    name: 'reviewer_id',
    description: 'Your identifier of the reviewer.',
    schema: { type: 'string', example: 'mara' },
  })
  @ApiOkResponse({ type: RatingResponse, description: 'The rating.' })
  @Refuses(
    calibrationClosed(),
    transcriptDeleted(),
    notInCalibration('mara'),
    notSaidThere('…', 3),
    accountFull(),
    liveObject(),
    linkOfAnother(),
    calibrationNotFound(),
    notFound('Analysis'),
    quotesTakeTooLong(),
  )
  rate(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) calibrationId: string,
    @UuidParam('analysis_id', CALL_ID) analysisId: string,
    @Param('reviewer_id') reviewerId: string,
    @Body() { answers }: RateCallRequest,
  ): Promise<RatingResponse> {
    return this.rating.rate(caller, { calibrationId, analysisId, reviewerId }, answers);
  }

  @Post(':id/close')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'closeCalibration',
    summary: 'Close a calibration session',
    description:
      'Counts how far the reviewers and the AI agree; the figures are final. The AI’s answer is its own, of the newest ' +
      'evaluation by this revision at that moment; a call without one counts among people alone. Links open nothing from then ' +
      'on. A session closes by itself at `due_at`.',
  })
  @ApiOkResponse({ type: CalibrationResponse, description: 'The session, `closed`, with its figures.' })
  @Refuses(calibrationClosed(), liveObject(), calibrationNotFound())
  close(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CalibrationResponse> {
    return this.closing.close(caller, id, storeResponse(itself));
  }

  @Post(':id/cancel')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'cancelCalibration',
    summary: 'Cancel a calibration session',
    description: 'Its ratings do not count.',
  })
  @ApiOkResponse({ type: CalibrationResponse, description: 'The session, `canceled`.' })
  @Refuses(calibrationClosed(), liveObject(), calibrationNotFound())
  cancel(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CalibrationResponse> {
    return this.closing.cancel(caller, id, storeResponse(itself));
  }
}
