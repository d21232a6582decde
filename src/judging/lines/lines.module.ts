import { Module } from '@nestjs/common';
import { ScorecardsModule } from '../../scorecards/cards/scorecards.module.js';
import { ConfidenceLines } from './confidence-lines.js';

/** Lines of scorecards, for sessions that are closed and for calls that are scored. */
@Module({ imports: [ScorecardsModule], providers: [ConfidenceLines], exports: [ConfidenceLines] })
export class LinesModule {}
