import { Module } from '@nestjs/common';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { AnalysisController } from './analysis.controller.js';
import { AnalysisModule } from './analysis.module.js';
import { RecordingLinkController } from './recording-link.controller.js';

/** The routes of the Analysis resource: read, list, delete, register a webhook, open a recording. */
@Module({ imports: [AnalysisModule, OutboundModule], controllers: [AnalysisController, RecordingLinkController] })
export class AnalysisApiModule {}
