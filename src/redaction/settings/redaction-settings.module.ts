import { Module } from '@nestjs/common';
import { RedactionSettings } from './redaction-settings.js';

/** The settings without their routes, because workers read them too. */
@Module({ providers: [RedactionSettings], exports: [RedactionSettings] })
export class RedactionSettingsModule {}
