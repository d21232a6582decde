import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.js';
import { Rendering } from '../platform/http/idempotency/rendering.js';
import { RecordingLinkController } from '../recordings/recording-link.controller.js';
import { WithheldRecordings } from '../recordings/withheld-recordings.js';
import { AnalysisController } from './analysis.controller.js';
import { AnalysisReader } from './analysis-reader.js';
import { AnalysisRecords } from './analysis-records.js';
import { AnalysisClaims } from './claims/analysis-claims.js';
import { CallBacklog } from './claims/call-backlog.js';
import { DueCalls } from './claims/due-calls.js';
import { AnalysisEventsController } from './events/analysis-events.controller.js';
import { AnalysisEvents } from './events/analysis-events.service.js';
import { AudioController } from './recording/audio.controller.js';
import { AudioLinks } from './recording/audio-links.js';
import { RecordingDeletions } from './retention/recording-deletions.js';
import { WaveformController } from './waveform/waveform.controller.js';

/** The Analysis resource without its routes, because workers use it too. */
@Module({
  imports: [BillingModule],
  providers: [AnalysisClaims, AnalysisReader, AnalysisRecords, AudioLinks, CallBacklog, DueCalls, RecordingDeletions],
  exports: [AnalysisClaims, AnalysisReader, AnalysisRecords, AudioLinks, DueCalls, RecordingDeletions],
})
export class AnalysisModule {}

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
