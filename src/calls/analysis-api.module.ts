import { Module } from '@nestjs/common';
import { Rendering } from '../platform/http/idempotency/rendering.js';
import { RecordingLinkController } from '../recordings/recording-link.controller.js';
import { WithheldRecordings } from '../recordings/withheld-recordings.js';
import { AnalysisController } from './analysis.controller.js';
import { AnalysisModule } from './analysis.module.js';
import { AnalysisReader } from './analysis-reader.js';
import { AnalysisEventsController } from './events/analysis-events.controller.js';
import { AnalysisEvents } from './events/analysis-events.service.js';
import { AudioController } from './recording/audio.controller.js';
import { WaveformController } from './waveform/waveform.controller.js';

/**
 * The routes of the Analysis resource: get, list, delete, stream events, open a recording, draw its waveform, lead to its sound.
 */
@Module({
  imports: [AnalysisModule],
  controllers: [
    AnalysisController,
    AnalysisEventsController,
    RecordingLinkController,
    WaveformController,
    AudioController,
  ],
  providers: [AnalysisEvents, WithheldRecordings],
})
export class AnalysisApiModule {
  constructor(rendering: Rendering, reader: AnalysisReader) {
    rendering.register('analysis', ({ accountId, link }, id) =>
      reader.getJson(accountId, id, 'full', link !== undefined),
    );
  }
}
