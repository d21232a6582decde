import { Module } from '@nestjs/common';
import { ScorecardsApiModule } from '../../scorecards/cards/scorecards.module.js';
import { EvaluationWorkModule } from '../../scorecards/evaluations/evaluation-work.module.js';
import { Counting } from '../calibration/agreement/counting.js';
import { JudgeOnceModule, TrialsModule } from '../evaluating/trials/trials.module.js';
import { CheckRevision } from './check-revision.js';
import { ChecksController } from './checks.controller.js';
import { GateAnswers } from './gate-answers.js';
import { PublicationsController } from './publications.controller.js';
import { PublishRevision } from './publish-revision.js';

/** Finds out about a revision before it scores calls, and publishes it. */
@Module({
  imports: [EvaluationWorkModule, JudgeOnceModule, ScorecardsApiModule, TrialsModule],
  controllers: [ChecksController, PublicationsController],
  providers: [{ provide: Counting, useFactory: () => new Counting() }, CheckRevision, GateAnswers, PublishRevision],
})
export class RevisionsModule {}
