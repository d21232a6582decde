import { Module } from '@nestjs/common';
import { PublishedScorecards } from './published-scorecards.js';
import { RevisionsController } from './revisions.controller.js';
import { RevisionsService } from './revisions.service.js';
import { ScorecardsController } from './scorecards.controller.js';
import { ScorecardsService } from './scorecards.service.js';

/** Scorecards without their routes, because workers use them too. */
@Module({ providers: [PublishedScorecards], exports: [PublishedScorecards] })
export class ScorecardsModule {}

/** The routes of scorecards and their revisions. */
@Module({
  imports: [ScorecardsModule],
  controllers: [ScorecardsController, RevisionsController],
  providers: [RevisionsService, ScorecardsService],
  exports: [RevisionsService, ScorecardsModule],
})
export class ScorecardsApiModule {}
