import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DELIVERIES_QUEUE, Deliveries } from './deliveries.service.js';
import { SampleEvent } from './sample-event.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhooksController } from './webhooks.controller.js';

/** Secrets, and the record of what is to be delivered. Sending is `WebhookDeliveryModule`'s. */
@Module({
  imports: [OutboundModule, BullModule.registerQueue({ name: DELIVERIES_QUEUE })],
  controllers: [WebhooksController, DeliveriesController],
  providers: [Deliveries, WebhookSecrets, WebhookSender, SampleEvent],
  exports: [Deliveries, WebhookSecrets, WebhookSender, BullModule],
})
export class WebhooksModule {}
