import { Module } from '@nestjs/common';
import { EvaluationRecords } from '../evaluations/evaluation-records.js';
import { PublishedCards } from './published-cards.js';

/** Scorecards without their routes, because workers use them too. */
@Module({ providers: [EvaluationRecords, PublishedCards], exports: [EvaluationRecords, PublishedCards] })
export class ScorecardsModule {}
