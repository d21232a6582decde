import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AnalysisController } from './analysis.controller.js';
import { AnalysisClaims } from './analysis-claims.js';
import { AnalysisReader } from './analysis-reader.js';
import { AnalysisRecords } from './analysis-records.js';
import { RecordingLinkController } from './recording-link.controller.js';

/** The Analysis resource: read, list, delete, register a webhook. */
@Module({
  imports: [WebhooksModule],
  controllers: [AnalysisController, RecordingLinkController],
  providers: [AnalysisClaims, AnalysisReader, AnalysisRecords],
  exports: [AnalysisClaims, AnalysisReader, AnalysisRecords],
})
export class AnalysisModule {}
