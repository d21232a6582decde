import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { Rendering } from '../../platform/http/idempotency/rendering.js';
import { ScorecardsModule } from '../cards/scorecards.module.js';
import { evaluationJson } from './evaluation-json.js';
import { EvaluationReader } from './evaluation-reader.js';
import { EvaluationWorkModule } from './evaluation-work.module.js';
import { CallEvaluationsController, EvaluationsController } from './evaluations.controller.js';
import { OrderEvaluation } from './order-evaluation.js';

/** The routes of evaluations. */
@Module({
  imports: [BillingModule, EvaluationWorkModule, ScorecardsModule],
  controllers: [CallEvaluationsController, EvaluationsController],
  providers: [OrderEvaluation, EvaluationReader],
})
export class EvaluationsApiModule {
  constructor(rendering: Rendering, reader: EvaluationReader) {
    rendering.register('evaluation', async ({ accountId }, id) => evaluationJson(await reader.get(accountId, id)));
  }
}
