import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { AnalysisReader } from './analysis-reader.js';
import { AnalysisRecords } from './analysis-records.js';
import { AnalysisClaims } from './claims/analysis-claims.js';
import { CallBacklog } from './claims/call-backlog.js';
import { DueCalls } from './claims/due-calls.js';
import { RecordingDeletions } from './retention/recording-deletions.js';
import { RecordingRetention } from './retention/recording-retention.js';

/** The Analysis resource without its routes, because workers use it too. */
@Module({
  imports: [BillingModule],
  providers: [
    AnalysisClaims,
    AnalysisReader,
    AnalysisRecords,
    CallBacklog,
    DueCalls,
    RecordingDeletions,
    RecordingRetention,
  ],
  exports: [AnalysisClaims, AnalysisReader, AnalysisRecords, DueCalls, RecordingDeletions, RecordingRetention],
})
export class AnalysisModule {}
