import { Module } from '@nestjs/common';
import { PublishedScorecards } from './published-scorecards.js';

/** Scorecards without their routes, because workers use them too. */
@Module({ providers: [PublishedScorecards], exports: [PublishedScorecards] })
export class ScorecardsModule {}
