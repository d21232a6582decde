// The route by which a person answers one question of an evaluation: a review of one answer.
import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { accountFull } from '../../../platform/database/held-bytes.js';
import { liveObject } from '../../../platform/database/lock-for-change.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../../platform/http/access/caller.js';
import { HoldsBytes } from '../../../platform/http/access/holds-bytes.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../../platform/http/validation/path-ids.js';
import { EvaluationResponse } from '../../../scorecards/evaluations/evaluation.response.js';
import {
  evaluationNotCompleted,
  evaluationNotFound,
  evaluationSuperseded,
  questionNotFound,
  questionSkipped,
} from '../../../scorecards/evaluations/evaluation-errors.js';
import { evaluationOf } from '../../../scorecards/evaluations/evaluation-json.js';
import { runExamplesOf } from '../../../scorecards/form/run-examples.js';
import { reviewerOf } from '../reviewer/reviewer.js';
import { AnswerQuestion } from './answer-question.js';
import { quotesOf } from './given-review.js';
import { notSaidThere, quotesTakeTooLong } from './review-errors.js';
import { AnswerQuestionRequest } from './reviews.requests.js';

@ApiTags('Evaluations')
@Controller('evaluations')
export class AnswersController {
  constructor(private readonly answerQuestion: AnswerQuestion) {}

  @Put(':id/answers/:question')
  @HoldsBytes()
  @ForCaller('evaluations:write', { act: 'review', of: 'evaluation' })
  @ApiOperation({
    operationId: 'answerEvaluationQuestion',
    summary: 'Answer a scorecard question',
    description:
      'Answers any question that applies: one for reviewers, a suggestion, or one that was answered ' +
      'automatically. `source` becomes `human`, the original answer stays in `system`, and score, coverage and ' +
      'outcome are recalculated. A reviewer’s answer needs no quote, and can fail the call. May be repeated: the ' +
      'last answer counts; `withdraw` restores the original answer. Creates a review with this one answer.',
  })
  @ApiParam({ name: 'question', description: 'Key of the question.', schema: { type: 'string', example: 'solved' } })
  @ApiOkResponse({
    type: EvaluationResponse,
    examples: runExamplesOf('reviewed'),
    description: 'The evaluation with its new figures.',
  })
  @Refuses(
    questionSkipped(),
    evaluationNotCompleted(),
    evaluationSuperseded(),
    notSaidThere('…', 3),
    accountFull(),
    liveObject(),
    evaluationNotFound(),
    questionNotFound(),
    quotesTakeTooLong(),
  )
  async answer(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') evaluationId: string,
    @Param('question') question: string,
    @Body() { answer, rationale, reviewer_id, quotes }: AnswerQuestionRequest,
  ): Promise<EvaluationResponse> {
    const places = { loc: ['body', 'answer'], questionLoc: null };
    const given = { evaluationId, question, answer, rationale: rationale ?? '', quotes: quotesOf(quotes), ...places };
    return evaluationOf(await this.answerQuestion.answer(caller, reviewerOf(caller, reviewer_id ?? null), given));
  }
}
