import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { EvaluationWorkModule } from '../evaluation-work.module.js';
import { ScorecardsModule } from '../scorecards.module.js';
import { RescoreEstimates } from './rescore-estimates.js';
import { RescoresController } from './rescores.controller.js';
import { RescoresService } from './rescores.service.js';
import { StartRescore } from './start-rescore.js';

/** The routes of the jobs that judge stored calls again. */
@Module({
  imports: [BillingModule, EvaluationWorkModule, OutboundModule, ScorecardsModule],
  controllers: [RescoresController],
  providers: [RescoreEstimates, RescoresService, StartRescore],
})
export class RescoresApiModule {}
