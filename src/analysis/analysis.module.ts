import { Module } from '@nestjs/common';
import { AnalysisClaims } from './analysis-claims.js';
import { AnalysisReader } from './analysis-reader.js';
import { AnalysisRecords } from './analysis-records.js';
import { CallBacklog } from './call-backlog.js';

/** The Analysis resource without its routes, because workers use it too. */
@Module({
  providers: [AnalysisClaims, AnalysisReader, AnalysisRecords, CallBacklog],
  exports: [AnalysisClaims, AnalysisReader, AnalysisRecords],
})
export class AnalysisModule {}
