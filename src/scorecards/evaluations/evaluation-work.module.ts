import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { Rendering } from '../../platform/http/idempotency/rendering.js';
import { DoorbellsModule } from '../../work/doorbells.js';
import { EnginePauseModule } from '../../work/engines/engine-pause.module.js';
import { ScorecardsModule } from '../cards/scorecards.module.js';
import { EvaluationClaims } from './evaluation-claims.js';
import { evaluationJson } from './evaluation-json.js';
import { EvaluationReader } from './evaluation-reader.js';
import { EvaluationRecords } from './evaluation-records.js';
import { CallEvaluationsController, EvaluationsController } from './evaluations.controller.js';
import { JudgeOfAccount } from './judge-of-account.js';
import { OrderEvaluation } from './order-evaluation.js';
import { ReviewedEvaluations } from './reviewed-evaluations.js';

/**
 * How evaluations are made, reach a worker and are settled: their rows, the bell that their makers ring, and the claims of
 * workers.
 */
@Module({
  imports: [DoorbellsModule, EnginePauseModule, ScorecardsModule],
  providers: [EvaluationClaims, EvaluationRecords, JudgeOfAccount, ReviewedEvaluations],
  exports: [DoorbellsModule, EvaluationClaims, EvaluationRecords, JudgeOfAccount, ReviewedEvaluations],
})
export class EvaluationWorkModule {}

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
