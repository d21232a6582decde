import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { Doorbell } from '../../calls/claims/doorbell.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { QueueModule } from '../../platform/queue/queue.module.js';
import { CALLS_QUEUE, DOWNLOADS_QUEUE, SANDBOX_QUEUE } from '../../platform/queue/queue-names.js';
import { RecordingIntake } from '../../recordings/receiving/recording-intake.js';
import { ScorecardsModule } from '../../scorecards/cards/scorecards.module.js';
import { AcceptCall } from './accept-call.js';
import { RefuseScenario } from './refuse-scenario.js';
import { SubmissionFields } from './submission-fields.js';
import { SubmitUnattended } from './submit-unattended.js';

/** Accepts calls, in the API as in workers. */
@Module({
  imports: [
    QueueModule,
    BullModule.registerQueue({ name: CALLS_QUEUE }, { name: DOWNLOADS_QUEUE }, { name: SANDBOX_QUEUE }),
    AnalysisModule,
    BillingModule,
    OutboundModule,
    ScorecardsModule,
  ],
  providers: [AcceptCall, Doorbell, RecordingIntake, RefuseScenario, SubmissionFields, SubmitUnattended],
  exports: [AcceptCall, Doorbell, RecordingIntake, SubmissionFields, SubmitUnattended],
})
export class AcceptanceModule {}
