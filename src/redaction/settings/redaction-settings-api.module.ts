import { Module } from '@nestjs/common';
import { RedactionSettingsController } from './redaction-settings.controller.js';
import { RedactionSettingsModule } from './redaction-settings.module.js';

/** The routes of the settings. */
@Module({ imports: [RedactionSettingsModule], controllers: [RedactionSettingsController] })
export class RedactionSettingsApiModule {}
