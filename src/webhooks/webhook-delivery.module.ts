import { Module } from '@nestjs/common';
import { DeliverWebhook } from './delivery/deliver-webhook.js';
import { DeliveryClaims } from './delivery/delivery-claims.js';
import { DeliveryConsumer } from './delivery/delivery-consumer.js';
import { DeliveryScheduler } from './delivery/delivery-scheduler.js';
import { EndpointCare } from './delivery/endpoint-care.js';
import { RetrySchedule } from './delivery/retry-schedule.js';
import { EndpointHealth } from './endpoints/endpoint-health.js';
import { EndpointPauses } from './endpoints/endpoint-pauses.js';
import { MissedDeliveries } from './endpoints/missed-deliveries.js';
import { WebhooksModule } from './webhooks.module.js';

/** Sends deliveries: for workers, not for processes that only serve the API. */
@Module({
  imports: [WebhooksModule],
  providers: [
    DeliverWebhook,
    DeliveryClaims,
    DeliveryConsumer,
    DeliveryScheduler,
    EndpointCare,
    EndpointHealth,
    EndpointPauses,
    MissedDeliveries,
    { provide: RetrySchedule, useFactory: () => new RetrySchedule() },
  ],
})
export class WebhookDeliveryModule {}
