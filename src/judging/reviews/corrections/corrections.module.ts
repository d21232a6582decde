import { Module } from '@nestjs/common';
import { StageUses } from '../../../judgement/stage-uses.js';
import { ScorecardsModule } from '../../../scorecards/cards/scorecards.module.js';
import { EvaluationWorkModule } from '../../../scorecards/evaluations/evaluation-work.module.js';
import { WebhooksModule } from '../../../webhooks/webhooks.module.js';
import { WorkModule, workerOf } from '../../../work/work.module.js';
import { CorrectCall } from './correct-call.js';
import { CorrectingModule } from './correcting/correcting.module.js';
import { CorrectionClaims } from './correction-claims.js';
import { CorrectionWork } from './correction-work.js';
import { RepeatedEvaluations } from './repeated-evaluations.js';
import { SettleCorrection } from './settle-correction.js';

/** The worker's end of corrections. */
@Module({
  imports: [CorrectingModule, EvaluationWorkModule, ScorecardsModule, WebhooksModule, WorkModule],
  providers: [
    CorrectCall,
    CorrectionClaims,
    CorrectionWork,
    RepeatedEvaluations,
    SettleCorrection,
    StageUses,
    workerOf(CorrectionWork),
  ],
})
export class CorrectionsModule {}
