import { Module } from '@nestjs/common';
import { RecordingLinkController } from '../recordings/recording-link.controller.js';
import { AnalysisController } from './analysis.controller.js';
import { AnalysisModule } from './analysis.module.js';
import { AnalysisEventsController } from './events/analysis-events.controller.js';
import { AnalysisEvents } from './events/analysis-events.service.js';
import { WaveformController } from './waveform/waveform.controller.js';

/** The routes of the Analysis resource: get, list, delete, stream events, open a recording, draw its waveform. */
@Module({
  imports: [AnalysisModule],
  controllers: [AnalysisController, AnalysisEventsController, RecordingLinkController, WaveformController],
  providers: [AnalysisEvents],
})
export class AnalysisApiModule {}
