import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { ReportController } from './report.controller.js';
import { Reports } from './reports.js';

/** The reports of analyses for people. */
@Module({
  imports: [AnalysisModule, BillingModule],
  controllers: [ReportController],
  providers: [Reports],
})
export class ReportModule {}
