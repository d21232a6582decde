import { Body, Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { notFound } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Post } from '../../platform/http/idempotency/post.js';
import { ResponseStore, type StoreResponse } from '../../platform/http/idempotency/store-response.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { ApiKeyPageRequest, CreateApiKeyRequest } from './api-keys.requests.js';
import {
  ApiKeyPageResponse,
  ApiKeyResponse,
  CreatedApiKeyResponse,
  DeletedApiKeyResponse,
} from './api-keys.responses.js';
import { ApiKeysService, tooManyKeys } from './api-keys.service.js';

@ApiTags('API keys')
@ForCaller('account:manage')
@Controller('api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Post()
  @ApiOperation({
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'The secret is in this answer and never again: store it where only your program reads it. An account can have 100 keys ' +
      'that are not revoked.',
  })
  @ApiCreatedResponse({ type: CreatedApiKeyResponse, description: 'The new key; its secret is shown this once.' })
  @Refuses(tooManyKeys())
  async createApiKey(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateApiKeyRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CreatedApiKeyResponse> {
    const { withSecret } = CreatedApiKeyResponse;
    return withSecret(await this.apiKeys.create(caller.accountId, request.newApiKey(), storeResponse(withSecret)));
  }

  @Get()
  @ApiOperation({
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'Newest first. Revoked keys are left out.',
  })
  @ApiOkResponse({ type: ApiKeyPageResponse, description: 'One page of the keys, without their secrets.' })
  async listApiKeys(@CurrentCaller() caller: Caller, @Query() page: ApiKeyPageRequest): Promise<ApiKeyPageResponse> {
    const { keys, total } = await this.apiKeys.list(caller.accountId, page);
    return { items: keys.map(ApiKeyResponse.of), total, skip: page.skip, limit: page.limit };
  }

  @Delete(':key_id')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Holds at once. Work that was accepted before goes on.',
  })
  @ApiOkResponse({ type: DeletedApiKeyResponse, description: 'The key is deleted and no longer accepted.' })
  @Refuses(notFound('API key'))
  async revokeApiKey(
    @CurrentCaller() caller: Caller,
    @UuidParam('key_id', 'Id of the key.') id: string,
  ): Promise<DeletedApiKeyResponse> {
    await this.apiKeys.revoke(caller.accountId, id);
    return { id, object: 'api_key', deleted: true };
  }
}
