import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { DrawCalls } from '../../calls/listing/draw-calls.js';
import { ScorecardsModule } from '../../scorecards/cards/scorecards.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { JudgingModule } from '../evaluating/threads/judging.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { ReviewLinks } from '../reviews/links/review-links.js';
import { CheckQuotes } from '../reviews/reviewing/check-quotes.js';
import { TypedTextsModule } from '../reviews/typed-texts.js';
import { AgreementController } from './agreement/agreement.controller.js';
import { AgreementReader } from './agreement/agreement-reader.js';
import { Counting } from './agreement/counting.js';
import { SamplesController } from './samples/samples.controller.js';
import { Samples } from './samples/samples.js';
import { CalibrationLinksController } from './sessions/calibration-links.controller.js';
import { CalibrationReader } from './sessions/calibration-reader.js';
import { CalibrationSweep } from './sessions/calibration-sweep.js';
import { CalibrationsController } from './sessions/calibrations.controller.js';
import { CloseCalibration } from './sessions/close-calibration.js';
import { RateCall } from './sessions/rate-call.js';
import { StartCalibration } from './sessions/start-calibration.js';

/** Sessions: how they are read and closed, by a request and by the sweep. */
@Module({
  imports: [AnalysisModule, LinesModule, ScorecardsModule, WebhooksModule],
  providers: [{ provide: Counting, useFactory: () => new Counting() }, CalibrationReader, CloseCalibration],
  exports: [CalibrationReader, CloseCalibration, Counting, LinesModule, ScorecardsModule],
})
class SessionsModule {}

/** The routes of samples, calibration sessions and agreement. */
@Module({
  imports: [SessionsModule, JudgingModule, TypedTextsModule],
  controllers: [SamplesController, CalibrationsController, CalibrationLinksController, AgreementController],
  providers: [DrawCalls, Samples, StartCalibration, RateCall, CheckQuotes, ReviewLinks, AgreementReader],
})
export class CalibrationApiModule {}

/** Closes what is due. */
@Module({ imports: [SessionsModule], providers: [CalibrationSweep] })
export class CalibrationModule {}
