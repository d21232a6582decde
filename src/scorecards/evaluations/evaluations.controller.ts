// The routes of evaluations: judge a call by a scorecard, read what came out.

import { Body, Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { evaluationLimitSentence } from '../../billing/usage/quota-sentences.js';
import { transcriptDeleted } from '../../calls/results/transcript-deleted.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { notFound, paymentRequired } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest, seenBy } from '../../platform/http/access/caller.js';
import { sendJson } from '../../platform/http/body/send-text.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import {
  nothingPublished,
  revisionIsDraft,
  revisionNotFound,
  scorecardArchived,
  scorecardNotFound,
  testScorecardOnly,
} from '../cards/scorecard-errors.js';
import { runExamplesOf } from '../form/run-examples.js';
import { EvaluationPageResponse, EvaluationResponse } from './evaluation.response.js';
import { callNotCompleted, evaluationNotFound } from './evaluation-errors.js';
import { evaluationJson, evaluationOf } from './evaluation-json.js';
import { EvaluationReader } from './evaluation-reader.js';
import { CallEvaluationsQuery, CreateEvaluationRequest, ListEvaluationsQuery } from './evaluations.requests.js';
import { OrderEvaluation } from './order-evaluation.js';

@ApiTags('Evaluations')
@Controller('analysis/:id/evaluations')
export class CallEvaluationsController {
  constructor(
    private readonly orderEvaluation: OrderEvaluation,
    private readonly reader: EvaluationReader,
  ) {}

  @Post()
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'createEvaluation',
    summary: 'Score a call with a scorecard',
    description:
      'Uses no audio minutes: the stored transcript is scored. Repeating the same call, revision and language ' +
      'model returns 200 with the existing evaluation, which counts once. A failed evaluation is repeated.',
  })
  @ApiCreatedResponse({
    type: EvaluationResponse,
    examples: runExamplesOf('accepted'),
    description: 'The evaluation, `processing`.',
  })
  @ApiOkResponse({
    type: EvaluationResponse,
    examples: runExamplesOf('evaluation'),
    description: 'The existing evaluation, in any state.',
  })
  @Refuses(
    callNotCompleted(),
    transcriptDeleted(),
    scorecardArchived(),
    nothingPublished(),
    revisionIsDraft(3),
    testScorecardOnly(),
    paymentRequired(evaluationLimitSentence(5000, 5000)),
    liveObject(),
    notFound('Analysis'),
    scorecardNotFound(),
    revisionNotFound(),
  )
  async create(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') analysisId: string,
    @Body() { scorecard_id: scorecardId, revision }: CreateEvaluationRequest,
    @Req() { requestId }: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<EvaluationResponse> {
    const order = { analysisId, scorecardId, revision: revision ?? null, requestId };
    const { row } = await this.orderEvaluation.order(caller, order, async (tx, ordered) => {
      // Before the answer is stored: its status is stored with it.
      response.status(ordered.isNew ? 201 : 200);
      await storeResponse(evaluationOf)(tx, ordered.row);
    });
    return evaluationOf(row);
  }

  @Get()
  @ForCaller('analysis:read', { act: 'read', of: 'analysis' })
  @ApiOperation({
    operationId: 'listAnalysisEvaluations',
    summary: 'List the evaluations of an analysis',
    description: 'Newest first, of all scorecards and revisions.',
  })
  @ApiOkResponse({
    type: EvaluationPageResponse,
    examples: runExamplesOf('evaluationList'),
    description: 'One page of the evaluations of the analysis.',
  })
  @Refuses(notFound('Analysis'))
  async list(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') analysisId: string,
    @Query() page: CallEvaluationsQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, await this.reader.listOfAnalysis(caller.accountId, analysisId, page));
  }
}

@ApiTags('Evaluations')
@Controller('evaluations')
export class EvaluationsController {
  constructor(private readonly reader: EvaluationReader) {}

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listEvaluations',
    summary: 'List evaluations',
    description: 'Newest first, of both modes unless `livemode` names one. Filters can be combined.',
  })
  @ApiOkResponse({
    type: EvaluationPageResponse,
    examples: runExamplesOf('evaluationList'),
    description: 'One page of evaluations.',
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ListEvaluationsQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, await this.reader.list(seenBy(caller), query));
  }

  @Get(':id')
  @ForCaller('analysis:read', { act: 'read', of: 'evaluation' })
  @ApiOperation({
    operationId: 'getEvaluation',
    summary: 'Get one evaluation',
    description: 'For polling, or the id from a notification `evaluation.completed`.',
  })
  @ApiOkResponse({
    type: EvaluationResponse,
    examples: runExamplesOf('evaluation', 'reviewed', 'accepted'),
    description: 'The evaluation, completed or not.',
  })
  @Refuses(evaluationNotFound())
  async get(@CurrentCaller() caller: Caller, @UuidParam('id') id: string, @Res() response: Response): Promise<void> {
    sendJson(response, evaluationJson(await this.reader.get(caller.accountId, id)));
  }
}
