import { Module } from '@nestjs/common';
import { BillingModule } from '../../../billing/billing.module.js';
import { QueueModule } from '../../../platform/queue/queue.module.js';
import { ScorecardsModule } from '../../../scorecards/cards/scorecards.module.js';
import { EnginePauseModule } from '../../../work/engines/engine-pause.module.js';
import { JudgingModule } from '../threads/judging.module.js';
import { TrialSlots } from './trial-slots.js';
import { TrialsController } from './trials.controller.js';
import { TryRevision } from './try-revision.js';

/** The route by which a revision is tried. It judges in the process that answers. */
@Module({
  imports: [BillingModule, EnginePauseModule, JudgingModule, QueueModule, ScorecardsModule],
  controllers: [TrialsController],
  providers: [TrialSlots, TryRevision],
})
export class TrialsModule {}
