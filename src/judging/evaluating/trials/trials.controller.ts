// POST /scorecards/{id}/revisions/{revision}/try. try-revision.ts does the work.
import { Body, Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../platform/http/access/caller.js';
import { SmallBody } from '../../../platform/http/body/body.guard.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { Uuids } from '../../../platform/http/validation/fields.js';
import { UuidParam, WholeParam } from '../../../platform/http/validation/path-ids.js';
import { EvaluationResponse } from '../../../scorecards/evaluations/evaluation.response.js';
import { runExamplesOf } from '../../../scorecards/form/run-examples.js';
import { TEST_REFUSALS } from './trial-errors.js';
import { TryRevision } from './try-revision.js';

const MAX_CALLS = 20;

export class TryRevisionRequest {
  @Uuids({
    description: 'Completed analyses to score.',
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
    min: 1,
    max: MAX_CALLS,
  })
  analysis_ids: string[];
}

export class TriedEvaluationsResponse {
  @ApiProperty({
    type: () => [EvaluationResponse],
    description: 'One for each call, in the order of the ids. They are stored nowhere: their `id` leads to nothing.',
  })
  items: EvaluationResponse[];
}

@ApiTags('Scorecards')
@Controller('scorecards/:id/revisions/:revision/try')
export class TrialsController {
  constructor(private readonly tryRevision: TryRevision) {}

  @Post()
  @SmallBody()
  @HttpCode(200)
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'tryScorecardRevision',
    summary: 'Test a revision on past calls',
    description:
      'Scores up to 20 completed calls at once, also with a draft. Nothing is stored and no event is sent. Each ' +
      'call counts as an evaluation of its mode towards the limit; if the limit would be exceeded, all calls are ' +
      'refused. The response takes as long as the model: seconds for one call, up to 50 for many, then 503. An ' +
      'account may have two tests running; another one is refused with 429.',
  })
  @ApiOkResponse({
    type: TriedEvaluationsResponse,
    examples: runExamplesOf('tried'),
    description: 'The results of the calls.',
  })
  @Refuses(...TEST_REFUSALS)
  async try(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the scorecard.') scorecardId: string,
    @WholeParam('revision', 'Number of the revision.', 3) revision: number,
    @Body() { analysis_ids: analysisIds }: TryRevisionRequest,
  ): Promise<TriedEvaluationsResponse> {
    return { items: await this.tryRevision.run(caller, { scorecardId, revision, analysisIds }) };
  }
}
