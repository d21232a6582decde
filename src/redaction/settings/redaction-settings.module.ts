import { Module } from '@nestjs/common';
import { RedactionSettingsController } from './redaction-settings.controller.js';
import { RedactionSettings } from './redaction-settings.js';

/** The settings without their routes, because workers read them too. */
@Module({ providers: [RedactionSettings], exports: [RedactionSettings] })
export class RedactionSettingsModule {}

/** The routes of the settings. */
@Module({ imports: [RedactionSettingsModule], controllers: [RedactionSettingsController] })
export class RedactionSettingsApiModule {}
