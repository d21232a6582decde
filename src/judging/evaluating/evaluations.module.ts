import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { ScorecardsModule } from '../../scorecards/cards/scorecards.module.js';
import { EvaluationWorkModule } from '../../scorecards/evaluations/evaluation-work.module.js';
import { RescoreWorkModule } from '../../scorecards/rescores/rescore-work.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { WorkModule, workerOf } from '../../work/work.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { EvaluateCall } from './evaluate-call.js';
import { EvaluationWork } from './evaluation-work.js';
import { ExpandRescores } from './rescoring/expand-rescores.js';
import { RescoreNotices } from './rescoring/rescore-notices.js';
import { RescoreRounds } from './rescoring/rescore-rounds.js';
import { SettleEvaluation } from './settle-evaluation.js';
import { JudgingModule } from './threads/judging.module.js';

/** The worker's end of evaluations: it judges stored calls by scorecards, beside the calls that it works on. */
@Module({
  imports: [
    AnalysisModule,
    BillingModule,
    EvaluationWorkModule,
    JudgingModule,
    LinesModule,
    RescoreWorkModule,
    ScorecardsModule,
    WebhooksModule,
    WorkModule,
  ],
  providers: [
    EvaluateCall,
    EvaluationWork,
    ExpandRescores,
    RescoreNotices,
    RescoreRounds,
    SettleEvaluation,
    YieldToCalls,
    workerOf(EvaluationWork),
  ],
})
export class EvaluationsModule {}
