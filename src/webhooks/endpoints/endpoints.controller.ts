import { Body, Controller, Delete, Get, HttpCode, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { can } from '../../access/rights.js';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { scopeMissing } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { HoldsNoWords } from '../../platform/http/idempotency/rendering.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { WebhookSecretResponse } from '../webhooks.responses.js';
import { ListWebhookEndpointsRequest, WebhookEndpointRequest } from './endpoints.requests.js';
import {
  CreatedWebhookEndpointResponse,
  DeletedWebhookEndpointResponse,
  WebhookEndpointPageResponse,
  WebhookEndpointResponse,
} from './endpoints.responses.js';
import { endpointNotFound, tooManyEndpoints, WebhookEndpoints } from './endpoints.service.js';

const ID = 'Id of the endpoint.';
const unreadable = () => scopeMissing('analysis:read');

/**
 * Full notifications hold what `analysis:read` reads: a key without it must not have them sent to itself.
 * @throws ApiError 403
 */
function refuseUnreadable({ principal }: Caller, { payload }: WebhookEndpointRequest): void {
  if (payload === 'full' && !can(principal, 'analysis:read')) throw unreadable();
}

@ApiTags('Webhooks')
@Controller('webhooks/endpoints')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post()
  @HoldsNoWords()
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'createWebhookEndpoint',
    summary: 'Create an endpoint for the whole account',
    description:
      'From now on the endpoint receives every event of the account that matches `events` and `filter`, in the ' +
      'mode of the credential, in addition to the `webhook_url` of a single call. Each endpoint has its own ' +
      'secret. An account can have 20 endpoints. With `payload` `full`, a key also needs the scope ' +
      '`analysis:read`.',
  })
  @ApiCreatedResponse({ type: CreatedWebhookEndpointResponse, description: 'The new endpoint, with its secret.' })
  @Refuses(tooManyEndpoints(), unreadable())
  async createWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Body() request: WebhookEndpointRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CreatedWebhookEndpointResponse> {
    const { withSecret } = CreatedWebhookEndpointResponse;
    refuseUnreadable(caller, request);
    return withSecret(await this.endpoints.create(caller, request.fields(), storeResponse(withSecret)));
  }

  @Get()
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'listWebhookEndpoints',
    summary: 'List the endpoints of the account',
    description: 'Newest first, with their health.',
  })
  @ApiOkResponse({ type: WebhookEndpointPageResponse, description: 'One page of the endpoints.' })
  async listWebhookEndpoints(
    @CurrentCaller() { accountId, livemode: ofCredential }: Caller,
    @Query() { skip, limit, livemode }: ListWebhookEndpointsRequest,
  ): Promise<WebhookEndpointPageResponse> {
    const { endpoints, total } = await this.endpoints.list(accountId, livemode ?? ofCredential, { skip, limit });
    return { items: endpoints.map(WebhookEndpointResponse.of), total, skip, limit };
  }

  @Get(':id')
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'getWebhookEndpoint',
    summary: 'Get one endpoint',
    description: 'Includes its health, but not its secret.',
  })
  @ApiOkResponse({ type: WebhookEndpointResponse, description: 'The endpoint.' })
  @Refuses(endpointNotFound())
  async getWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
  ): Promise<WebhookEndpointResponse> {
    return WebhookEndpointResponse.of(await this.endpoints.get(caller.accountId, id));
  }

  @Put(':id')
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'updateWebhookEndpoint',
    summary: 'Replace the fields of an endpoint',
    description:
      'Replaces all fields: an omitted member gets its default. Pending deliveries go to the new URL; `events` ' +
      'and `filter` apply to new events. A paused endpoint is tried immediately. With `payload` `full`, a key ' +
      'also needs the scope `analysis:read`.',
  })
  @ApiOkResponse({ type: WebhookEndpointResponse, description: 'The changed endpoint.' })
  @Refuses(liveObject(), unreadable(), endpointNotFound())
  async updateWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @Body() request: WebhookEndpointRequest,
  ): Promise<WebhookEndpointResponse> {
    refuseUnreadable(caller, request);
    return WebhookEndpointResponse.of(await this.endpoints.update(caller, id, request.fields()));
  }

  @Delete(':id')
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete an endpoint',
    description: 'Pending deliveries are not sent, and its log is deleted.',
  })
  @ApiOkResponse({ type: DeletedWebhookEndpointResponse, description: 'The endpoint is gone.' })
  @Refuses(liveObject(), endpointNotFound())
  async deleteWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
  ): Promise<DeletedWebhookEndpointResponse> {
    await this.endpoints.delete(caller, id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }

  @Get(':id/secret')
  @ForCaller('account:manage')
  @ApiOperation({
    operationId: 'getWebhookEndpointSecret',
    summary: 'Get the signing secret of an endpoint',
    description: 'It signs every notification to this endpoint, and no other.',
  })
  @ApiOkResponse({ type: WebhookSecretResponse, description: 'The signing secret.' })
  @Refuses(endpointNotFound())
  async getWebhookEndpointSecret(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
  ): Promise<WebhookSecretResponse> {
    return WebhookSecretResponse.of(await this.endpoints.getSecret(caller.accountId, id));
  }

  @Post(':id/rotate')
  @HoldsNoWords()
  @HttpCode(200)
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'rotateWebhookEndpointSecret',
    summary: 'Rotate the signing secret of an endpoint',
    description:
      'For 24 hours notifications carry two signatures, with the new and the previous secret. Another rotation ' +
      'within that time ends the older secret immediately.',
  })
  @ApiOkResponse({ type: WebhookSecretResponse, description: 'The new signing secret.' })
  @Refuses(liveObject(), endpointNotFound())
  async rotateWebhookEndpointSecret(
    @CurrentCaller() caller: Caller,
    @UuidParam('id', ID) id: string,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<WebhookSecretResponse> {
    const { of } = WebhookSecretResponse;
    return of(await this.endpoints.rotate(caller, id, storeResponse(of)));
  }
}
