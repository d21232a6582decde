import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { WorkModule } from '../../work/work.module.js';
import { CallRedactionStartModule } from '../calls/call-redaction-start.module.js';
import { RedactionJobClaims } from './redaction-job-claims.js';
import { RedactionNotices } from './redaction-notices.js';
import { RedactionRounds } from './redaction-rounds.js';
import { TakeCalls } from './take-calls.js';

/** The worker's end of jobs that mask stored calls. */
@Module({
  imports: [AnalysisModule, CallRedactionStartModule, WebhooksModule, WorkModule],
  providers: [RedactionJobClaims, RedactionNotices, RedactionRounds, TakeCalls, YieldToCalls],
})
export class RedactionJobsModule {}
