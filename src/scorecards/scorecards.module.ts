import { Module } from '@nestjs/common';
import { PublishedCards } from './cards/published-cards.js';
import { EvaluationRecords } from './evaluations/evaluation-records.js';

/** Scorecards without their routes, because workers use them too. */
@Module({ providers: [EvaluationRecords, PublishedCards], exports: [EvaluationRecords, PublishedCards] })
export class ScorecardsModule {}
