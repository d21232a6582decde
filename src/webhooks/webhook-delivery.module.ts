import { Module } from '@nestjs/common';
import { DeliveryProcessor } from './delivery.processor.js';
import { DeliveryClaims } from './delivery-claims.js';
import { DeliverySchedule } from './delivery-schedule.js';
import { DeliverySweep } from './delivery-sweep.js';
import { WebhooksModule } from './webhooks.module.js';

/** The sending of deliveries: for processes that work, not for those that only serve the API. */
@Module({
  imports: [WebhooksModule],
  providers: [
    DeliveryClaims,
    DeliveryProcessor,
    DeliverySweep,
    { provide: DeliverySchedule, useFactory: () => new DeliverySchedule() },
  ],
})
export class WebhookDeliveryModule {}
