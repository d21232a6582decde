import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { RecordingIntake } from '../../recordings/receiving/recording-intake.js';
import { ScorecardsModule } from '../../scorecards/cards/scorecards.module.js';
import { DoorbellsModule } from '../../work/doorbells.js';
import { AcceptCall } from './accept-call.js';
import { RefuseScenario } from './refuse-scenario.js';
import { SubmissionFields } from './submission-fields.js';
import { SubmitUnattended } from './submit-unattended.js';

/** Accepts calls, in the API as in workers. */
@Module({
  imports: [AnalysisModule, BillingModule, DoorbellsModule, OutboundModule, ScorecardsModule],
  providers: [AcceptCall, RecordingIntake, RefuseScenario, SubmissionFields, SubmitUnattended],
  exports: [AcceptCall, DoorbellsModule, RecordingIntake, SubmissionFields, SubmitUnattended],
})
export class AcceptanceModule {}
