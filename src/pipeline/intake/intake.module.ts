import { Module } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { UploadsApiModule } from '../../uploads/uploads-api.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { AcceptanceModule } from './acceptance.module.js';
import { RetryController } from './retry.controller.js';
import { RetryCall } from './retry-call.js';
import { SubmitController } from './submit.controller.js';
import { SubmitCall } from './submit-call.js';
import { SubmitForm } from './submit-form.js';

/** The API's end of the pipeline: it takes submissions. */
@Module({
  imports: [AcceptanceModule, AnalysisModule, BillingModule, UploadsApiModule, WebhooksModule],
  controllers: [SubmitController, RetryController],
  providers: [RetryCall, SubmitCall, SubmitForm],
})
export class IntakeModule {}
