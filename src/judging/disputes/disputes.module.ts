import { Module } from '@nestjs/common';
import { Rendering } from '../../platform/http/idempotency/rendering.js';
import { ScorecardsModule } from '../../scorecards/cards/scorecards.module.js';
import { EvaluationReader } from '../../scorecards/evaluations/evaluation-reader.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { DisputeResponse } from '../../wire/dispute.response.js';
import { ReviewingApiModule } from '../reviews/reviews.module.js';
import { TypedTextsModule } from '../reviews/typed-texts.js';
import { DisputeReader } from './dispute-reader.js';
import { DisputesController, EvaluationDisputesController } from './disputes.controller.js';
import { RaiseDispute } from './raise-dispute.js';
import { ResolveDispute } from './resolve-dispute.js';

/** The routes of acknowledgements and disputes. */
@Module({
  imports: [ReviewingApiModule, ScorecardsModule, TypedTextsModule, WebhooksModule],
  controllers: [EvaluationDisputesController, DisputesController],
  providers: [DisputeReader, EvaluationReader, RaiseDispute, ResolveDispute],
})
export class DisputesApiModule {
  constructor(rendering: Rendering, reader: DisputeReader) {
    rendering.register('dispute', async ({ accountId }, id) => DisputeResponse.of(await reader.get(accountId, id)));
  }
}
