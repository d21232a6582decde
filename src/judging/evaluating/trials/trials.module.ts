import { Module } from '@nestjs/common';
import { BillingModule } from '../../../billing/billing.module.js';
import { QueueModule } from '../../../platform/queue/queue.module.js';
import { ScorecardsModule } from '../../../scorecards/cards/scorecards.module.js';
import { EnginePauseModule } from '../../../work/engines/engine-pause.module.js';
import { JudgingModule } from '../threads/judging.module.js';
import { JudgeOnce } from './judge-once.js';
import { TrialSlots } from './trial-slots.js';
import { TrialsController } from './trials.controller.js';
import { TryRevision } from './try-revision.js';

/** Judges calls in the process that answers. */
@Module({
  imports: [BillingModule, EnginePauseModule, JudgingModule, QueueModule, ScorecardsModule],
  providers: [JudgeOnce, TrialSlots],
  exports: [BillingModule, JudgeOnce, JudgingModule, ScorecardsModule, TrialSlots],
})
export class JudgeOnceModule {}

/** The route by which a revision is tried. */
@Module({
  imports: [JudgeOnceModule],
  controllers: [TrialsController],
  providers: [TryRevision],
  exports: [TryRevision],
})
export class TrialsModule {}
