import { Module } from '@nestjs/common';
import { BillingController } from './billing.controller.js';
import { BillingModule } from './billing.module.js';
import { PaymentEventsController } from './subscriptions/payment-events.controller.js';

/** The routes of billing, for API processes. */
@Module({ imports: [BillingModule], controllers: [BillingController, PaymentEventsController] })
export class BillingApiModule {}
