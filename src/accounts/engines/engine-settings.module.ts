import { Module } from '@nestjs/common';
import { DoorbellsModule } from '../../work/doorbells.js';
import { EngineSettingsController } from './engine-settings.controller.js';
import { EngineSettings } from './engine-settings.js';
import { KeyNotices } from './key-notices.js';

/** The routes of the engines of an account, and the mails about its own keys. */
@Module({
  imports: [DoorbellsModule],
  controllers: [EngineSettingsController],
  providers: [EngineSettings, KeyNotices],
})
export class EngineSettingsModule {}
