// The routes by which agents acknowledge and dispute evaluations, and by which reviewers resolve disputes.
import { Body, Controller, Get, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { reviewExamplesOf } from '../../calls/review-examples.js';
import { accountFull } from '../../platform/database/held-bytes.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { linkOfAnother } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../platform/http/access/caller.js';
import { HoldsBytes } from '../../platform/http/access/holds-bytes.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { EvaluationResponse } from '../../scorecards/evaluations/evaluation.response.js';
import {
  evaluationNotCompleted,
  evaluationNotFound,
  evaluationSuperseded,
  questionSkipped,
} from '../../scorecards/evaluations/evaluation-errors.js';
import { evaluationOf } from '../../scorecards/evaluations/evaluation-json.js';
import { runExamplesOf } from '../../scorecards/form/run-examples.js';
import { DisputeResponse } from '../../wire/dispute.response.js';
import { AsReviewer } from '../reviews/reviewer/as-reviewer.js';
import { notSaidThere, quotesTakeTooLong } from '../reviews/reviewing/review-errors.js';
import {
  alreadyDisputed,
  alreadyResolved,
  disputeNotFound,
  gaveTheAnswer,
  notCompletedYet,
  ofAnotherAgent,
  windowClosed,
} from './dispute-errors.js';
import { DisputeReader } from './dispute-reader.js';
import {
  AcknowledgeEvaluationRequest,
  CreateDisputeRequest,
  ListDisputesQuery,
  ResolveDisputeRequest,
} from './disputes.requests.js';
import { DisputePageResponse } from './disputes.responses.js';
import { AsAgent } from './own-agent.js';
import { RaiseDispute } from './raise-dispute.js';
import { ResolveDispute } from './resolve-dispute.js';

const itself = (dispute: DisputeResponse) => dispute;
const SOME_DAY = new Date('2026-11-20T00:00:00Z');

@ApiTags('Disputes')
@Controller('evaluations/:id')
export class EvaluationDisputesController {
  constructor(private readonly raising: RaiseDispute) {}

  @Post('acknowledge')
  @AsAgent('agent_id')
  @HoldsBytes()
  @HttpCode(200)
  @ForCaller('reviews:write', { act: 'acknowledge', of: 'evaluation' })
  @ApiOperation({
    operationId: 'acknowledgeEvaluation',
    summary: 'Acknowledge an evaluation',
    description:
      'The agent of the call has taken note of the evaluation. May be repeated: the last acknowledgement counts. An ' +
      'acknowledged evaluation can still be disputed.',
  })
  @ApiOkResponse({
    type: EvaluationResponse,
    examples: runExamplesOf('reviewed'),
    description: 'The evaluation, with `acknowledged`.',
  })
  @Refuses(ofAnotherAgent(), notCompletedYet(), accountFull(), linkOfAnother(), liveObject(), evaluationNotFound())
  async acknowledge(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Body() request: AcknowledgeEvaluationRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<EvaluationResponse> {
    return evaluationOf(await this.raising.acknowledge(caller, id, request, storeResponse(evaluationOf)));
  }

  @Post('disputes')
  @AsAgent('raised_by')
  @HoldsBytes()
  @ForCaller('reviews:write', { act: 'dispute', of: 'evaluation' })
  @ApiOperation({
    operationId: 'createDispute',
    summary: 'Dispute answers of an evaluation',
    description:
      'Says for each disputed answer which one would be right, and why. The call enters the review queue, with the reason ' +
      '`disputed`; the score does not change until the dispute is resolved. An evaluation has one open dispute at a time, ' +
      'within ' +
      '`dispute_window_days` of its scorecard.',
  })
  @ApiCreatedResponse({
    type: DisputeResponse,
    examples: reviewExamplesOf('dispute'),
    description: 'The dispute, `open`.',
  })
  @Refuses(
    alreadyDisputed(),
    windowClosed(SOME_DAY),
    ofAnotherAgent(),
    notCompletedYet(),
    evaluationSuperseded(),
    questionSkipped(),
    accountFull(),
    linkOfAnother(),
    liveObject(),
    evaluationNotFound(),
  )
  open(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Body() request: CreateDisputeRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<DisputeResponse> {
    return this.raising.open(caller, id, request, storeResponse(itself));
  }
}

@ApiTags('Disputes')
@Controller('disputes')
export class DisputesController {
  constructor(
    private readonly reader: DisputeReader,
    private readonly resolving: ResolveDispute,
  ) {}

  @Get()
  @ForCaller('analysis:read', { act: 'dispute', of: 'analysis', in: 'analysis_id' })
  @ApiOperation({
    operationId: 'listDisputes',
    summary: 'List disputes',
    description:
      'Newest first, of both modes unless `livemode` names one. Filters can be combined. A review link that allows disputes ' +
      'lists those of its call, with `analysis_id`.',
  })
  @ApiOkResponse({
    type: DisputePageResponse,
    examples: reviewExamplesOf('disputeList'),
    description: 'One page of the disputes.',
  })
  list(@CurrentCaller() caller: Caller, @Query() query: ListDisputesQuery): Promise<DisputePageResponse> {
    return this.reader.list(seenBy(caller), query);
  }

  @Get(':id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getDispute',
    summary: 'Get one dispute',
    description: 'With its decision, once it is resolved.',
  })
  @ApiOkResponse({
    type: DisputeResponse,
    examples: reviewExamplesOf('dispute', 'disputeResolved'),
    description: 'The dispute.',
  })
  @Refuses(disputeNotFound())
  async get(
    @CurrentCaller() { accountId }: Caller,
    @UuidParam('id', 'Id of the dispute.') id: string,
  ): Promise<DisputeResponse> {
    return DisputeResponse.of(await this.reader.get(accountId, id));
  }

  @Post(':id/resolve')
  @AsReviewer()
  @HoldsBytes()
  @HttpCode(200)
  @ForCaller('reviews:write')
  @ApiOperation({
    operationId: 'resolveDispute',
    summary: 'Resolve a dispute',
    description:
      'With `overturned` and `partly` the answers become a review, and score, coverage and outcome change immediately. If the ' +
      'call was corrected or masked since, they go to the evaluation in the place of the disputed one. With `upheld` nothing ' +
      'changes. A ' +
      'reviewer who gave a disputed answer cannot resolve the dispute.',
  })
  @ApiOkResponse({
    type: DisputeResponse,
    examples: reviewExamplesOf('disputeResolved'),
    description: 'The dispute, `resolved`.',
  })
  @Refuses(
    alreadyResolved(),
    gaveTheAnswer('mara'),
    notSaidThere('…', 3),
    questionSkipped(),
    evaluationNotCompleted(),
    evaluationSuperseded(),
    accountFull(),
    liveObject(),
    disputeNotFound(),
    quotesTakeTooLong(),
  )
  resolve(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the dispute.') id: string,
    @Body() request: ResolveDisputeRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<DisputeResponse> {
    return this.resolving.resolve(caller, id, request, storeResponse(itself));
  }
}
