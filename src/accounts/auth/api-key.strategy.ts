import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../platform/http/access/caller.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { accountErrors } from '../users/account-errors.js';

/** Authenticates an API key. The service reads its row at every request, so a revocation holds in every process at once. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy) {
  constructor(private readonly apiKeys: ApiKeysService) {
    // Nest appends the callback as the last argument. With `true`, passport would pass the request after it.
    super({ header: 'X-Api-Key', prefix: '' }, false);
  }

  async validate(secret: string): Promise<Caller | null> {
    const key = await this.apiKeys.findPresented(secret);
    if (!key) return null;
    if (!key.accountVerified) throw accountErrors.emailNotVerified();
    const { id, accountId, livemode, scopes, maker, entersReads } = key;
    const confirm = (tx: EntityManager) => this.apiKeys.confirm(tx, key);
    const isGood = async () => {
      const now = await this.apiKeys.findAgain(secret);
      return now?.accountVerified === true && isDeepStrictEqual(now.maker, maker);
    };
    return { accountId, livemode, principal: { kind: 'key', id, scopes, maker }, entersReads, confirm, isGood };
  }
}
