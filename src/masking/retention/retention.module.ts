import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { noticesOf } from '../../platform/notices/owner-notices.js';
import { RETENTION_NOTICES } from './changed-settings.js';
import { RecordingSweep } from './recording-sweep.js';
import { RetentionRounds } from './retention-rounds.js';
import { RetentionSettingsController } from './retention-settings.controller.js';
import { RetentionSettings } from './retention-settings.js';

/** The routes of the settings. */
@Module({
  controllers: [RetentionSettingsController],
  providers: [RetentionSettings, noticesOf(RETENTION_NOTICES)],
})
export class RetentionApiModule {}

/** The rounds that delete. */
@Module({ imports: [AnalysisModule], providers: [RetentionRounds, RecordingSweep] })
export class RetentionModule {}
