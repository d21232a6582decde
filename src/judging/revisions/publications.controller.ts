import { Body, Controller, HttpCode } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { evaluationLimitSentence } from '../../billing/usage/quota-sentences.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { paymentRequired } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { SmallBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { Flag } from '../../platform/http/validation/fields.js';
import { UuidParam, WholeParam } from '../../platform/http/validation/path-ids.js';
import { ScorecardRevisionResponse } from '../../scorecards/cards/revisions.responses.js';
import {
  archivedUnchangeable,
  changedMeanwhile,
  revisionNotFound,
  scorecardNotFound,
} from '../../scorecards/cards/scorecard-errors.js';
import { runExamplesOf } from '../../scorecards/form/run-examples.js';
import { judgeAway, judgeRefuses, tooManyTries } from '../evaluating/trials/trial-errors.js';
import { gateRefusals, gateUnfinished } from './gate-errors.js';
import { type Publication, PublishRevision } from './publish-revision.js';

export class PublishRevisionRequest {
  @Flag({
    description:
      'Publishes it regardless of the scorecard’s gate, without scoring any call. The revision records this.',
    default: false,
    example: false,
  })
  force: boolean;
}

@ApiTags('Scorecards')
@Controller('scorecards/:id/revisions/:revision/publish')
export class PublicationsController {
  constructor(private readonly publishing: PublishRevision) {}

  @Post()
  @SmallBody()
  @HttpCode(200)
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'publishScorecardRevision',
    summary: 'Publish a revision',
    description:
      'From now on calls are scored with it, unless a request names another one. An earlier published revision ' +
      'can be published again to return to it. Existing evaluations do not change. With a `gate` of the scorecard the calls ' +
      'that ' +
      'people rated under the published revision are scored first, and each counts as an evaluation. That may take more than ' +
      'one request: after 503, publish again to go on; no call is scored twice.',
  })
  @ApiBody({ type: PublishRevisionRequest, required: false })
  @ApiOkResponse({
    type: ScorecardRevisionResponse,
    examples: runExamplesOf('published'),
    description: 'The published revision.',
  })
  @Refuses(
    archivedUnchangeable(),
    ...gateRefusals(),
    changedMeanwhile(),
    liveObject(),
    scorecardNotFound(),
    revisionNotFound(),
    tooManyTries(),
    paymentRequired(evaluationLimitSentence(5000, 5000)),
    judgeAway(null),
    judgeRefuses(),
    gateUnfinished(41, 100),
  )
  async publishScorecardRevision(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the scorecard.') scorecardId: string,
    @WholeParam('revision', 'Number of the revision.', 3) number: number,
    @Body() { force }: PublishRevisionRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<ScorecardRevisionResponse> {
    return responseOf(await this.publishing.run(caller, { scorecardId, number, force }, storeResponse(responseOf)));
  }
}

const responseOf = ({ row, gate }: Publication): ScorecardRevisionResponse => ({
  ...ScorecardRevisionResponse.of(row),
  ...(gate !== null && { gate: { status: gate } }),
});
