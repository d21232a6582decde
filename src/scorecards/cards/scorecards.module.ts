import { Module } from '@nestjs/common';
import { PublishedCards } from './published-cards.js';

/** Scorecards without their routes, because workers use them too. */
@Module({ providers: [PublishedCards], exports: [PublishedCards] })
export class ScorecardsModule {}
