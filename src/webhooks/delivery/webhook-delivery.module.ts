import { Module } from '@nestjs/common';
import { WebhooksModule } from '../webhooks.module.js';
import { DeliverWebhook } from './deliver-webhook.js';
import { DeliveryClaims } from './delivery-claims.js';
import { DeliveryConsumer } from './delivery-consumer.js';
import { DeliveryScheduler } from './delivery-scheduler.js';
import { RetrySchedule } from './retry-schedule.js';

/** Sends deliveries: for workers, not for processes that only serve the API. */
@Module({
  imports: [WebhooksModule],
  providers: [
    DeliverWebhook,
    DeliveryClaims,
    DeliveryConsumer,
    DeliveryScheduler,
    { provide: RetrySchedule, useFactory: () => new RetrySchedule() },
  ],
})
export class WebhookDeliveryModule {}
