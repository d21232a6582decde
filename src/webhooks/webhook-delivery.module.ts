import { Module } from '@nestjs/common';
import { DeliveryProcessor } from './delivery.processor.js';
import { DeliveryAttempts } from './delivery-attempts.js';
import { DeliveryClaims } from './delivery-claims.js';
import { DeliveryPump } from './delivery-pump.js';
import { DeliverySchedule } from './delivery-schedule.js';
import { WebhooksModule } from './webhooks.module.js';

/** The sending of deliveries: for processes that work, not for those that only serve the API. */
@Module({
  imports: [WebhooksModule],
  providers: [
    DeliveryAttempts,
    DeliveryClaims,
    DeliveryProcessor,
    DeliveryPump,
    { provide: DeliverySchedule, useFactory: () => new DeliverySchedule() },
  ],
})
export class WebhookDeliveryModule {}
