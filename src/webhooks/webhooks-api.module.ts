import { Module } from '@nestjs/common';
import { AnalysisModule } from '../calls/analysis.module.js';
import { noticesOf } from '../platform/notices/owner-notices.js';
import { OutboundModule } from '../platform/outbound/outbound.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryRequests } from './delivery-requests.js';
import { EndpointActionsController } from './endpoints/endpoint-actions.controller.js';
import { EndpointDeliveries } from './endpoints/endpoint-deliveries.js';
import { ENDPOINT_NOTICES } from './endpoints/endpoint-notices.js';
import { EndpointSample } from './endpoints/endpoint-sample.js';
import { WebhookEndpointsController } from './endpoints/endpoints.controller.js';
import { WebhookEndpoints } from './endpoints/endpoints.service.js';
import { SampleEvent } from './samples/sample-event.service.js';
import { WebhookRegistrationController } from './webhook-registration.controller.js';
import { WebhookRegistration } from './webhook-registration.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksModule } from './webhooks.module.js';

/** The routes of webhooks: for processes that serve the API. */
@Module({
  imports: [AnalysisModule, WebhooksModule, OutboundModule],
  controllers: [
    WebhookRegistrationController,
    WebhooksController,
    DeliveriesController,
    WebhookEndpointsController,
    EndpointActionsController,
  ],
  providers: [
    DeliveryRequests,
    EndpointDeliveries,
    EndpointSample,
    SampleEvent,
    WebhookEndpoints,
    WebhookRegistration,
    noticesOf(ENDPOINT_NOTICES),
  ],
})
export class WebhooksApiModule {}
