import { Module } from '@nestjs/common';
import { JudgeCall } from './judge-call.js';
import { Judging } from './judging.js';

/**
 * Judges calls by scorecards, for the worker and for the route that tries a revision, and checks what persons quote: in one
 * process all share the threads.
 */
@Module({
  providers: [JudgeCall, { provide: Judging, useFactory: () => new Judging() }],
  exports: [JudgeCall, Judging],
})
export class JudgingModule {}
