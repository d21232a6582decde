import { Module } from '@nestjs/common';
import { Rendering } from '../../../platform/http/idempotency/rendering.js';
import { EvaluationReader } from '../../../scorecards/evaluations/evaluation-reader.js';
import { EvaluationWorkModule } from '../../../scorecards/evaluations/evaluation-work.module.js';
import { WebhooksModule } from '../../../webhooks/webhooks.module.js';
import { JudgingModule } from '../../evaluating/threads/judging.module.js';
import { AnswerQuestion } from './answer-question.js';
import { AnswersController } from './answers.controller.js';
import { CheckQuotes } from './check-quotes.js';
import { ReviewReader } from './review-reader.js';
import { CallReviewsController, ReviewsController } from './reviews.controller.js';
import { WriteReview } from './write-review.js';

/** The routes of reviews, and of a person's answers to the questions of evaluations. */
@Module({
  imports: [EvaluationWorkModule, JudgingModule, WebhooksModule],
  controllers: [AnswersController, CallReviewsController, ReviewsController],
  providers: [AnswerQuestion, CheckQuotes, EvaluationReader, ReviewReader, WriteReview],
})
export class ReviewingApiModule {
  constructor(rendering: Rendering, reader: ReviewReader) {
    rendering.register('review', ({ accountId }, id) => reader.get(accountId, id));
  }
}
