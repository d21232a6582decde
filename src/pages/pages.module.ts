import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { AnalysisModule } from '../calls/analysis.module.js';
import { ReportController } from './call-page/report.controller.js';
import { Reports } from './call-page/reports.js';
import { ConsoleController } from './console/console.controller.js';
import { LandingController } from './site/landing.controller.js';

/** Reports of calls, the page of the service, and the console. */
@Module({
  imports: [AnalysisModule, BillingModule],
  controllers: [ReportController, LandingController, ConsoleController],
  providers: [Reports],
  exports: [Reports],
})
export class PagesModule {}
