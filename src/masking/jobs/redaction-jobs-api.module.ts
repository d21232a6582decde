import { Module } from '@nestjs/common';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { RedactionSettingsModule } from '../../redaction/settings/redaction-settings.module.js';
import { RedactionJobClaims } from './redaction-job-claims.js';
import { RedactionJobsController } from './redaction-jobs.controller.js';
import { RedactionJobs } from './redaction-jobs.service.js';
import { StartRedaction } from './start-redaction.js';

/** The routes of the jobs that mask stored calls. */
@Module({
  imports: [OutboundModule, RedactionSettingsModule],
  controllers: [RedactionJobsController],
  providers: [RedactionJobClaims, RedactionJobs, StartRedaction],
})
export class RedactionJobsApiModule {}
