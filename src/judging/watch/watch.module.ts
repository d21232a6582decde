import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { WatchClaims } from '../../scorecards/watch/watch-claims.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { WorkModule } from '../../work/work.module.js';
import { Counting } from '../calibration/agreement/counting.js';
import { JudgeOnceModule } from '../evaluating/trials/trials.module.js';
import { CheckJudge } from './check-judge.js';
import { EndCheck } from './end-check.js';
import { JudgeVersions } from './judge-versions.js';
import { JudgeWatched } from './judge-watched.js';
import { WatchRounds } from './watch-rounds.js';

/** Judges the calls that scorecards watch. */
@Module({
  imports: [AnalysisModule, JudgeOnceModule, WebhooksModule, WorkModule],
  providers: [
    { provide: Counting, useFactory: () => new Counting() },
    CheckJudge,
    EndCheck,
    JudgeVersions,
    JudgeWatched,
    WatchClaims,
    WatchRounds,
    YieldToCalls,
  ],
})
export class WatchModule {}
