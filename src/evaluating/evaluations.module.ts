import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { PipelineModule } from '../pipeline/pipeline.module.js';
import { ScorecardsModule } from '../scorecards/cards/scorecards.module.js';
import { EvaluationWorkModule } from '../scorecards/evaluations/evaluation-work.module.js';
import { RescoreWorkModule } from '../scorecards/rescores/rescore-work.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { EvaluateCall } from './evaluate-call.js';
import { EvaluationPipeline } from './evaluation.pipeline.js';
import { EvaluationConsumer } from './evaluation-consumer.js';
import { EvaluationEnd } from './evaluation-end.js';
import { EvaluationGate } from './evaluation-gate.js';
import { EvaluationMetrics } from './evaluation-metrics.js';
import { EvaluationSweep } from './evaluation-sweep.js';
import { EvaluationTurns } from './evaluation-turns.js';
import { JudgingModule } from './judging/judging.module.js';
import { ExpandRescores } from './rescoring/expand-rescores.js';
import { RescoreNotices } from './rescoring/rescore-notices.js';
import { RescoreRounds } from './rescoring/rescore-rounds.js';
import { SettleEvaluation } from './settle-evaluation.js';

/** The worker's end of evaluations: it judges stored calls by scorecards, beside the calls that it works on. */
@Module({
  imports: [
    AnalysisModule,
    BillingModule,
    EvaluationWorkModule,
    JudgingModule,
    PipelineModule,
    RescoreWorkModule,
    ScorecardsModule,
    WebhooksModule,
  ],
  providers: [
    EvaluateCall,
    EvaluationConsumer,
    EvaluationEnd,
    EvaluationGate,
    EvaluationMetrics,
    EvaluationPipeline,
    EvaluationSweep,
    EvaluationTurns,
    ExpandRescores,
    RescoreNotices,
    RescoreRounds,
    SettleEvaluation,
  ],
})
export class EvaluationsModule {}
