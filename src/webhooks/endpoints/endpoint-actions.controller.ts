import { Body, Controller, Get, HttpCode, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { IdempotentRequest } from '../../platform/http/idempotency/idempotent-request.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../platform/http/idempotency/rendering.js';
import { Idempotent, ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { TestWebhookResponse } from '../webhooks.responses.js';
import { EndpointDeliveries } from './endpoint-deliveries.js';
import { EndpointSample } from './endpoint-sample.js';
import {
  ListWebhookEndpointDeliveriesRequest,
  RecoverWebhookEndpointRequest,
  TestWebhookEndpointRequest,
} from './endpoints.requests.js';
import {
  WebhookEndpointDeliveryPageResponse,
  WebhookEndpointDeliveryResponse,
  WebhookRecoveryResponse,
} from './endpoints.responses.js';
import { endpointNotFound } from './endpoints.service.js';

const ID = 'Id of the endpoint.';

/** Routes that send something to an endpoint: a sample, its log, and failed deliveries once more. */
@ApiTags('Webhooks')
@Controller('webhooks/endpoints/:id')
export class EndpointActionsController {
  constructor(
    private readonly deliveries: EndpointDeliveries,
    private readonly samples: EndpointSample,
  ) {}

  @Post('test')
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'testWebhookEndpoint',
    summary: 'Send a test event to an endpoint',
    description:
      'Sends a sample object in the endpoint’s payload format, signed with its secret; its `livemode` is false. ' +
      'It is not stored and not retried, and `filter` is ignored. To a test mode endpoint nothing is sent: ' +
      '`request` is what would have been sent.',
  })
  @ApiOkResponse({ type: TestWebhookResponse, description: 'Response of the receiver to the test event.' })
  @Refuses(liveObject(), endpointNotFound())
  async testWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Body() { event }: TestWebhookEndpointRequest,
    @Idempotent() idempotent: IdempotentRequest | null,
  ): Promise<TestWebhookResponse> {
    return this.samples.send(caller, id, event, idempotent?.effectId);
  }

  @Get('deliveries')
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'listWebhookEndpointDeliveries',
    summary: 'List the deliveries of an endpoint',
    description:
      'Newest first, each with all attempts. Deliveries are kept as long as their object and the endpoint. While ' +
      'the endpoint is paused, waiting deliveries are `pending` with `next_attempt_at` null.',
  })
  @ApiOkResponse({ type: WebhookEndpointDeliveryPageResponse, description: 'One page of the deliveries.' })
  @Refuses(endpointNotFound())
  async listWebhookEndpointDeliveries(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Query() { skip, limit, status }: ListWebhookEndpointDeliveriesRequest,
  ): Promise<WebhookEndpointDeliveryPageResponse> {
    const page = { skip, limit, status: status ?? null };
    const { deliveries, total } = await this.deliveries.list(caller.accountId, id, page);
    return { items: deliveries.map(WebhookEndpointDeliveryResponse.ofEndpoint), total, skip, limit };
  }

  @Post('recover')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'recoverWebhookEndpoint',
    summary: 'Resend failed deliveries',
    description:
      'Resends every delivery to the endpoint that became `failed` since then, at most 30 days ago: oldest ' +
      'first, in batches, with the same `webhook-id` and a new retry schedule. A paused endpoint is tried ' +
      'immediately, and gets them once it responds.',
  })
  @ApiOkResponse({ type: WebhookRecoveryResponse, description: 'Number of deliveries that will be resent.' })
  @Refuses(liveObject(), endpointNotFound())
  async recoverWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Body() { since }: RecoverWebhookEndpointRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<WebhookRecoveryResponse> {
    const { of } = WebhookRecoveryResponse;
    return of(await this.deliveries.recover(caller, id, since, storeResponse(of)));
  }
}
