import { Body, Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isAtLeast } from '../../access/roles.js';
import { notFound } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, personOf } from '../../platform/http/access/caller.js';
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
import { ApiKeysService, type KeysOf, tooManyKeys } from './api-keys.service.js';

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
      'The secret is only in this response: store it where only your program can read it. An account can have 100 ' +
      'active keys. A key can never do more than the member who created it, sees the same calls, and ends with that ' +
      'member.',
  })
  @ApiCreatedResponse({
    type: CreatedApiKeyResponse,
    description: 'The new key with its secret, which is shown only once.',
  })
  @Refuses(tooManyKeys())
  async createApiKey(
    @CurrentCaller() caller: Caller,
    @Body() request: CreateApiKeyRequest,
    @ResponseStore() storeResponse: StoreResponse,
  ): Promise<CreatedApiKeyResponse> {
    const { withSecret } = CreatedApiKeyResponse;
    return withSecret(await this.apiKeys.create(makerOf(caller), request.newApiKey(), storeResponse(withSecret)));
  }

  @Get()
  @ApiOperation({
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'Newest first: your own keys or, for an admin, all keys of the account. Revoked keys are not listed.',
  })
  @ApiOkResponse({ type: ApiKeyPageResponse, description: 'One page of the keys, without their secrets.' })
  async listApiKeys(@CurrentCaller() caller: Caller, @Query() page: ApiKeyPageRequest): Promise<ApiKeyPageResponse> {
    const { keys, total } = await this.apiKeys.list(keysOf(caller), page);
    return { items: keys.map(ApiKeyResponse.of), total, skip: page.skip, limit: page.limit };
  }

  @Delete(':key_id')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Takes effect immediately. Work accepted earlier continues.',
  })
  @ApiOkResponse({ type: DeletedApiKeyResponse, description: 'The key is deleted and no longer accepted.' })
  @Refuses(notFound('API key'))
  async revokeApiKey(
    @CurrentCaller() caller: Caller,
    @UuidParam('key_id', 'Id of the key.') id: string,
  ): Promise<DeletedApiKeyResponse> {
    await this.apiKeys.revoke(caller, keysOf(caller), id);
    return { id, object: 'api_key', deleted: true };
  }
}

function makerOf(caller: Caller): Required<KeysOf> {
  return { accountId: caller.accountId, makerId: personOf(caller).id };
}

function keysOf(caller: Caller): KeysOf {
  return isAtLeast(personOf(caller).role, 'admin') ? { accountId: caller.accountId } : makerOf(caller);
}
