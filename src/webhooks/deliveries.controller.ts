import { Controller, Get, HttpCode, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { liveObject } from '../platform/database/lock-for-change.js';
import { notFound } from '../platform/errors/api-error.js';
import { ForCaller } from '../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../platform/http/access/caller.js';
import { Post } from '../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../platform/http/idempotency/store-response.js';
import { Refuses } from '../platform/http/openapi/refuses.js';
import { UuidParam } from '../platform/http/validation/path-ids.js';
import { Deliveries, startedAgain, suppressedIsNeverSent, triedTooOften } from './deliveries.service.js';
import { DeliveryRequests } from './delivery-requests.js';
import { WebhookDeliveryPageRequest } from './webhooks.requests.js';
import {
  WebhookDeliveryPageResponse,
  WebhookDeliveryResponse,
  WebhookDeliveryWithRequestResponse,
} from './webhooks.responses.js';

@ApiTags('Webhooks')
@Controller('analysis/:id/deliveries')
export class DeliveriesController {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly requests: DeliveryRequests,
  ) {}

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of an analysis',
    description: 'Deliveries of the analysis and its evaluations: newest first, each with all attempts.',
  })
  @ApiOkResponse({ type: WebhookDeliveryPageResponse, description: 'One page of the deliveries of the analysis.' })
  @Refuses(notFound('Analysis'))
  async listWebhookDeliveries(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') id: string,
    @Query() page: WebhookDeliveryPageRequest,
  ): Promise<WebhookDeliveryPageResponse> {
    const { deliveries, total } = await this.deliveries.list(caller.accountId, id, page);
    return { items: deliveries.map(WebhookDeliveryResponse.of), total, skip: page.skip, limit: page.limit };
  }

  @Get(':delivery_id')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getWebhookDelivery',
    summary: 'Get one delivery',
    description:
      'Includes all attempts. For a test mode delivery, which is never sent, `request` is the signed request ' +
      'that would be sent now: use it to test your receiver. Null for live deliveries.',
  })
  @ApiOkResponse({
    type: WebhookDeliveryWithRequestResponse,
    description: 'The delivery, and its request in test mode.',
  })
  @Refuses(notFound('Delivery'))
  async getWebhookDelivery(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') id: string,
    @UuidParam('delivery_id', 'Id of the delivery.') deliveryId: string,
  ): Promise<WebhookDeliveryWithRequestResponse> {
    const { delivery, request } = await this.requests.get(caller.accountId, id, deliveryId);
    return WebhookDeliveryWithRequestResponse.withRequest(delivery, request);
  }

  @Post(':delivery_id/redeliver')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('analysis:write')
  @ApiOperation({
    operationId: 'redeliverWebhook',
    summary: 'Resend a delivery',
    description: 'Sent immediately with the same `webhook-id` and a new retry schedule.',
  })
  @ApiOkResponse({ type: WebhookDeliveryResponse, description: 'The delivery, due to be sent again.' })
  @Refuses(suppressedIsNeverSent(), startedAgain(), triedTooOften(), liveObject(), notFound('Delivery'))
  async redeliverWebhook(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', 'Id of the analysis.') id: string,
    @UuidParam('delivery_id', 'Id of the delivery.') deliveryId: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<WebhookDeliveryResponse> {
    const { of } = WebhookDeliveryResponse;
    return of(await this.deliveries.redeliver(caller, id, deliveryId, storeResponse(of)));
  }
}
