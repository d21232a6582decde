import { Module } from '@nestjs/common';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { SampleEvent } from './sample-event.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksModule } from './webhooks.module.js';

/** What clients ask of webhooks: for processes that serve the API. */
@Module({
  imports: [WebhooksModule, OutboundModule],
  controllers: [WebhooksController, DeliveriesController],
  providers: [SampleEvent],
})
export class WebhooksApiModule {}
