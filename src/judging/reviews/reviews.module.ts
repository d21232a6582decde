import { createSecretKey } from 'node:crypto';
import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../../platform/config/config.js';
import { Rendering } from '../../platform/http/idempotency/rendering.js';
import { EvaluationReader } from '../../scorecards/evaluations/evaluation-reader.js';
import { EvaluationWorkModule } from '../../scorecards/evaluations/evaluation-work.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { JudgingModule } from '../evaluating/threads/judging.module.js';
import { ReviewLinksController } from './links/review-links.controller.js';
import { ReviewLinks } from './links/review-links.js';
import { ReviewSessionController } from './links/review-session.controller.js';
import { ReviewSessions, SESSION_ALGORITHM, SESSION_AUDIENCE, SESSION_ISSUER } from './links/review-sessions.js';
import { ReviewQueueController } from './queue/review-queue.controller.js';
import { ReviewQueueService } from './queue/review-queue.service.js';
import { AnswerQuestion } from './reviewing/answer-question.js';
import { AnswersController } from './reviewing/answers.controller.js';
import { CheckQuotes } from './reviewing/check-quotes.js';
import { ReviewReader } from './reviewing/review-reader.js';
import { CallReviewsController, ReviewsController } from './reviewing/reviews.controller.js';
import { WriteReview } from './reviewing/write-review.js';
import { TypedTextsModule } from './typed-texts.js';

/** Links for reviewers without an account, and what they open. */
@Module({
  imports: [
    JwtModule.registerAsync({
      inject: [Config],
      useFactory: ({ secrets }: Config) => ({
        secret: createSecretKey(secrets.reviewLinks),
        signOptions: { algorithm: SESSION_ALGORITHM, issuer: SESSION_ISSUER, audience: SESSION_AUDIENCE },
        verifyOptions: { algorithms: [SESSION_ALGORITHM], issuer: SESSION_ISSUER, audience: SESSION_AUDIENCE },
      }),
    }),
  ],
  controllers: [ReviewLinksController, ReviewSessionController],
  providers: [ReviewLinks, ReviewSessions],
})
export class LinksApiModule {}

/** The routes of the review queue. */
@Module({ controllers: [ReviewQueueController], providers: [ReviewQueueService] })
export class ReviewQueueApiModule {}

/** The routes of reviews, and of a person's answers to the questions of evaluations. */
@Module({
  imports: [EvaluationWorkModule, JudgingModule, TypedTextsModule, WebhooksModule],
  controllers: [AnswersController, CallReviewsController, ReviewsController],
  providers: [AnswerQuestion, CheckQuotes, EvaluationReader, ReviewReader, WriteReview],
  exports: [WriteReview],
})
export class ReviewingApiModule {
  constructor(rendering: Rendering, reader: ReviewReader) {
    rendering.register('review', ({ accountId }, id) => reader.get(accountId, id));
  }
}
