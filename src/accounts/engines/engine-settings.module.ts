import { Module } from '@nestjs/common';
import { noticesOf } from '../../platform/notices/owner-notices.js';
import { DoorbellsModule } from '../../work/doorbells.js';
import { EngineSettingsController } from './engine-settings.controller.js';
import { EngineSettings } from './engine-settings.js';
import { KEY_NOTICES } from './key-notices.js';

/** The routes of the engines of an account, and the mails about its own keys. */
@Module({
  imports: [DoorbellsModule],
  controllers: [EngineSettingsController],
  providers: [EngineSettings, noticesOf(KEY_NOTICES)],
})
export class EngineSettingsModule {}
