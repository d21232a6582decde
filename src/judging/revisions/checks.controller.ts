// POST /scorecards/{id}/revisions/{revision}/check. check-revision.ts does the work.
import { Body, Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { FORM_FAULTS, type FormFaultCode } from '../../judgement/form/doubtful-questions.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { SmallBody } from '../../platform/http/body/body.guard.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { Uuids, Whole } from '../../platform/http/validation/fields.js';
import { UuidParam, WholeParam } from '../../platform/http/validation/path-ids.js';
import { TEST_REFUSALS } from '../evaluating/trials/trial-errors.js';
import { CheckRevision } from './check-revision.js';

export class CheckRevisionRequest {
  @Uuids({
    description: 'Completed analyses that a language model scores several times, to tell how stable its answers are.',
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
    min: 1,
    max: 20,
    optional: true,
  })
  analysis_ids?: string[] | null;

  @Whole({
    description: 'How often the model is asked again about each of these calls.',
    min: 1,
    max: 3,
    default: 1,
    example: 1,
  })
  repeats: number;
}

export class RevisionFaultResponse {
  @ApiProperty({
    type: [String],
    description: 'Path of the member in the revision.',
    example: ['sections', '0', 'questions', '2', 'guidance'],
  })
  loc: readonly string[];

  @ApiProperty({
    type: 'string',
    enum: FORM_FAULTS,
    description:
      '`double_question`: two questions in one. `no_guidance`: nothing says what counts. `no_na`: it has a condition, and no ' +
      'N/A. ' +
      '`absence_auto_fail`: an automatic fail because something was not heard. `phrase_never`, `phrase_always`: a phrase of ' +
      'none or all ' +
      'of the last 200 calls. `never_varies`: an answer that is always the same. The last three from 20 calls on.',
    example: 'no_guidance',
  })
  code: FormFaultCode;

  @ApiProperty({
    type: 'string',
    description: 'What is wrong, and what to do.',
    example: 'Nothing says what counts. Describe each answer, with an example.',
  })
  message: string;
}

export class AnswerStabilityResponse {
  @ApiProperty({ type: 'string', description: 'Key of a question for a language model.', example: 'empathy' })
  question: string;

  @ApiProperty({ type: 'integer', description: 'How often the model said the same again.', example: 19 })
  same: number;

  @ApiProperty({ type: 'integer', description: 'How often it was asked again.', example: 20 })
  of: number;
}

export class RevisionCheckResponse {
  @ApiProperty({
    type: 'string',
    enum: ['revision_check'],
    description: 'Always `revision_check`.',
    example: 'revision_check',
  })
  object: 'revision_check';

  @ApiProperty({ type: () => [RevisionFaultResponse], description: 'In the order of the form.' })
  faults: RevisionFaultResponse[];

  @ApiProperty({
    type: () => [AnswerStabilityResponse],
    description: 'Empty without `analysis_ids`, and for a form that asks no language model.',
  })
  stability: AnswerStabilityResponse[];
}

@ApiTags('Scorecards')
@Controller('scorecards/:id/revisions/:revision/check')
export class ChecksController {
  constructor(private readonly checks: CheckRevision) {}

  @Post()
  @SmallBody()
  @HttpCode(200)
  @ForCaller('evaluations:write')
  @ApiOperation({
    operationId: 'checkScorecardRevision',
    summary: 'Check a revision',
    description:
      'Finds what makes a form, also a draft, worse than it could be: from its words, and from the last 200 calls and ' +
      'answers. With ' +
      '`analysis_ids` a language model scores each call `repeats` times more than once, and each time counts as an evaluation. ' +
      'Nothing is stored. It takes as long as a test of a revision, and counts as one of the two that may run.',
  })
  @ApiOkResponse({ type: RevisionCheckResponse, description: 'What was found.' })
  @Refuses(...TEST_REFUSALS)
  async check(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the scorecard.') scorecardId: string,
    @WholeParam('revision', 'Number of the revision.', 3) revision: number,
    @Body() { analysis_ids: analysisIds, repeats }: CheckRevisionRequest,
  ): Promise<RevisionCheckResponse> {
    const checked = { scorecardId, revision, analysisIds: analysisIds ?? [], repeats };
    return { object: 'revision_check', ...(await this.checks.run(caller, checked)) };
  }
}
