import { Module } from '@nestjs/common';
import { AnalysisModule } from '../calls/analysis.module.js';
import { RedactionSettingsModule } from '../redaction/settings/redaction-settings.module.js';
import { CallRedactionStartModule } from './calls/call-redaction-start.module.js';
import { RedactCallController } from './calls/redact-call.controller.js';

/** The routes by which stored calls are masked. */
@Module({
  imports: [AnalysisModule, CallRedactionStartModule, RedactionSettingsModule],
  controllers: [RedactCallController],
})
export class RedactingApiModule {}
