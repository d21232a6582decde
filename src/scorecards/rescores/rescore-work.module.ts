import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { ScorecardsModule } from '../cards/scorecards.module.js';
import { EvaluationWorkModule } from '../evaluations/evaluation-work.module.js';
import { RescoreClaims } from './rescore-claims.js';
import { RescoreEstimates } from './rescore-estimates.js';
import { RescoresController } from './rescores.controller.js';
import { RescoresService } from './rescores.service.js';
import { StartRescore } from './start-rescore.js';

/** Rescoring jobs without their routes, because workers carry them out. */
@Module({ providers: [RescoreClaims], exports: [RescoreClaims] })
export class RescoreWorkModule {}

/** The routes of the jobs that judge stored calls again. */
@Module({
  imports: [BillingModule, EvaluationWorkModule, OutboundModule, RescoreWorkModule, ScorecardsModule],
  controllers: [RescoresController],
  providers: [RescoreEstimates, RescoresService, StartRescore],
})
export class RescoresApiModule {}
