import { Module } from '@nestjs/common';
import { ScorecardsModule } from '../../scorecards/scorecards.module.js';
import { TrialsController } from './trials.controller.js';
import { TryRevision } from './try-revision.js';

/** The route by which a revision is tried. It judges in the process that answers. */
@Module({ imports: [ScorecardsModule], controllers: [TrialsController], providers: [TryRevision] })
export class TrialsModule {}
