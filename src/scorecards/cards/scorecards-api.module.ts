import { Module } from '@nestjs/common';
import { ScorecardsModule } from '../scorecards.module.js';
import { RevisionsController } from './revisions.controller.js';
import { RevisionsService } from './revisions.service.js';
import { ScorecardsController } from './scorecards.controller.js';
import { ScorecardsService } from './scorecards.service.js';

/** The routes of scorecards and their revisions. */
@Module({
  imports: [ScorecardsModule],
  controllers: [ScorecardsController, RevisionsController],
  providers: [RevisionsService, ScorecardsService],
})
export class ScorecardsApiModule {}
