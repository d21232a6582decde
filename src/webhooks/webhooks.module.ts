import { Module } from '@nestjs/common';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { Deliveries } from './deliveries.service.js';
import { DeliveryMetrics } from './delivery/delivery-metrics.js';
import { EndpointSecrets } from './endpoints/endpoint-secrets.js';
import { WebhookSender } from './sending/webhook-sender.js';
import { WebhookSecrets } from './webhook-secrets.service.js';

/** Signing secrets and the record of deliveries. `WebhookDeliveryModule` sends them; `WebhooksApiModule` serves the routes. */
@Module({
  imports: [OutboundModule, QueueModule],
  providers: [Deliveries, DeliveryMetrics, EndpointSecrets, WebhookSecrets, WebhookSender],
  exports: [Deliveries, DeliveryMetrics, EndpointSecrets, WebhookSecrets, WebhookSender, QueueModule],
})
export class WebhooksModule {}
