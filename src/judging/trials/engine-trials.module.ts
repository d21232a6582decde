import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { ScorecardsModule } from '../../scorecards/cards/scorecards.module.js';
import { DoorbellsModule } from '../../work/doorbells.js';
import { ComputeFigures } from './compute-figures.js';
import { EngineTrialsController } from './engine-trials.controller.js';
import { EngineTrialsService } from './engine-trials.service.js';
import { Comparing } from './figures/comparing.js';
import { StartEngineTrial } from './start-engine-trial.js';
import { TrialClaims } from './trial-claims.js';
import { TrialEstimates } from './trial-estimates.js';
import { TrialItemClaims } from './trial-item-claims.js';
import { TrialItems } from './trial-items.js';
import { TrialRounds } from './trial-rounds.js';

const COMPARING = { provide: Comparing, useFactory: () => new Comparing() };

/** The routes of engine trials. */
@Module({
  imports: [BillingModule, DoorbellsModule, ScorecardsModule],
  controllers: [EngineTrialsController],
  providers: [COMPARING, EngineTrialsService, StartEngineTrial, TrialClaims, TrialEstimates, TrialItems],
})
export class EngineTrialsApiModule {}

/** Claims on items for workers, and the rounds that close trials. */
@Module({
  imports: [BillingModule, ScorecardsModule],
  providers: [COMPARING, ComputeFigures, TrialClaims, TrialItemClaims, TrialRounds],
  exports: [TrialItemClaims],
})
export class EngineTrialJobsModule {}
