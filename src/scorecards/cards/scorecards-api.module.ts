import { Module } from '@nestjs/common';
import { RevisionsController } from './revisions.controller.js';
import { RevisionsService } from './revisions.service.js';
import { ScorecardsController } from './scorecards.controller.js';
import { ScorecardsModule } from './scorecards.module.js';
import { ScorecardsService } from './scorecards.service.js';

/** The routes of scorecards and their revisions. */
@Module({
  imports: [ScorecardsModule],
  controllers: [ScorecardsController, RevisionsController],
  providers: [RevisionsService, ScorecardsService],
})
export class ScorecardsApiModule {}
