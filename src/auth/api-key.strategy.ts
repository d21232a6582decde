import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import type { EntityManager } from 'typeorm';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import type { Caller } from '../platform/http/access/caller.js';
import { accountErrors } from '../users/account-errors.js';

/** An API key. Its row is read at every request: revocation holds on every process at once. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'api-key') {
  constructor(private readonly apiKeys: ApiKeysService) {
    // Nest appends the callback. With `true` the request would come after it, where Nest looks for the callback.
    super({ header: 'X-Api-Key', prefix: '' }, false);
  }

  async validate(secret: string): Promise<Caller | null> {
    const key = await this.apiKeys.findPresented(secret);
    if (!key) return null;
    if (!key.accountVerified) throw accountErrors.emailNotVerified();
    const { id, accountId, livemode, scopes } = key;
    const confirm = (tx: EntityManager) => this.apiKeys.confirm(tx, key);
    return { accountId, livemode, via: 'api_key', apiKeyId: id, scopes, confirm };
  }
}
