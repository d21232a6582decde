import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { Doorbell } from '../../analysis/claims/doorbell.js';
import { BillingModule } from '../../billing/billing.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { QueueModule } from '../../platform/queue/queue.module.js';
import { CALLS_QUEUE, DOWNLOADS_QUEUE, SANDBOX_QUEUE } from '../../platform/queue/queue-names.js';
import { ScorecardsModule } from '../../scorecards/cards/scorecards.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { AcceptCall } from './accept-call.js';
import { RecordingIntake } from './recording-intake.js';
import { RefuseScenario } from './refuse-scenario.js';
import { RetryController } from './retry.controller.js';
import { RetryCall } from './retry-call.js';
import { SubmissionFields } from './submission-fields.js';
import { SubmitController } from './submit.controller.js';
import { SubmitCall } from './submit-call.js';

/** The API's end of the pipeline: it accepts calls. */
@Module({
  imports: [
    QueueModule,
    BullModule.registerQueue({ name: CALLS_QUEUE }, { name: DOWNLOADS_QUEUE }, { name: SANDBOX_QUEUE }),
    AnalysisModule,
    BillingModule,
    OutboundModule,
    ScorecardsModule,
    WebhooksModule,
  ],
  controllers: [SubmitController, RetryController],
  providers: [AcceptCall, Doorbell, RecordingIntake, RefuseScenario, RetryCall, SubmissionFields, SubmitCall],
})
export class IntakeModule {}
